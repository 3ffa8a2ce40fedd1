import { type Browser, expect, type Page } from '@playwright/test';
import { awaitLink } from '#e2e/mails.ts';

const api = '/sandbox/api';
const none = { streetName: null, buildingNumber: null, postCode: null, townName: null, country: null };
const address = { ...none, department: null, subDepartment: null, addressType: null };

/** A merchant that no other test uses, with one user, whose password is set. */
export async function signUpMerchant(page: Page) {
  const name = `Orchard ${Date.now()}`;
  const user = {
    role: 'MERCHANT_ADMIN',
    email: `hannah-${Date.now()}@orchard.example`,
    password: 'kites over Hereford',
  };
  const opened = await page.request.post(`${api}/merchants/create-with-non-virtual-pay-in-account/sandbox`, {
    headers: { authorization: `Basic ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` },
    data: {
      accountEmail: user.email,
      fullName: null,
      companyDetails: { name, personName: 'Hannah Doyle', phoneNumber: null },
      welcomeMessageTemplateId: 'default',
      payInAccountDetails: { accountHolderName: null, accountNumber: null, sortCode: null, iban: null, address },
      configuration: { merchantCallbackUrlForMobile: null, merchantCallbackUrlForWeb: null, paymentsWebhookUrl: null },
      onboardingDetails: { industry: null, websiteUrl: null, expectedMonthlyTransactionVolume: null },
    },
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  const { merchantId, applicationId } = (await opened.json()) as { merchantId: string; applicationId: string };
  const link = await awaitLink(page, { to: user.email, subject: /password/i });
  await page.request.post(`${api}/accounts/reset-password`, {
    data: { token: link.split('#')[1], password: user.password },
  });
  return { merchantId, applicationId, name, user };
}

/** The same merchant with one payment link. */
export async function openMerchant(page: Page) {
  const { merchantId, applicationId, name, user } = await signUpMerchant(page);
  const signedIn = await page.request.post(`${api}/accounts/sign-in`, {
    data: { email: user.email, password: user.password },
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const made = await page.request.post(`${api}/paymentintents/link`, {
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
    data: { applicationId, paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'ORDER-1' } },
  });
  const { paymentIntentLink } = (await made.json()) as { paymentIntentLink: string };
  return { merchantId, name, user, paymentIntentLink };
}

/** A page of another browser, with its own session. */
export async function openSeparately(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['BASE_URL'] ?? '' });
  return context.newPage();
}

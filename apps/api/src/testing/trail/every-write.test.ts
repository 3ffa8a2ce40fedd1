import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { forgotPassword } from '@volume/contract/passwords.ts';
import { toSignUpBody } from '@volume/contract/sign-up.ts';
import { listAccounts } from '@volume/contract/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { oracle, payInAccountId } from '#testing/access-oracle.ts';
import type { Given } from '#testing/call-api.ts';
import { latestLink } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { accountIdOf, emailOf, ids } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, proved, signInAs, mailedCode } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
const harbour = { merchantId: ids.harbour };
const shop = { ...harbour, applicationId: ids.harbourShop };

/**
 * Every call that is no GET: the action it leaves in the trail, made here as `given` says or as the oracle does; where another test makes it, `by`
 * names that file; or why there is nothing to record.
 */
type Write = { action: string; given?: Given; by?: string; make?: () => Promise<Given> } | { none: string };
const writes: Record<string, Write> = {
  signIn: { action: 'SIGNED_IN', by: 'activity.test.ts' },
  verifyOtp: {
    action: 'SIGNED_IN',
    make: async () => ({
      params: { otpRequestId: await beginSignIn(app, 'bytotp') },
      body: { code: await authenticatorCode(app) },
    }),
  },
  lookUpResetToken: { none: 'a look-up, its secret in the body' },
  lookUpTwoFactorSetUp: { none: 'a look-up, its secret in the body' },
  proveOtp: {
    action: 'SIGNED_IN',
    make: async () => {
      const otpRequestId = await beginSignIn(app, 'byemail');
      return { body: { otpRequestId, code: await mailedCode(app, 'byemail') } };
    },
  },
  proveTwoFactor: { action: 'TWO_FACTOR_ENABLED', by: 'in-body.test.ts' },
  resendOneTimeCode: { none: 'the code of a sign-in that is under way' },
  mailStepUpCode: { none: 'what it is for is recorded' },
  resetTwoFactor: { action: 'TWO_FACTOR_RESET', by: 'factors.test.ts' },
  resendOtp: { none: 'the code of a sign-in that is under way' },
  confirmTwoFactor: { action: 'TWO_FACTOR_ENABLED', by: 'own-security.test.ts' },
  renewSession: { none: 'the same session goes on' },
  stepUp: { none: 'what it is for is recorded; a wrong proof is' },
  forgotPassword: { none: 'anybody may ask; the new password is recorded' },
  resetPassword: {
    action: 'PASSWORD_RESET',
    make: async () => {
      await app.call(forgotPassword, { body: { email: emailOf('operator') } });
      await app.runDueWork();
      return { body: { token: await latestLink(app, emailOf('operator')), password: 'seven kites over the harbour' } };
    },
  },
  beginTwoFactor: { none: 'nothing counts before it is confirmed' },
  beginEmailFactor: { none: 'nothing counts before it is confirmed' },
  confirmEmailFactor: { action: 'TWO_FACTOR_ENABLED', by: 'email-factor.test.ts' },
  endTwoFactor: { action: 'TWO_FACTOR_DISABLED', by: 'own-security.test.ts' },
  renewRecoveryCodes: { action: 'RECOVERY_CODES_MADE', by: 'own-security.test.ts' },
  signUp: {
    action: 'SIGNED_UP',
    given: {
      body: toSignUpBody({ companyName: 'New', email: 'owner@new.example', fullName: 'Ada New', phoneNumber: '' }),
      headers: { authorization: `Basic ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` },
    },
  },
  createAccount: {
    action: 'USER_ADDED',
    given: {
      params: harbour,
      body: { ...harbour, email: 'new@test.example', roles: ['MERCHANT_VIEWER'], name: 'New' },
    },
  },
  resendInvitation: {
    action: 'USER_INVITED_AGAIN',
    make: async () => ({ params: { ...harbour, userId: await invited() } }),
  },
  updateAccount: { action: 'USER_CHANGED' },
  updateSelf: { action: 'USER_CHANGED' },
  disableAccount: { action: 'USER_DISABLED', given: { params: { userId: accountIdOf('viewer') } } },
  enableAccount: { action: 'USER_ENABLED', given: { params: { userId: accountIdOf('disabled') } } },
  startRefund: { action: 'REFUND_STARTED', by: 'activity.test.ts' },
  makePayout: { action: 'PAYOUT_MADE', by: 'activity.test.ts' },
  setPayoutSchedule: { action: 'PAYOUT_SCHEDULE_SET' },
  createPaymentLink: { action: 'LINK_CREATED', by: 'activity.test.ts' },
  cancelPaymentIntent: { action: 'LINK_CANCELLED', by: 'activity.test.ts' },
  quoteExchange: { none: 'a price; what is booked is recorded' },
  bookExchange: { action: 'EXCHANGE_BOOKED', by: 'activity.test.ts' },
  setInstitutions: { action: 'INSTITUTIONS_CHANGED' },
  setExternalPaymentEmail: { action: 'NOTIFICATIONS_CHANGED' },
  setExternalPaymentWebhook: { action: 'NOTIFICATIONS_CHANGED' },
  resetSecret: { action: 'SECRET_RESET' },
  setWebhooksCallbacks: {
    action: 'WEBHOOKS_CHANGED',
    given: { params: shop, body: { refundWebhookUrl: 'https://shop.example/refunds' } },
  },
  sendTestWebhook: { action: 'WEBHOOK_TESTED' },
  resendWebhookDelivery: { action: 'WEBHOOK_RESENT', by: 'webhooks.test.ts' },
  acceptException: { action: 'EXCEPTION_ACCEPTED', by: 'exceptions.test.ts' },
  disputeException: { action: 'EXCEPTION_DISPUTED', by: 'exceptions.test.ts' },
  closeException: { action: 'EXCEPTION_CLOSED', by: 'exceptions.test.ts' },
  changePassword: { action: 'PASSWORD_CHANGED', by: 'own-security.test.ts' },
  signOut: { action: 'SIGNED_OUT', by: 'activity.test.ts' },
  signOutEverywhere: { action: 'SIGNED_OUT_EVERYWHERE', by: 'own-security.test.ts' },
};

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId, currency: 'GBP' } as const;
  await seedAccount(app.services, { ...account, provider: 'OPTIMUS' });
});
afterAll(() => database.close());

test('every call that writes has its row here: the action it leaves, or why it leaves none', () => {
  const names = Object.values(endpoints).filter(({ method }) => method !== 'GET');
  expect(Object.keys(writes).toSorted()).toEqual(names.map(({ name }) => name).toSorted());
});

test('every write leaves its action in the trail, with the call’s trace', async () => {
  const token = await signInAs(app, 'merchantadmin');
  const proof = await proved(app, token);
  for (const [name, write] of Object.entries(writes)) {
    if ('none' in write || write.by !== undefined) continue;
    const given = (await write.make?.()) ?? write.given ?? oracle[name]!.given;
    const isPublic = endpoints[name]!.access.kind === 'public';
    const signedIn = isPublic ? {} : { token, headers: { ...given.headers, ...proof } };
    const answer = await app.call(endpoints[name]!, { ...given, ...signedIn });
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
    const rows = await database.query('SELECT action FROM activity WHERE trace_id = $1', [
      answer.headers.get('x-trace-id'),
    ]);
    expect([name, rows]).toEqual([name, [{ action: write.action }]]);
  }
});

/** Whom the test has added. */
async function invited(): Promise<string> {
  const token = await signInAs(app, 'merchantadmin');
  const accounts = (await app.call(listAccounts, { token, params: harbour })).value();
  return accounts.find(({ email }) => email === 'new@test.example')?.userId ?? 'nobody';
}

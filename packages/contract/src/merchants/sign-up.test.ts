import { expect, test } from 'vitest';
import { toSignUpBody } from './sign-up.ts';

test('the sandbox sign-up body has all fields of §7, with null for those left empty or not on the form', () => {
  const typed = { companyName: ' Kite & Co ', email: ' nora@kite.example ', fullName: 'Nora Kite', phoneNumber: '' };
  const { payInAccountDetails, ...body } = toSignUpBody(typed);
  expect(body).toEqual({
    accountEmail: 'nora@kite.example',
    fullName: null,
    companyDetails: { name: 'Kite & Co', personName: 'Nora Kite', phoneNumber: null },
    welcomeMessageTemplateId: 'default',
    configuration: { merchantCallbackUrlForMobile: null, merchantCallbackUrlForWeb: null, paymentsWebhookUrl: null },
    onboardingDetails: { industry: null, websiteUrl: null, expectedMonthlyTransactionVolume: null },
  });
  const { address, ...account } = payInAccountDetails;
  expect([...Object.values(account), ...Object.values(address)].every((value) => value === null)).toBe(true);
});

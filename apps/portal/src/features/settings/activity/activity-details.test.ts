import { expect, test } from 'vitest';
import { sayDetail } from './activity-details.ts';

test.each([
  [
    'STEP_UP_REQUIRED',
    'Pay out of a virtual account, to a beneficiary or to its default one: Confirm that it’s you: this needs a code.',
    'Pay out of a virtual account, to a beneficiary or to its default one',
  ],
  ['EXCHANGE_BOOKED', '100.00 GBP to 1,114.65 EUR', '£100.00 to €1,114.65'],
  ['LINK_CANCELLED', '1,234.50 GBP', '£1,234.50'],
  [
    'EXPORTED',
    'from: 2026-11-24T00:00:00.000; to: 2026-11-25T23:59:59.999; sort: createdAt,desc; paymentStatuses: SETTLED,IN_PROGRESS; currencies: GBP',
    'From 24 Nov 2026, 00:00 UTC; to 25 Nov 2026, 23:59 UTC; statuses Settled, In Progress; currencies GBP',
  ],
  ['VIEWED', 'merchantId: m; riskCategory: HIGH; globalSearch: a: b', 'Risk category High; search a: b'],
  ['VIEWED', 'merchantId: m; page: 0', null],
  ['EXPORTED', null, null],
  ['USER_ADDED', 'MERCHANT_EDITOR', 'Merchant Editor'],
  ['SIGN_IN_FAILED', 'Wrong password', 'Wrong password'],
] as const)('%s: "%s" reads "%s"', (action, detail, text) => {
  expect(sayDetail({ action, detail }, 'UTC')).toBe(text);
});

import { expect, test } from 'vitest';
import { endpoints } from '@volume/contract/endpoints.ts';
import { hasWords } from './attempt-words.ts';
import { sayDetail } from './activity-details.ts';

test.each([
  ['STEP_UP_REQUIRED', 'makePayout', 'Pay out of a virtual account: Confirm that it’s you.', 'Make a payout'],
  ['ACCESS_REFUSED', 'makePayout', 'Pay out of a virtual account: Your role: no.', 'Make a payout. Your role: no.'],
  [
    'ACCESS_REFUSED',
    'listKeys',
    'The keys: Your role does not allow this.',
    'List keys. Your role does not allow this.',
  ],
])('%s of %s, recorded as "%s", reads "%s"', (action, subject, detail, text) => {
  expect(sayDetail({ action, subject, detail }, 'UTC')).toBe(text);
});

test('every call that asks for a confirmation of the identity has words', () => {
  const asking = Object.values(endpoints).filter(({ stepUp }) => stepUp !== undefined);
  expect(asking.filter(({ name }) => !hasWords(name)).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['BULK_JOB_STARTED', 'REFUND, 12 rows, 120.00 GBP', 'Refunds, 12 rows, £120.00'],
  ['BULK_JOB_STARTED', 'RESEND, 3 rows', 'Webhooks sent again, 3 rows'],
  ['FILE_SCHEDULED', 'pay-ins, CSV, daily, to a@b.example', 'Pay-ins, CSV, daily, to a@b.example'],
  [
    'FILE_SCHEDULED',
    'statement of account 12, CAMT_053, monthly, to a@b.example',
    'Statement of account 12, camt.053, monthly, to a@b.example',
  ],
  ['EXCEPTION_CLOSED', 'PAYOUT 01a1. It was a test', 'Payout 01a1. It was a test'],
  ['NOTICE_MAIL_SET', 'PAYOUT_FAILED: on', 'Failed payouts: on'],
  ['NOTICE_MAIL_SET', 'DAILY_DIGEST: off', 'Daily digest: off'],
  ['PAYOUT_SCHEDULE_SET', 'DAILY at 06:00 UTC, ALL', 'Daily at 06:00 UTC, everything that is available'],
  [
    'PAYOUT_SCHEDULE_SET',
    'WEEKLY on Friday at 06:00 UTC, 12.50 GBP, with a minimum balance of 1,000.00 GBP, GBP account 3',
    'Weekly on Friday at 06:00 UTC, £12.50, with a minimum balance of £1,000.00, GBP account 3',
  ],
  [
    'BENEFICIARY_ADDED',
    'Ann, GB33BUKB20201555555555; name check CLOSE',
    'Ann, GB33BUKB20201555555555; name check nearly matches',
  ],
  ['KEY_CREATED', 'Till: READ, PAYOUTS; without an expiry', 'Till: read, payouts; without an expiry'],
  [
    'KEY_ROTATED',
    'Till: REFUNDS; until 2026-12-24; from 203.0.113.0/24; 25.00 in 24 hours',
    'Till: refunds; until 2026-12-24; from 203.0.113.0/24; 25.00 in 24 hours',
  ],
  ['NOTE_ADDED', 'note 01a1fd5a-0e60-7b03-a0fe-92c208f595d6', null],
  [
    'USER_CHANGED',
    'roles: MERCHANT_VIEWER → MERCHANT_EDITOR; name: A → B',
    'Roles: Merchant Viewer → Merchant Editor; name: A → B',
  ],
  ['USER_ADDED', 'ada@volume.example, VOLUME_ADMIN_READ', 'ada@volume.example, read-only access'],
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
  expect(sayDetail({ action, subject: 'x', detail }, 'UTC')).toBe(text);
});

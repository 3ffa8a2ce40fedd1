import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { expect, test } from 'vitest';
import { contentText, periodText } from './file-texts.ts';

test.each([
  ['2026-11-21', '2026-11-21', '21 Nov 2026'],
  ['2026-11-01', '2026-11-30', '1–30 Nov 2026'],
  ['2026-11-30', '2026-12-06', '30 Nov – 6 Dec 2026'],
  ['2026-12-28', '2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
])('writes the days from %s to %s as %s', (firstDay, lastDay, text) => {
  expect(periodText({ firstDay, lastDay })).toBe(text);
});

test('names a statement by its currency and last four digits, or by the number of an unknown account', () => {
  const account = {
    id: 7,
    forCurrency: 'GBP',
    accountIdentification1: { type: 'SORT_CODE', number: '009957' },
    accountIdentification2: { type: 'ACCOUNT_NUMBER', number: '55694821' },
  } as PayInAccount;
  const bare = { ...account, accountIdentification1: { type: '', number: '' }, accountIdentification2: null };
  expect(contentText(7, [account])).toBe('Statement, GBP account ending 4821');
  expect(contentText(7, [bare])).toBe('Statement, GBP account');
  expect(contentText(8, [account])).toBe('Statement, account 8');
  expect(contentText(null, undefined)).toBe('Pay-ins');
});

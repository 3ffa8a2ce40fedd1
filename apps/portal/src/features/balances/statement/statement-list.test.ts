import type { PayInAccount, StatementLine } from '@volume/contract/balances/balances.ts';
import { beforeEach, expect, test } from 'vitest';
import { lineHref, statementFiles } from './statement-list.tsx';
import { statementSearch } from './statement-filters.ts';

// A link keeps the application of the address, which another test of the worker can have left there.
beforeEach(() => history.replaceState(null, '', '/'));

test('names the files of a statement by the account number, never by an internal id', () => {
  const scope = { merchantId: 'm', applicationId: 'a' };
  const numbered = { number: '55779911' } as PayInAccount['accountIdentification1'];
  const account = { id: 1000, forCurrency: 'GBP', accountIdentification1: numbered } as PayInAccount;
  const of = { scope, payInAccountId: 1000, today: '2026-11-21' };
  const files = statementFiles(of, statementSearch.read({}), account);
  expect([files.rows.name, files.document.name]).toEqual(['statement-GBP-55779911', 'statement-GBP-55779911']);
  expect(statementFiles(of, statementSearch.read({}), undefined).rows.name).toBe('statement');
});

test.each([
  ['a pay-in', { paymentId: 'p-1' }, '/payments/p-1'],
  ['a refund, by its payment', { paymentId: 'p-1', kind: 'REFUND' }, '/payments/p-1'],
  ['a payout', { payoutPaymentId: 'o-1', kind: 'PAYOUT' }, '/payments/payout?payout=o-1&currency=EUR'],
  ['an exchange', { exchangeId: 'x-1', kind: 'EXCHANGE' }, '/exchange'],
  ['a fee', { kind: 'FEE' }, undefined],
])('the line of %s leads to what was booked', (_, own, href) => {
  const nothing = { paymentId: null, payoutPaymentId: null, exchangeId: null };
  expect(lineHref({ ...nothing, ...own } as StatementLine, 'EUR')).toBe(href);
});

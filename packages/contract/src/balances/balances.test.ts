import { expect, test } from 'vitest';
import { balanceBefore, lineLabel, type StatementLine } from './balances.ts';

const line: StatementLine = {
  id: 'l1',
  atUtc: '2026-11-20T09:05:00.000',
  kind: 'PAY_IN',
  description: 'Pay-in from Leo Llewellyn',
  counterparty: 'Leo Llewellyn',
  reference: 'R1',
  amount: 17_652,
  balanceAfter: 20_000,
  paymentId: 'p1',
  payoutPaymentId: null,
  exchangeId: null,
};

test.each<[string, Partial<StatementLine>]>([
  ['Pay-in', {}],
  ['Refund', { kind: 'REFUND', amount: -500 }],
  ['Payout', { kind: 'PAYOUT', amount: -500, payoutPaymentId: 'o1', paymentId: null }],
  ['Refund returned', { kind: 'RETURN', amount: 500 }],
  ['Pay-in returned', { kind: 'RETURN', amount: -500 }],
  ['Payout returned', { kind: 'RETURN', amount: 500, payoutPaymentId: 'o1', paymentId: null }],
  ['Exchange', { kind: 'EXCHANGE', exchangeId: 'e1', paymentId: null }],
  ['Exchange fee', { kind: 'FEE', exchangeId: 'e1', paymentId: null }],
  ['Fee', { kind: 'FEE' }],
])('a line is called “%s”', (word, change) => {
  expect(lineLabel({ ...line, ...change })).toBe(word);
});

test('returns the balance before the oldest line, and undefined without lines', () => {
  expect(balanceBefore([line, { ...line, amount: -500, balanceAfter: 2_348 }])).toBe(2_848);
  expect(balanceBefore([])).toBeUndefined();
});

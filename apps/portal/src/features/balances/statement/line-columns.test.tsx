import type { StatementLine } from '@volume/contract/balances.ts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lineColumns } from './line-columns.tsx';

afterEach(cleanup);

const line: StatementLine = {
  id: 'l1',
  atUtc: '2026-11-20T09:05:00.000',
  kind: 'PAY_IN',
  description: 'Pay-in from Leo Llewellyn',
  reference: 'R1',
  amount: 17_652,
  balanceAfter: 20_000,
  paymentId: 'p1',
  payoutPaymentId: null,
  exchangeId: null,
};

test.each([
  ['PAY_IN', 'Pay-in from Leo Llewellyn', 'Pay In from Leo Llewellyn'],
  ['PAYOUT', 'Payout to Harbour & Bloom', 'Payout to Harbour & Bloom'],
  ['RETURN', 'Payout came back', 'Return Payout came back'],
  ['FEE', '', 'Fee '],
] as const)('a line of kind %s described as "%s" says its kind once', (kind, description, said) => {
  const [what] = lineColumns({ zone: 'UTC', zoneName: 'UTC', now: 0, currency: 'GBP' });
  const { container } = render(what?.cell({ ...line, kind, description }));
  expect(container.textContent).toBe(said);
});

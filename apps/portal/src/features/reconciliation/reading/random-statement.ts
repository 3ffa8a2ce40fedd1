import type { FileLine, StatementHead } from '@volume/contract/balances/statement-files/statement-file.ts';
import { statementLineKinds } from '@volume/contract/balances/balances.ts';
import fc from 'fast-check';

const uuid = fc.uuid({ version: 7 });
const letters = fc.string({ unit: 'binary', maxLength: 40 });
const words = fc.constantFrom(
  'Łukasz Öz',
  'O’Neill & Söhne <GmbH>',
  'a:b',
  '-c -d',
  '/EREF/x/REMI/',
  '=1+1',
  'محمد',
  '',
);
const names = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), letters, words);

/**
 * The movements of one month, with texts that a file can have trouble with. MT940 has room for the last sixteen digits of a
 * transfer's id, which are random in a real one.
 */
export const movements = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 1, max: 30 }),
    kind: fc.constantFrom(...statementLineKinds),
    amount: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).filter((minor) => minor !== 0),
    counterparty: fc.option(names),
    reference: fc.option(fc.oneof(fc.stringMatching(/^[A-Z0-9/-]{1,18}$/), names)),
    transfer: uuid,
    payment: uuid,
  }),
  { minLength: 1, maxLength: 12, selector: ({ transfer }) => transfer.slice(-17) },
);

/** A statement of these movements, oldest first, with the balances that they lead to. */
export function statementOf(
  rows: readonly (typeof movements extends fc.Arbitrary<infer Rows> ? Rows : never)[number][],
  opening: number,
) {
  let balance = BigInt(opening);
  const lines = rows
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, kind, amount, counterparty, reference, transfer, payment }): FileLine => {
      balance += BigInt(amount);
      return {
        id: `${transfer}:${kind}`,
        atUtc: `2026-11-${String(day).padStart(2, '0')}T23:59:59.999`,
        kind,
        description: '',
        counterparty,
        reference,
        amount,
        balanceAfter: balance,
        paymentId: payment,
        payoutPaymentId: null,
        exchangeId: null,
      };
    });
  return { head: headOf(lines, BigInt(opening), balance), lines };
}

function headOf(lines: readonly FileLine[], opening: bigint, closing: bigint): StatementHead {
  const sumOf = (sign: 1 | -1) =>
    lines.reduce((sum, { amount }) => (Number(amount) * sign > 0 ? sum + BigInt(amount) * BigInt(sign) : sum), 0n);
  return {
    madeAtUtc: '2026-12-01T08:00:00.000',
    from: '2026-11-01',
    to: '2026-11-30',
    isSoFar: false,
    currency: 'GBP',
    holder: 'Harbour & Bloom',
    account: [
      { type: 'SORT_CODE', number: '04-00-04' },
      { type: 'ACCOUNT_NUMBER', number: '31926819' },
    ],
    opening,
    closing,
    moneyIn: sumOf(1),
    moneyOut: sumOf(-1),
    linesIn: lines.filter(({ amount }) => amount > 0).length,
    linesOut: lines.filter(({ amount }) => amount < 0).length,
  };
}

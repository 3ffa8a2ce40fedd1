import {
  remittanceOf,
  type FileLine,
  type StatementHead,
} from '@volume/contract/balances/statement-files/statement-file.ts';
import { writerOf } from '@volume/contract/balances/statement-files/write-statement.ts';
import type { StatementFormat } from '@volume/contract/balances/statement-files/formats.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStatementLines } from '#features/reconciliation/matching/books.ts';
import { matchStatement } from '#features/reconciliation/matching/match-statement.ts';
import { movements, statementOf } from './random-statement.ts';
import { proveBalances } from './prove-balances.ts';
import { readStatement } from './read-statement.ts';
import { type BankStatement, tidy } from './statement.ts';

// The product can read the files that it writes: the same lines and balances.

declare const __IS_FULL__: boolean;

const numRuns = __IS_FULL__ ? 10_000 : 200;

function readBack(format: StatementFormat, head: StatementHead, lines: readonly FileLine[]): BankStatement {
  const writer = writerOf(format, head);
  const text = writer.begin + lines.map(writer.line).join('') + writer.end;
  return readStatement(new TextEncoder().encode(text)) as BankStatement;
}

const dayOf = (utc: string): number => Date.parse(utc.slice(0, 10)) / 86_400_000;

test.each(['CAMT_053', 'MT940', 'OFX'] as const)('a %s file is read back to the same lines and balances', (format) => {
  fc.assert(
    fc.property(movements, fc.integer({ min: -999_999, max: 999_999_999 }), (rows, opening) => {
      const { head, lines } = statementOf(rows, opening);
      const read = readBack(format, head, lines);
      expect(read.lines.map(({ day, amount, currency, text }) => ({ day, amount, currency, text }))).toEqual(
        lines.map((line) => ({
          day: dayOf(line.atUtc),
          amount: line.amount,
          currency: 'GBP',
          text: remittanceOf(line),
        })),
      );
      expect([read.leftOut, read.closing, new Set(read.lines.map(({ bankId }) => bankId)).size]).toEqual([
        0,
        Number(head.closing),
        lines.length,
      ]);
      if (format !== 'OFX') {
        expect(proveBalances(read)).toEqual({ kind: 'agrees', lines: lines.length, opening, closing: read.closing });
      }
    }),
    { numRuns },
  );
});

const plain = fc.stringMatching(/^[A-Z][A-Za-z0-9.-]{0,15}( [A-Z][a-z]{1,9})?$/);
// “BIC/1” would look like a word of MT940.
const references = fc.stringMatching(/^[A-Z]{1,3}[-/]?[0-9]{1,10}$/).filter((text) => !text.startsWith('BIC'));

test.each(['CAMT_053', 'MT940', 'OFX'] as const)(
  'a %s file keeps who paid or was paid, and the reference',
  (format) => {
    fc.assert(
      fc.property(movements, fc.array(fc.tuple(plain, references), { minLength: 12, maxLength: 12 }), (rows, said) => {
        const { head, lines } = statementOf(
          rows.map((row, at) => ({ ...row, counterparty: said[at]?.[0] ?? null, reference: said[at]?.[1] ?? null })),
          0,
        );
        expect(readBack(format, head, lines).lines.map(({ name, reference }) => [name, reference])).toEqual(
          lines.map(({ counterparty, reference }) => [tidy(counterparty ?? ''), reference]),
        );
      }),
      { numRuns },
    );
  },
);

test.each([
  ['CAMT_053', 'Zoë Ævar Łoś', 'RÉF “7”'],
  ['MT940', 'Zoe AEvar Los', "REF '7'"],
  ['OFX', 'Zoë Ævar Łoś', 'RÉF “7”'],
] as const)('a %s file writes letters that it lacks in their nearest spelling', (format, name, reference) => {
  const row = { day: 3, kind: 'PAY_IN' as const, amount: 125_00, transfer: 'a', payment: 'b' };
  const said = { counterparty: 'Zoë Ævar Łoś', reference: 'RÉF “7”' };
  const { head, lines } = statementOf([{ ...row, ...said }], 0);
  expect(readBack(format, head, lines).lines).toMatchObject([{ name, reference }]);
});

test.each(['CAMT_053', 'MT940', 'OFX'] as const)(
  'every line of a %s file of one’s own account has its partner, also those without a reference',
  (format) => {
    const kinds = ['PAY_IN', 'FEE', 'REFUND', 'RETURN', 'PAYOUT'] as const;
    const id = (at: number) => `01900000-0000-7000-8000-00000000000${at}`;
    const rows = kinds.map((kind, at) => ({ day: 3, kind, amount: 100_00 + at, transfer: id(at), payment: id(at) }));
    const said = { counterparty: null, reference: null };
    const { lines } = statementOf(
      rows.map((row) => ({ ...row, ...said })),
      0,
    );
    const [exchange, fee] = (['EXCHANGE', 'FEE'] as const).map((kind, at): FileLine => {
      const own = { kind, amount: at === 0 ? -250_00 : -1_25, paymentId: null, exchangeId: id(9) };
      return {
        ...(lines[0] as FileLine),
        ...own,
        id: `${id(8)}:${kind}`,
        description: at === 0 ? 'Exchange' : 'Exchange fee',
      };
    });
    const all = [...lines, exchange as FileLine, fee as FileLine];
    const header = 'At (UTC),Kind,Description,Reference,Currency,Amount,Payment id,Payout id,Exchange id';
    const cells = all.map((line) =>
      [
        line.atUtc,
        line.kind,
        line.description,
        '',
        'GBP',
        Number(line.amount) / 100,
        line.paymentId,
        '',
        line.exchangeId,
      ].join(','),
    );
    const { head } = statementOf(
      rows.map((row) => ({ ...row, ...said })),
      0,
    );
    const matches = matchStatement({
      lines: readBack(format, head, all).lines,
      entries: readStatementLines([header, ...cells.toReversed()].join('\n')),
    });
    expect([matches.exact.length, matches.proposals]).toEqual([all.length, []]);
  },
);

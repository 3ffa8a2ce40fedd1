import type { DatevBooks } from '@volume/contract/balances/statement-files/formats.ts';
import { partyOf } from '@volume/contract/balances/statement-files/statement-file.ts';
import { encoderOf, writerOf } from '@volume/contract/balances/statement-files/write-statement.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movements, statementOf } from './random-statement.ts';

declare const __IS_FULL__: boolean;

// The files for DATEV, Xero and QuickBooks, read by a reader that shares nothing with their writer.

const numRuns = __IS_FULL__ ? 10_000 : 200;

/** The cells of a table whose texts may be in quotation marks. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`"((?:[^"]|"")*)"(${separator}|\r\n)|([^"${separator}\r\n]*)(${separator}|\r\n)`, 'y');
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    rows.at(-1)?.push(found[1] === undefined ? (found[3] ?? '') : found[1].replaceAll('""', '"'));
    if (found[2] === '\r\n' || found[4] === '\r\n') rows.push([]);
    if (cell.lastIndex === text.length) break;
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

const major = (minor: number | bigint): string => (Number(minor) / 100).toFixed(2);
const dayOf = (utc: string): string => `${utc.slice(8, 10)}/${utc.slice(5, 7)}/${utc.slice(0, 4)}`;

/** The text with the mark that keeps a spreadsheet from reading it as a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);

test('a Xero file has its columns, with the days, amounts, names and references of the statement', () => {
  fc.assert(
    fc.property(movements, (rows) => {
      const { head, lines } = statementOf(rows, 0);
      const writer = writerOf('XERO', head);
      const [header, ...read] = cellsOf(writer.begin + lines.map(writer.line).join('') + writer.end, ',');
      expect(header).toEqual(['Date', 'Amount', 'Payee', 'Description', 'Reference']);
      expect(read.map(([day, amount, payee, , reference]) => [day, amount, payee, reference])).toEqual(
        lines.map((line) => [
          dayOf(line.atUtc),
          major(line.amount),
          harmless(partyOf(line)),
          harmless(line.reference ?? ''),
        ]),
      );
    }),
    { numRuns },
  );
});

test('a QuickBooks file has three columns, and the reference ends the description', () => {
  fc.assert(
    fc.property(movements, (rows) => {
      const { head, lines } = statementOf(rows, 0);
      const writer = writerOf('QUICKBOOKS', head);
      const [header, ...read] = cellsOf(writer.begin + lines.map(writer.line).join('') + writer.end, ',');
      expect(header).toEqual(['Date', 'Description', 'Amount']);
      expect(read.map(([day, , amount]) => [day, amount])).toEqual(
        lines.map(({ atUtc, amount }) => [dayOf(atUtc), major(amount)]),
      );
      for (const [at, { reference }] of lines.entries()) expect(read[at]?.[1]?.endsWith(reference ?? '')).toBe(true);
    }),
    { numRuns },
  );
});

const books: DatevBooks = {
  consultantNumber: '29098',
  clientNumber: '55003',
  yearBegins: '07-01',
  accountLength: '4',
  bankAccount: '1200',
  revenueAccount: '8400',
  feeAccount: '4970',
  transitAccount: '1360',
};

/** DATEV's expressions for the fields of the header, by developer.datev.de. */
const datevHeader: Readonly<Record<number, RegExp>> = {
  1: /^EXTF$/,
  2: /^700$/,
  3: /^21$/,
  4: /^Buchungsstapel$/,
  5: /^13$/,
  6: /^20\d{15}$/,
  8: /^\w{0,2}$/,
  11: /^29098$/,
  12: /^55003$/,
  13: /^20260701$/,
  14: /^4$/,
  15: /^20261101$/,
  16: /^20261130$/,
  17: /^.{0,30}$/,
  19: /^1$/,
  20: /^0$/,
  21: /^[01]$/,
  22: /^EUR$/,
};

test('a DATEV file has the header, columns and lengths that DATEV documents, in Windows-1252', () => {
  fc.assert(
    fc.property(movements, (rows) => {
      const { head, lines } = statementOf(rows, 0);
      const writer = writerOf('DATEV', { ...head, currency: 'EUR' }, books);
      const bytes = encoderOf('DATEV')?.(writer.begin + lines.map(writer.line).join('') + writer.end);
      const [header = [], columns = [], ...read] = cellsOf(new TextDecoder('windows-1252').decode(bytes), ';');
      expect(header).toHaveLength(31);
      for (const [number, expression] of Object.entries(datevHeader))
        expect(header[Number(number) - 1], `header field ${number}`).toMatch(expression);
      expect([columns.length, new Set(columns).size]).toEqual([125, 125]);
      expect(read.map((cells) => cells.length)).toEqual(lines.map(() => 125));
      for (const cells of read) {
        expect(cells[10]).toMatch(/^[A-Za-z0-9$&%*+\-/]{0,36}$/);
        // Node 20 decodes the bytes 0x80 to 0x9f as control characters.
        expect(cells[13]).toMatch(/^[^\0-\u001f\u007f]{1,60}$/);
        expect(cells[9]).toMatch(/^\d\d11$/);
        expect(cells.slice(10).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
      }
      const of = (kind: string): string =>
        kind === 'FEE' ? '4970' : kind === 'PAYOUT' || kind === 'EXCHANGE' ? '1360' : '8400';
      expect(read.map(([sum, side, currency, , , , bank, other]) => [sum, side, currency, bank, other])).toEqual(
        lines.map(({ amount, kind }) => [
          major(amount).replace('-', '').replace('.', ','),
          amount < 0 ? 'H' : 'S',
          'EUR',
          '1200',
          of(kind),
        ]),
      );
    }),
    { numRuns },
  );
});

test('the letters of Windows-1252 have its bytes, and others become a question mark', () => {
  expect([...(encoderOf('DATEV')?.('aé’€Ÿ\u0081Ł') ?? [])]).toEqual([0x61, 0xe9, 0x92, 0x80, 0x9f, 0x81, 0x3f]);
});

test('a DATEV file keeps the whole reference and our id as additional information', () => {
  const row = { day: 3, kind: 'PAY_IN' as const, amount: 125_00, transfer: 'a', payment: '0190-b' };
  const said = { counterparty: 'Łukasz Öz', reference: 'Nº 7/2026 “x”' };
  const { head, lines } = statementOf([{ ...row, ...said }], 0);
  const writer = writerOf('DATEV', { ...head, currency: 'EUR' }, books);
  const [, columns = [], cells = []] = cellsOf(writer.begin + lines.map(writer.line).join(''), ';');
  const cell = (name: string): string | undefined => cells[columns.indexOf(name)];
  expect([cell('Belegfeld 1'), cell('Buchungstext')]).toEqual(['No7/2026x', 'Pay-in Lukasz Öz']);
  expect([cell('Zusatzinformation - Art 1'), cell('Zusatzinformation- Inhalt 1')]).toEqual([
    'Reference',
    'Nº 7/2026 “x”',
  ]);
  expect([cell('Zusatzinformation - Art 2'), cell('Zusatzinformation- Inhalt 2')]).toEqual(['Volume id', '0190-b']);
});

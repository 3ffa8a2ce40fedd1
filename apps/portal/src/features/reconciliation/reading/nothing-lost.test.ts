import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStatement } from './read-statement.ts';
import { type BankStatement, UnknownColumns, UnreadableStatement } from './statement.ts';

// Each row of a statement is shown, or counted with the reason why it is left out; otherwise the file is refused with a
// sentence, or the user is asked for the columns.

declare const __IS_FULL__: boolean;

const numRuns = __IS_FULL__ ? 10_000 : 300;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The statements of a file; undefined when it is refused or the user is asked. */
function readOrRefuse(text: string): BankStatement[] | undefined {
  try {
    return [readStatement(encode(text))].flat();
  } catch (error) {
    if (!(error instanceof UnreadableStatement) && !(error instanceof UnknownColumns)) throw error;
    expect(error.message.length).toBeGreaterThan(20);
    return undefined;
  }
}

/** Checks `numRuns` files, a fifth of which must have been read, since a reader that refuses everything loses nothing either. */
function expectNothingLost<Rows extends readonly unknown[]>(
  rows: fc.Arbitrary<Rows>,
  write: (rows: Rows) => string,
): void {
  let filesRead = 0;
  fc.assert(
    fc.property(rows, (each) => {
      const statements = readOrRefuse(write(each));
      if (!statements) return;
      filesRead += 1;
      expectAllCounted(statements, each.length);
    }),
    { numRuns },
  );
  expect(filesRead).toBeGreaterThan(numRuns / 5);
}

function expectAllCounted(statements: BankStatement[], rows: number): void {
  const sum = (of: (statement: BankStatement) => number): number => statements.reduce((all, each) => all + of(each), 0);
  const reasons = statements.flatMap(({ leftOutBecause = {} }) => Object.values(leftOutBecause));
  expect(sum(({ leftOut }) => leftOut)).toBe(reasons.reduce((all, count) => all + count, 0));
  expect(sum(({ lines }) => lines.length) + sum(({ leftOut }) => leftOut)).toBe(rows);
}

const amounts = fc.oneof(
  fc.integer({ min: -9_999_999, max: 9_999_999 }).map((minor) => (minor / 100).toFixed(2)),
  fc.constantFrom('', '0.00', '1.250,00', '12,5', 'n/a', '--', '7.250', '1e5', '12.00 EUR', '(40.00)', '€9.99'),
);
const dates = fc.oneof(
  fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  fc.constantFrom('31/02/2026', 'soon', '', '12.11.2026', 'Mon 9 Nov 2026', '2026/10/1', '20261109'),
);
const texts = fc.constantFrom(
  'INV-77127 ALDER',
  'Opening balance',
  'Closing balance',
  'pending',
  'Rent',
  '"quoted',
  'Total',
);
const states = fc.constantFrom('booked', 'pending', 'declined', '');

const csvRows = fc.array(
  fc
    .record({
      date: dates,
      text: texts,
      amount: amounts,
      state: states,
      balance: fc.constantFrom('', '100.00', '1.00'),
    })
    // A row without a date and an amount is not a movement.
    .filter(({ date, amount }) => /\d/.test(date) && /\d/.test(amount)),
  { minLength: 1, maxLength: 12 },
);

test.each([',', ';', '\t'])(
  'every row of a CSV with the delimiter %j that has a date and an amount is shown or counted',
  (delimiter) => {
    const writeRow = (cells: string[]): string =>
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter);
    const header = ['Date', 'Description', 'Amount', 'Status', 'Balance'];
    expectNothingLost(csvRows, (rows) =>
      [header, ...rows.map(({ date, text, amount, state, balance }) => [date, text, amount, state, balance]), []]
        .map(writeRow)
        .join('\r\n'),
    );
  },
);

/** Mostly the first value, because one broken line is enough to refuse a file. */
const mostly = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const movements = fc.array(
  fc.record({
    day: mostly('261103', '260230', '261131', '2611', ''),
    entry: fc.constantFrom('1103', '    ', ''),
    mark: fc.oneof(fc.constantFrom('C', 'D', 'RC', 'RD', 'c'), mostly('C', 'X', '')),
    amount: fc.oneof(fc.constantFrom('125,00', '10', '0,00'), mostly('10', '1.250,00', 'abc', '')),
    type: fc.constantFrom('NTRFNONREF', 'NET NONREF', ' NTRFNONREF', '', 'S   X'),
  }),
  { minLength: 1, maxLength: 8 },
);

test('every movement of an MT940 file is shown or counted', () => {
  expectNothingLost(movements, (rows) => {
    const lines = rows.map(({ day, entry, mark, amount, type }) => `:61:${day}${entry}${mark}${amount}${type}`);
    return [':20:S', ':25:51230600/0004418827', ':60F:C261102EUR0,00', ...lines, ':62F:C261103EUR1,00', '-'].join('\n');
  });
});

const entries = fc.array(
  fc.record({
    amount: fc.oneof(fc.constantFrom('12.50', '0.00'), mostly('12.50', '1,50', 'abc', '')),
    mark: mostly('CRDT', 'DBIT', ''),
    state: fc.constantFrom('BOOK', 'PDNG', 'INFO', 'FUTR', ''),
    day: mostly('2026-11-03', '2026-02-30', ''),
  }),
  { minLength: 1, maxLength: 8 },
);

test('every entry of a CAMT.053 file is shown or counted', () => {
  expectNothingLost(entries, (rows) => {
    const entry = ({ amount, mark, state, day }: (typeof rows)[number]): string =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>${state}</Sts><BookgDt><Dt>${day}</Dt></BookgDt></Ntry>`;
    const account = '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>';
    return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${account}${rows.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  });
});

const ofxMovements = fc.array(
  fc.record({
    group: fc.oneof(
      { weight: 5, arbitrary: fc.constant('STMTTRN') },
      { weight: 1, arbitrary: fc.constant('STMTTRNP') },
    ),
    type: fc.constantFrom('CREDIT', 'DEBIT', 'XFER', 'HOLD', ''),
    day: fc.oneof(fc.constantFrom('20261103', '20261103120000[-5:EST]'), mostly('20261103', '20260230', '')),
    amount: fc.oneof(fc.constantFrom('-12.50', '+7,5', '0.00', '1.250,00', '40'), mostly('-10', '1,234', 'abc', '')),
    rest: fc.constantFrom('<NAME>X & Y<MEMO>', '<MEMO>a < b', '<CHECKNUM>', '<PAYEE><NAME>X</PAYEE>', '<FITID>B1', ''),
  }),
  { minLength: 1, maxLength: 8 },
);

test.each([
  ['in lines', '\n', ''],
  ['in one line', '', ''],
  ['with closing tags', '\n', '$1'],
])('every movement of an OFX file %s is shown or counted', (_, between, closing) => {
  expectNothingLost(ofxMovements, (rows) => {
    const all = rows.map(({ group, type, day, amount, rest }) =>
      [`<${group}>`, `<TRNTYPE>${type}`, `<DTPOSTED>${day}`, `<TRNAMT>${amount}`, rest, `</${group}>`].join(between),
    );
    const account = '<CURDEF>EUR<BANKACCTFROM><BANKID>20041010<ACCTID>0731506</BANKACCTFROM>';
    const text = `OFXHEADER:100\n\n<OFX><STMTRS>${account}<BANKTRANLIST>${all.join(between)}</BANKTRANLIST></STMTRS></OFX>`;
    return closing === '' ? text : text.replace(/<(TRN[A-Z]+|DTPOSTED|MEMO)>([^<\n]*)/g, '<$1>$2</$1>');
  });
});

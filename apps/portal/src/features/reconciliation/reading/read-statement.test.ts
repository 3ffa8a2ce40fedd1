import { describe, expect, test } from 'vitest';
import { mostBytes, readStatement, refuseLarge } from './read-statement.ts';
import { type BankStatement, type ColumnMap, isoDay, UnknownColumns } from './statement.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A file of one account. */
function readOne(file: Uint8Array, columns?: ColumnMap): BankStatement {
  const statement = readStatement(file, columns);
  if (Array.isArray(statement)) throw new Error(`${statement.length} statements`);
  return statement;
}
const read = (text: string) => readOne(bytes(text));
/** `day amount name reference` of each line. */
const brief = (text: string) =>
  read(text).lines.map(({ day, amount, name, reference }) => [isoDay(day), amount, name, reference].join(' | '));

const csv =
  'Date,Description,Amount,Reference,Name\r\n21/11/2026,FPI,249.00,INV-118,P RAGHUNATHAN\r\n22/11/2026,FEE,-1.50,,\r\n';
const expected = ['2026-11-21 | 24900 | P RAGHUNATHAN | INV-118', '2026-11-22 | -150 |  | '];

describe('CSV', () => {
  test('reads signs, dates and references', () => {
    expect(brief(csv)).toEqual(expected);
  });

  test('reads UTF-16, Windows-1252 and a byte order mark', () => {
    const wide = new Uint8Array([0xff, 0xfe, ...[...csv].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(readOne(wide).lines).toHaveLength(2);
    expect(readOne(wide.subarray(2)).lines).toHaveLength(2);
    expect(read(`\ufeff${csv}`).lines).toHaveLength(2);
    const old = bytes('Datum;Name;Betrag\n21.11.2026;M_ller;1.249,50\n').map((byte) => (byte === 0x5f ? 0xfc : byte));
    expect(readOne(old).lines[0]).toMatchObject({ name: 'Müller', amount: 124_950 });
  });

  test.each([
    [
      'German',
      'Buchungstag;Name Zahlungsbeteiligter;Verwendungszweck;Betrag;Waehrung\n21.11.26;Jörg Weiß;RE 4711;-1.249,50;EUR\n',
    ],
    ['French', 'Date;Libellé;Débit euros;Crédit euros\n21/11/2026;VIR M DUPONT;1 249,50;\n30/11/2026;VIR;;2,00\n'],
    ['Spanish', 'Fecha operación;Concepto;Importe\n21/11/2026;TRANSFERENCIA;-1.249,50\n'],
    ['Polish', 'Data operacji;Nadawca;Tytuł;Kwota\n2026-11-21;Łukasz;Faktura 7;-1249,50\n'],
    ['British, two columns', 'Date\tType\tDescription\tPaid out\tPaid in\n21 Nov 2026\tFPO\tX\t"1,249.50"\t\n'],
    ['with a separate sign', 'Date,Amount,Debit/Credit,Name\n2026-11-21,1249.50,Debit,X\n'],
  ])('reads the column names of a %s bank', (_, text) => {
    expect(read(text).lines[0]).toMatchObject({ amount: -124_950, day: 20_778 });
  });

  test('keeps quotes, delimiters and line breaks within a cell', () => {
    const text = 'Date,Name,Amount\n21/11/2026,"Smith ""Bob"",\r\nand Sons",10.00\n22/11/2026,X,11.00\n';
    expect(brief(text)).toEqual(['2026-11-21 | 1000 | Smith "Bob", and Sons | ', '2026-11-22 | 1100 | X | ']);
  });

  test('reads all dates in one order, decided over the whole column', () => {
    const rows = (dates: string[]) => `Date,Amount\n${dates.map((date) => `${date},1.00`).join('\n')}\n`;
    const days = (dates: string[]) => read(rows(dates)).lines.map(({ day }) => isoDay(day));
    expect(days(['11/03/2026', '11/21/2026'])).toEqual(['2026-11-03', '2026-11-21']);
    expect(days(['03/11/2026', '21/11/2026'])).toEqual(['2026-11-03', '2026-11-21']);
    expect(days(['11/01/2026', '11/02/2026', '11/03/2026'])).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
    expect(read(rows(['01/11/2026', '02/11/2026'])).dateOrder).toBe('day first');
  });

  test('finds the account and leaves out pending rows', () => {
    const text = `Account:,GB29 NWBK 6016 1331 9268 19\nPeriod:,November\n\nDate,Status,Amount\n21/11/2026,Completed,1.00\n21/11/2026,Pending,2.00\nTotal,,3.00\n`;
    expect(read(text)).toMatchObject({ account: 'GB29NWBK60161331926819', leftOut: 1, lines: [{ amount: 100 }] });
  });

  test('asks for unknown columns with a guess', () => {
    const text = 'a,b,c\n21/11/2026,10.00,Smith\n22/11/2026,11.00,Jones\n';
    expect(() => read(text)).toThrow(UnknownColumns);
    const lines = readOne(bytes(text), { date: [0], amount: [1], name: [2] }).lines;
    expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
      ['Smith', 1000],
      ['Jones', 1100],
    ]);
  });
});

const camt = (version: string, entries: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id><Ccy>GBP</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, details: string, status = '<Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;
const detail = (end: string, name: string, amount: string) =>
  `<TxDtls><Refs><EndToEndId>${end}</EndToEndId></Refs>${amount}<RltdPties><Dbtr>${name}</Dbtr></RltdPties></TxDtls>`;

describe('CAMT.053', () => {
  test.each([
    [
      '02',
      '<Nm>Smith &amp; Sons</Nm>',
      '<AmtDtls><TxAmt><Amt Ccy="GBP">10.00</Amt></TxAmt></AmtDtls>',
      '<Sts>BOOK</Sts>',
    ],
    ['08', '<Pty><Nm>Smith &amp; Sons</Nm></Pty>', '<Amt Ccy="GBP">10.00</Amt>', '<Sts><Cd>BOOK</Cd></Sts>'],
  ])('reads version %s, a batch by its details', (version, name, amount, status) => {
    const batch = entry('20.00', detail('INV-1', name, amount) + detail('INV-2', name, amount), status);
    const pending = entry('9.00', '', status.replace('BOOK', 'PDNG'));
    const found = read(camt(version, batch + pending));
    expect(found).toMatchObject({ account: 'GB29NWBK60161331926819', currency: 'GBP', leftOut: 1 });
    expect(found.lines.map((line) => [line.amount, line.name, line.reference])).toEqual([
      [1000, 'Smith & Sons', 'INV-1'],
      [1000, 'Smith & Sons', 'INV-2'],
    ]);
  });

  test('refuses custom entities', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${camt('02', '')}`;
    expect(() => read(bomb)).toThrow(/declares a document type/);
  });

  test('refuses a truncated file or another message', () => {
    const whole = camt('02', entry('10.00', ''));
    expect(() => read(whole.slice(0, -60))).toThrow(/cut off/);
    expect(() => read('<Document><Other/></Document>')).toThrow(/not a bank statement/);
  });
});

const mt940 = [
  '{1:F01BANKGB2L}{4:',
  ':20:START',
  ':25:20041010/0050005EUR',
  ':28C:1/1',
  ':60F:C261120EUR1000,00',
  ':61:2611211121CR249,50NTRFINV-118//BANK7',
  ':86:166?00GUTSCHRIFT?20EREF+INV-118?21SVWZ+Rechnung 118?32Priya Ragh?33unathan',
  ':61:261122D1,5NCHGNONREF',
  ':86:/EREF/NOTPROVIDED/REMI/Account fee/NAME/Bank/',
  ':62F:C261122EUR1248,00',
  '-}',
  '',
].join('\r\n');

describe('MT940', () => {
  test('reads what banks put into the details', () => {
    expect(brief(mt940)).toEqual(['2026-11-21 | 24950 | Priya Raghunathan | INV-118', '2026-11-22 | -150 | Bank | ']);
    expect(read(mt940)).toMatchObject({ account: '20041010/0050005', currency: 'EUR' });
  });

  test('refuses a file without the closing balance', () => {
    expect(() => read(mt940.slice(0, mt940.indexOf(':62F')))).toThrow(/ends before its closing balance/);
  });
});

describe('a file that cannot be read is refused with a sentence', () => {
  test.each([
    [
      'a CSV cut within a quoted cell',
      'Date,Name,Amount\n21/11/2026,X,1.00\n22/11/2026,"Smi',
      /in the middle of row 3/,
    ],
    [
      'a CSV cut within a row',
      'Date,Name,Amount\n20/11/2026,X,1.00\n21/11/2026,X,1.00\n22/11/2026,Sm',
      /in the middle of row 4/,
    ],
    [
      'a CSV cut before its sum',
      'Date,Name,Amount\n20/11/2026,X,1.00\n21/11/2026,X,1.00\n22/11/2026,Sm,',
      /in the middle of row 4/,
    ],
    ['an empty file', '', /is empty/],
    ['only spaces', ' \n \n', /is empty/],
    ['only a header', 'Date,Amount\n', /no booked lines/],
    ['a PDF', '%PDF-1.7', /is a PDF/],
    ['prose', 'Dear customer\nthank you\n', /neither CSV/],
    ['noise', `Date,Amount\n${'\u0001\u0002\u0003'.repeat(50)}`, /not text/],
  ])('%s', (_, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  test('a file of 200 MB, without reading it', () => {
    expect(() => refuseLarge(200_000_000)).toThrow('This file has 200 MB; 100 MB can be read.');
    expect(() => refuseLarge(mostBytes)).not.toThrow();
  });
});

import { writerOf } from '@volume/contract/balances/statement-files/write-statement.ts';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { movements, statementOf } from './random-statement.ts';

declare const __IS_FULL__: boolean;

// The part of the published camt.053.001.08.xsd that our file uses. 401 random files were valid by the schema itself
// when this table was written.

/** The children of an element, in the order that the schema demands. */
const children: Readonly<Record<string, RegExp>> = {
  Document: /^BkToCstmrStmt $/,
  BkToCstmrStmt: /^GrpHdr (Stmt )+$/,
  GrpHdr: /^MsgId CreDtTm $/,
  Stmt: /^Id CreDtTm FrToDt Acct (Bal )+(TxsSummry )?(Ntry )*$/,
  FrToDt: /^FrDtTm ToDtTm $/,
  Acct: /^Id Ccy Ownr $/,
  'Acct/Id': /^(IBAN|Othr) $/,
  Othr: /^Id $/,
  Ownr: /^Nm $/,
  Bal: /^Tp Amt CdtDbtInd Dt $/,
  Tp: /^CdOrPrtry $/,
  CdOrPrtry: /^Cd $/,
  'Bal/Dt': /^Dt $/,
  TxsSummry: /^TtlNtries TtlCdtNtries TtlDbtNtries $/,
  TtlNtries: /^NbOfNtries Sum TtlNetNtry $/,
  TtlNetNtry: /^Amt CdtDbtInd $/,
  TtlCdtNtries: /^NbOfNtries Sum $/,
  TtlDbtNtries: /^NbOfNtries Sum $/,
  Ntry: /^Amt CdtDbtInd (RvslInd )?Sts BookgDt ValDt AcctSvcrRef BkTxCd NtryDtls $/,
  Sts: /^Cd $/,
  BookgDt: /^DtTm $/,
  ValDt: /^Dt $/,
  BkTxCd: /^Prtry $/,
  Prtry: /^Cd Issr $/,
  NtryDtls: /^TxDtls $/,
  TxDtls: /^Refs (RltdPties )?RmtInf $/,
  Refs: /^AcctSvcrRef (EndToEndId )?$/,
  RltdPties: /^(Dbtr|Cdtr) $/,
  Dbtr: /^Pty $/,
  Cdtr: /^Pty $/,
  Pty: /^Nm $/,
  RmtInf: /^Ustrd $/,
};

const text35 = /^.{1,35}$/su;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const money = /^\d{1,16}\.\d\d$/;

/** The texts of elements without children, as the schema's types demand. */
const texts: Readonly<Record<string, RegExp>> = {
  MsgId: text35,
  'Stmt/Id': text35,
  'Othr/Id': /^.{1,34}$/su,
  IBAN: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/,
  CreDtTm: dateTime,
  FrDtTm: dateTime,
  ToDtTm: dateTime,
  DtTm: dateTime,
  'Dt/Dt': /^\d{4}-\d\d-\d\d$/,
  'ValDt/Dt': /^\d{4}-\d\d-\d\d$/,
  Ccy: /^[A-Z]{3}$/,
  Nm: /^.{1,140}$/su,
  'CdOrPrtry/Cd': /^(OPBD|CLBD|ITBD)$/,
  'Sts/Cd': /^BOOK$/,
  'Prtry/Cd': text35,
  Issr: text35,
  Amt: money,
  Sum: money,
  NbOfNtries: /^\d{1,15}$/,
  CdtDbtInd: /^(CRDT|DBIT)$/,
  RvslInd: /^true$/,
  AcctSvcrRef: text35,
  EndToEndId: text35,
  Ustrd: /^.{1,140}$/su,
};

interface Open {
  name: string;
  children: string;
  text: string;
}

/** Fails for an element, an order or a text that the schema does not allow. */
function expectValid(xml: string): void {
  const open: Open[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1);
    if (parent) parent.children += `${name} `;
    open.push({ name, children: '', text: '' });
    const isAmountWithCurrency = name === 'Amt' && parent?.name !== 'TtlNetNtry';
    expect(Object.keys(attributes)).toEqual(isAmountWithCurrency ? ['Ccy'] : name === 'Document' ? ['xmlns'] : []);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    const path = `${open.at(-1)?.name}/${element.name}`;
    const order = children[path] ?? children[element.name];
    const value = texts[path] ?? texts[element.name];
    expect([order !== undefined, value !== undefined].filter(Boolean), `${path} is in one table`).toHaveLength(1);
    if (order) expect(element.children, path).toMatch(order);
    if (value) expect(element.text, path).toMatch(value);
  });
  parser.write(xml).close();
  expect(open).toEqual([]);
}

test('a CAMT.053 file has the elements, their order, lengths and patterns of the published schema', () => {
  fc.assert(
    fc.property(movements, fc.boolean(), fc.boolean(), (rows, isSoFar, hasIban) => {
      const { head, lines } = statementOf(rows, 0);
      const account = hasIban ? [{ type: 'IBAN', number: 'DE89 3704 0044 0532 0130 00' }] : head.account;
      const writer = writerOf('CAMT_053', { ...head, isSoFar, account });
      expectValid(writer.begin + lines.map(writer.line).join('') + writer.end);
    }),
    { numRuns: __IS_FULL__ ? 10_000 : 100 },
  );
});

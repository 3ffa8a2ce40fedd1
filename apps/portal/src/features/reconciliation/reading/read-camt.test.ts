import { describe, expect, test } from 'vitest';
import { proveBalances } from './prove-balances.ts';
import { readStatement } from './read-statement.ts';

const readAll = (text: string) => [readStatement(new TextEncoder().encode(text))].flat();

const balance = (type: string, amount: string, way = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>`;
const entry = (
  amount: string,
  { way = 'CRDT', more = '', status = '<Cd>BOOK</Cd>', details = '', currency = 'GBP' } = {},
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt>${details && `<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls>`}</Ntry>`;
const statement = (content: string, account = 'GB29NWBK60161331926819', currency = 'GBP') =>
  `<Stmt><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy><Ownr><Nm>Harbour and Bloom</Nm></Ownr></Acct>${content}</Stmt>`;
const file = (content: string, version = '08') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>${content}</BkToCstmrStmt></Document>`;
const readLine = (more: Parameters<typeof entry>[1]) => readAll(file(statement(entry('12.50', more))))[0]?.lines[0];
const parties = (payer: string, payee: string) =>
  `<RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr><Cdtr><Nm>${payee}</Nm></Cdtr></RltdPties>`;

test.each(['02', '04', '06', '08', '10', '13'])('proves the lines of version %s by its balances', (version) => {
  const content = `${balance('OPBD', '100.00')}${balance('CLBD', '90.00')}${balance('CLAV', '5.00')}${entry('12.50')}${entry('22.50', { way: 'DBIT' })}`;
  const [found] = readAll(file(statement(content), version));
  expect(found && proveBalances(found)).toEqual({ kind: 'agrees', lines: 2, opening: 10_000, closing: 9000 });
});

test('uses the closing balance of the previous day, and interim balances of a page', () => {
  const before = `${balance('PRCD', '10.00', 'DBIT')}${balance('CLBD', '2.50')}${entry('12.50')}`;
  const page = `${balance('ITBD', '2.50')}${balance('ITBD', '15.00')}${entry('12.50')}`;
  for (const [content, opening] of [
    [before, -1000],
    [page, 250],
  ] as const) {
    const [found] = readAll(file(statement(content)));
    expect(found && proveBalances(found)).toMatchObject({ kind: 'agrees', opening });
  }
});

test('returns a statement for each account and currency', () => {
  const found = readAll(
    file(
      statement(entry('1.00')) +
        statement(entry('2.00'), 'GB33BUKB20201555555555') +
        statement(entry('3.00', { currency: 'EUR' }), undefined, 'EUR') +
        statement(entry('4.00')),
    ),
  );
  expect(found.map(({ account, currency, lines }) => [account, currency, lines.map(({ amount }) => amount)])).toEqual([
    ['GB29NWBK60161331926819', 'GBP', [100, 400]],
    ['GB33BUKB20201555555555', 'GBP', [200]],
    ['GB29NWBK60161331926819', 'EUR', [300]],
  ]);
});

test('leaves out movements that are not booked, and counts them by reason', () => {
  const unbooked = ['<Cd>PDNG</Cd>', '<Cd>INFO</Cd>', '<Cd>INFO</Cd>', '<Cd>FUTR</Cd>', '<Prtry>HELD</Prtry>'];
  const [found] = readAll(
    file(statement(entry('1.00') + unbooked.map((status) => entry('9.00', { status })).join(''))),
  );
  expect(found).toMatchObject({
    lines: [{ amount: 100 }],
    leftOut: 5,
    leftOutBecause: {
      'not booked yet': 1,
      'for information only': 2,
      'booked in the future': 1,
      'with the status HELD': 1,
    },
  });
  expect(() => readAll(file(statement(entry('9.00', { status: 'PDNG' }))))).toThrow('left out: 1 not booked yet');
});

describe('who paid', () => {
  const reversed = '<RvslInd>true</RvslInd>';
  test.each([
    ['a payment', { details: parties('Ada', 'Harbour and Bloom') }, 'Ada'],
    ['a payout', { way: 'DBIT', details: parties('Harbour and Bloom', 'Ada') }, 'Ada'],
    ['a payment taken back', { way: 'DBIT', more: reversed, details: parties('Ada', 'Harbour and Bloom') }, 'Ada'],
    ['a payout that came back', { more: reversed, details: parties('Harbour and Bloom', 'Ada') }, 'Ada'],
    [
      'a return without the mark of a reversal',
      { details: `${parties('Harbour and Bloom', 'Ada')}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>` },
      'Ada',
    ],
  ])('is named in %s', (_, more, name) => {
    expect(readLine(more)?.name).toBe(name);
  });
});

test('reads structured remittance: documents, creditor references and additional text', () => {
  const details =
    '<RmtInf><Strd><RfrdDocInf><Nb>INV-881</Nb></RfrdDocInf><RfrdDocInf><Nb>INV-882</Nb></RfrdDocInf></Strd><Strd><CdtrRefInf><Ref>RF18881</Ref></CdtrRefInf><AddtlRmtInf>Order 7</AddtlRmtInf></Strd></RmtInf>';
  const text = readLine({ details })?.text ?? '';
  for (const part of ['INV-881', 'INV-882', 'RF18881', 'Order 7']) expect(text).toContain(part);
});

describe('says what the file is', () => {
  test.each([
    ['CAMT.052', '<Document><BkToCstmrAcctRpt><Rpt/></BkToCstmrAcctRpt></Document>', /CAMT\.052 account report/],
    ['CAMT.054', '<Document><BkToCstmrDbtCdtNtfctn/></Document>', /CAMT\.054 notification/],
    ['a payment order', '<Document><CstmrCdtTrfInitn/></Document>', /PAIN\.001 payment order/],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', /web page/],
    ['an entry without a direction', file(statement(entry('1.00', { way: '' }))), /no direction/],
  ])('%s', (_, text, sentence) => {
    expect(() => readAll(text)).toThrow(sentence);
  });

  test('reads a file that begins with empty lines', () => {
    expect(readAll(`\r\n\n${file(statement(entry('1.00')))}`)[0]?.lines).toHaveLength(1);
  });
});

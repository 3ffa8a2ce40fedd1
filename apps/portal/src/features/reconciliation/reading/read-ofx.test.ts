import { describe, expect, test } from 'vitest';
import { proveBalances } from './prove-balances.ts';
import { readStatement } from './read-statement.ts';
import { isoDay } from './statement.ts';

const readAll = (text: string) => [readStatement(new TextEncoder().encode(text))].flat();

function readOne(text: string) {
  const [only, ...others] = readAll(text);
  if (!only || others.length > 0) throw new Error(`${others.length + 1} statements`);
  return only;
}

/** `day amount name reference text id` of each line. */
const brief = (text: string) =>
  readOne(text).lines.map(({ day, amount, name, reference, text: said, bankId }) =>
    [isoDay(day), amount, name, reference, said, bankId].join(' | '),
  );

const header = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '',
].join('\r\n');

const signOn =
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO<MESSAGE>Success</STATUS><DTSERVER>20261201093000[0:GMT]<LANGUAGE>ENG<FI><ORG>HB<FID>101</FI><INTU.BID>3000</SONRS></SIGNONMSGSRSV1>';

const balance = '<LEDGERBAL><BALAMT>1248.00<DTASOF>20261130</LEDGERBAL>';
const account = '<BANKACCTFROM><BANKID>200415<ACCTID>11112222<ACCTTYPE>CHECKING</BANKACCTFROM>';

/** An answer with the statement of one account. */
const answer = (movements: string, { from = account, rest = balance, currency = 'GBP' } = {}) =>
  `<STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}${from}<BANKTRANLIST><DTSTART>20261101<DTEND>20261130${movements}</BANKTRANLIST>${rest}</STMTRS></STMTTRNRS>`;

const file = (answers: string) => `${header}<OFX>${signOn}<BANKMSGSRSV1>${answers}</BANKMSGSRSV1></OFX>\r\n`;

const movement = (inside: string) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121<TRNAMT>249.50<FITID>B7${inside}</STMTTRN>`;

/** A movement with another amount. */
const of = (amount: string, type = 'OTHER') =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261121<TRNAMT>${amount}<FITID>B1</STMTTRN>`;

describe('reads the three ways in which OFX is written', () => {
  const sgml = file(
    answer(
      '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121120000.000[-5:EST]<TRNAMT>249.50<FITID>B7<REFNUM>INV-118<NAME>P RAGHUNATHAN<MEMO>Invoice 118</STMTTRN>' +
        '<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261122<TRNAMT>-1.50<FITID>B8<CHECKNUM>1042<NAME><MEMO></STMTTRN>',
    ),
  );
  const expected = [
    '2026-11-21 | 24950 | P RAGHUNATHAN | INV-118 | Invoice 118 | B7',
    '2026-11-22 | -150 |  | 1042 |  | B8',
  ];
  const xml = sgml
    .replace(header, '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>\n')
    .replace(/<([A-Z.]+)>([^<\r\n]+)/g, '<$1>$2</$1>')
    .replace('<NAME><MEMO>', '<NAME/><MEMO></MEMO>')
    .replaceAll('<', '\n  <');

  test.each([
    ['SGML, all in one line', sgml],
    ['SGML, a line for each tag', sgml.replaceAll('<', '\r\n<')],
    ['SGML, a line for each tag, with tabs', sgml.replaceAll('<', '\n\t\t<')],
    ['SGML, with the header in the same line', sgml.replaceAll('\r\n', '')],
    ['SGML with closing tags', sgml.replace(/<([A-Z.]+)>([^<\r\n]+)/g, '<$1>$2</$1>')],
    ['without a header', sgml.replace(header, '\n\n')],
    ['behind blank lines', `\r\n\r\n\r\n${sgml}`],
    ['in small letters', sgml.replace(/<[^>]+>/g, (tag) => tag.toLowerCase())],
    ['XML', xml],
    ['XML in one line', xml.replaceAll(/\s*\n\s*/g, '')],
    ['XML whose header is not closed', xml.replaceAll(/\s*\n\s*/g, '').replace('?><OFX>', '?<OFX>')],
    ['XML with the old header in a comment', xml.replace(/<\?OFX[^>]*>/, `<!--\n${header}-->`)],
    ['XML with a namespace', xml.replace('<OFX>', '<OFX xmlns="http://ofx.net/types/2003/04">')],
  ])('%s', (_, text) => {
    expect(brief(text)).toEqual(expected);
    expect(readOne(text)).toMatchObject({ format: 'OFX', account: '200415/11112222', currency: 'GBP', leftOut: 0 });
  });
});

describe('a movement', () => {
  test.each([
    ['a decimal point', '-12.80', -1280],
    ['a decimal comma', '-200,00', -20_000],
    ['no decimals', '120', 12_000],
    ['one decimal', '-0.5', -50],
    ['no digit before the mark', '.75', 75],
    ['a plus, and zeros on both sides', '+0000000115.8000', 11_580],
    ['spaces before the amount', '            -12.80', -1280],
    ['a space behind the sign', '- 12,80', -1280],
    ['thousands of English banks', '-1,234,567.89', -123_456_789],
    ['thousands of German banks', '1.234,56', 123_456],
    ['thousands of French banks', '-1 234,56', -123_456],
    ['nothing', '0.00', 0],
  ])('has an amount with %s', (_, written, amount) => {
    expect(readOne(file(answer(of(written)))).lines).toMatchObject([{ amount }]);
  });

  test.each([
    ['the day alone', '20261121'],
    ['a time', '20261121235959'],
    ['milliseconds and a zone', '20261121000000.000[-5:EST]'],
    ['a zone in which it is another day', '20261121233000[+10:AEST]'],
    ['a zone without a name', '20261121000000[0]'],
    ['hyphens', '2026-11-21T10:00:00'],
  ])('has the day as the bank wrote it: %s', (_, written) => {
    const [line] = readOne(file(answer(of('1.00').replace('20261121', written)))).lines;
    expect(line && isoDay(line.day)).toBe('2026-11-21');
  });

  test.each([
    [
      'entities',
      '<NAME>SMITH &amp; SONS&nbsp;LTD<MEMO>&lt;a&gt; &#201;T&#xC9; &quot;x&quot; AT&T',
      'SMITH & SONS LTD',
      '',
      '<a> ÉTÉ "x" AT&T',
    ],
    ['an entity that is decoded once', '<NAME>A &amp;lt; B', 'A &lt; B', '', ''],
    ['entities that no letter has', '<NAME>A &#9999999; &copy;', 'A &#9999999; &copy;', '', ''],
    ['CDATA', '<NAME><![CDATA[AT&T <b> ]]></NAME><MEMO><![CDATA[&amp; 1]]></MEMO>', 'AT&T <b>', '', '&amp; 1'],
    ['a sign that looks like a tag', '<NAME>5 < 6<MEMO>a <- b', '5 < 6', '', 'a <- b'],
    ['several memos', '<MEMO>INV-77127<MEMO>Thanks', '', '', 'INV-77127 Thanks'],
    ['a memo of several lines', '<MEMO>Invoice\r\n  118\r\n', '', '', 'Invoice 118'],
    ['a payee', '<PAYEE><NAME>Ada Smith<ADDR1>1 High St<CITY>Leeds</PAYEE><MEMO>Rent', 'Ada Smith', '', 'Rent'],
    ['a payee without its parts', '<PAYEE>Ada Smith<MEMO>Rent', 'Ada Smith', '', 'Rent'],
    [
      'a longer name',
      '<NAME>HARBOUR AND BLOOM TRADING COMPA<EXTDNAME>HARBOUR AND BLOOM TRADING COMPANY',
      'HARBOUR AND BLOOM TRADING COMPANY',
      '',
      '',
    ],
    ['the reference of a payment and of a cheque', '<CHECKNUM>1042<REFNUM>INV-118', '', 'INV-118', '1042'],
    ['references of zeros', '<CHECKNUM>0000<REFNUM>NONREF', '', '', ''],
    ['SEPA markers', '<REFNUM>771<MEMO>EREF+PAYOUT-5512KREF+NONREFSVWZ+Thanks', '', 'PAYOUT-5512', 'NONREF Thanks 771'],
    ['words between slashes', '<MEMO>/EREF/PAYOUT-5512/NAME/Ada/REMI/Thanks', 'Ada', 'PAYOUT-5512', 'Thanks'],
    ['the account of the other side', '<BANKACCTTO><BANKID>9<ACCTID>5</BANKACCTTO><MEMO>Rent', '', '', 'Rent'],
    ['tags that no version has', '<CATEGORY>Shop<ACCTBAL>12.00<MEMO>Rent', '', '', 'Rent'],
  ])('is described by %s', (_, inside, name, reference, text) => {
    const { lines, account: own } = readOne(file(answer(movement(inside))));
    expect(lines).toMatchObject([{ name, reference, text, bankId: 'B7', amount: 24_950, currency: 'GBP' }]);
    expect(own).toBe('200415/11112222');
  });

  test('is in another currency only where the amount is, not where it was converted', () => {
    const rate = (tag: string, symbol: string) => movement(`<${tag}><CURRATE>1.27<CURSYM>${symbol}</${tag}>`);
    const all = rate('CURRENCY', 'USD') + rate('ORIGCURRENCY', 'USD') + rate('CURRENCY', 'GBP');
    expect(readOne(file(answer(all))).lines.map(({ currency, text }) => [currency, text])).toEqual([
      ['USD', 'USD 1.27'],
      ['GBP', 'USD 1.27'],
      ['GBP', ''],
    ]);
  });

  test.each([
    ['no day', of('1.00').replace('<DTPOSTED>20261121', ''), /^Movement 2 of this OFX file has no day\. Ask/],
    ['an impossible day', of('1.00').replace('1121', '1131'), /Movement 2 .* has no day that can be read: “20261131”/],
    ['no amount', of(''), /Movement 2 of this OFX file has no amount\. Ask/],
    ['another amount', of('$120'), /Movement 2 of this OFX file has no amount that can be read: “\$120”/],
    ['fractions of a penny', of('10.005'), /movement 2 .* has more than two decimals: “10\.005”/],
    ['thousands that can be decimals', of('1,234'), /movement 2 .* has more than two decimals: “1,234”/],
  ])('is refused with %s', (_, wrong, sentence) => {
    expect(() => readAll(file(answer(of('5.00') + wrong)))).toThrow(sentence);
  });
});

describe('the sign of an amount is its direction', () => {
  const amounts = (...movements: string[]) =>
    readOne(file(answer(movements.join('')))).lines.map(({ amount }) => amount);

  test('whatever the type says', () => {
    expect(amounts(of('-5.00', 'CREDIT'), of('7.00', 'DEBIT'), of('1.00', 'XFER'))).toEqual([-500, 700, 100]);
  });

  test('and the type is the direction when no amount of the file has a sign', () => {
    expect(amounts(of('5.00', 'DEBIT'), of('7.00', 'Credit'), of('2.00', 'FEE'), of('1.00', 'OUT'))).toEqual([
      -500, 700, -200, -100,
    ]);
    expect(amounts(of('5.00', 'XFER'), of('7.00', 'DEP'))).toEqual([500, 700]);
  });

  test('and a file is refused when neither shows it', () => {
    expect(() => amounts(of('5.00', 'DEBIT'), of('7.00', 'XFER'))).toThrow(
      /Movement 2 of this OFX file, “7\.00”, has no sign, and its type “XFER” does not say/,
    );
  });
});

describe('several accounts', () => {
  const card = `<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR<CCACCTFROM><ACCTID>4111XXXXXXXX1111</CCACCTFROM><BANKTRANLIST>${of('-9.00')}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>`;

  test('are separate statements', () => {
    const other = '<BANKACCTFROM><BANKID>200415<ACCTID>33334444</BANKACCTFROM>';
    const text = file(answer(of('5.00') + of('6.00')) + answer(of('-7.00'), { from: other })).replace(
      '</OFX>',
      `${card}</OFX>`,
    );
    expect(
      readAll(text).map((each) => [
        each.account,
        each.currency,
        each.lines.map(({ number, amount }) => [number, amount]),
      ]),
    ).toEqual([
      [
        '200415/11112222',
        'GBP',
        [
          [1, 500],
          [2, 600],
        ],
      ],
      ['200415/33334444', 'GBP', [[1, -700]]],
      ['4111XXXXXXXX1111', 'EUR', [[1, -900]]],
    ]);
  });

  test('one without movements is not offered, nor is an investment account', () => {
    const empty = answer('', { from: '<BANKACCTFROM><BANKID>1<ACCTID>9</BANKACCTFROM>' });
    const shares = `<INVSTMTTRNRS><STATUS><CODE>2000<SEVERITY>ERROR</STATUS><INVSTMTRS><INVTRANLIST><INVBANKTRAN>${of('1.8331')}</INVBANKTRAN></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS>`;
    expect(readOne(file(empty + answer(of('5.00'))).replace('</OFX>', `${shares}</OFX>`)).lines).toHaveLength(1);
  });

  test('a card whose statement is closed as that of an account', () => {
    const text = `${header}<OFX>${card.replace('</CCSTMTRS>', '</STMTRS>')}</OFX>`;
    expect(readOne(text)).toMatchObject({ account: '4111XXXXXXXX1111', lines: [{ amount: -900 }] });
  });

  test.each([
    ['an IBAN', 'HBUKGB4B', 'GB29NWBK60161331926819', 'GB29NWBK60161331926819'],
    ['a number with the sort code in it', '20-04-15', '20041511112222', '20041511112222'],
    ['a bank without a code', 'SUNCORP', '123456789', '123456789'],
    ['a bank code of zeros', '0000', '123456789', '123456789'],
    ['a German bank code', '20041010<BRANCHID>000', '0731506', '20041010/0731506'],
    ['a French branch', '30002<BRANCHID>00550', '0000157845Z', '30002/00550/0000157845Z'],
  ])('is found with %s', (_, bank, number, found) => {
    const from = `<BANKACCTFROM><BANKID>${bank}<ACCTID>${number}</BANKACCTFROM>`;
    expect(readOne(file(answer(of('5.00'), { from }))).account).toBe(found);
  });

  test('an empty account or currency counts as none', () => {
    const from = '<BANKACCTFROM><BANKID></BANKID><ACCTID></ACCTID></BANKACCTFROM>';
    const found = readOne(file(answer(of('5.00'), { from, currency: '' })));
    expect([found.account, found.currency]).toEqual([undefined, undefined]);
  });
});

describe('the balance', () => {
  const withBalance = (amount: string, day: string) =>
    readOne(
      file(
        answer(of('5.00'), {
          rest: `<LEDGERBAL><BALAMT>${amount}<DTASOF>${day}</LEDGERBAL><AVAILBAL><BALAMT>9.00<DTASOF>${day}</AVAILBAL>`,
        }),
      ),
    );

  test('is the closing balance, and proves nothing without an opening one', () => {
    const found = withBalance('-1.248,00', '20261130235959[0:GMT]');
    expect([found.opening, found.closing, found.closedOn && isoDay(found.closedOn)]).toEqual([
      undefined,
      -124_800,
      '2026-11-30',
    ]);
    expect(proveBalances(found)).toEqual({ kind: 'unproved' });
  });

  test.each([
    ['later than the last day of the list', '1248.00', '20261205'],
    ['earlier than the last line', '1248.00', '20261120'],
    ['without an amount', '', '20261130'],
    ['without a day', '1248.00', ''],
  ])('is not the closing one if it is %s', (_, amount, day) => {
    const found = withBalance(amount, day);
    expect(found.closing).toBeUndefined();
    expect(found.closedOn && isoDay(found.closedOn)).toBe('2026-11-30');
  });

  test('of the day of the download says nothing about the statements of two months', () => {
    const today = '<LEDGERBAL><BALAMT>77.00<DTASOF>20261205</LEDGERBAL>';
    const october = answer(of('5.00').replace('202611', '202610'), { rest: today }).replace(
      /202611(01|30)/g,
      '202610$1',
    );
    const found = readOne(file(answer(of('6.00'), { rest: today }) + october));
    expect(found.lines.map(({ amount }) => amount)).toEqual([500, 600]);
    expect(proveBalances(found)).toEqual({ kind: 'unproved' });
  });
});

describe('is left out and counted', () => {
  test.each([
    [
      'a list of pending movements',
      `<BANKTRANLISTP><DTASOF>20261130<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261129<TRNAMT>-8.50<NAME>X</STMTTRNP><STMTTRNP><TRNAMT>-1.00</STMTTRNP></BANKTRANLISTP>`,
      { 'not booked yet': 2 },
    ],
    ['movements in a pending list', `<BANKTRANLISTP>${of('-8.50')}</BANKTRANLISTP>`, { 'not booked yet': 1 }],
    ['a pending movement', `<PENDINGTRAN><TRNAMT>-8.50</PENDINGTRAN>`, { 'not booked yet': 1 }],
    ['a movement within a pending one', `<PENDINGTRAN>${of('-8.50')}</PENDINGTRAN>`, { 'not booked yet': 1 }],
  ])('%s', (_, pending, leftOutBecause) => {
    const found = readOne(file(answer(of('5.00'), { rest: pending + balance })));
    expect(found).toMatchObject({ lines: [{ amount: 500 }], leftOutBecause, closing: 124_800 });
    expect(found.leftOut).toBe(Object.values(leftOutBecause)[0]);
  });

  test('a hold, and what the bank replaced or deleted later', () => {
    const [first, second, third] = ['B1', 'B2', 'B3'].map((id) => of('5.00').replace('B1', id));
    const replaced = of('6.00').replace('B1', 'B4<CORRECTFITID>B1<CORRECTACTION>REPLACE');
    const deleted = of('5.00').replace('B1', 'B5<CORRECTFITID>B2<CORRECTACTION>DELETE');
    const found = readOne(file(answer([first, second, third, replaced, deleted, of('9.00', 'HOLD')].join(''))));
    expect(found.lines.map(({ number, bankId }) => [number, bankId])).toEqual([
      [1, 'B3'],
      [2, 'B4'],
    ]);
    expect(found.leftOutBecause).toEqual({ 'not booked yet': 1, 'replaced or deleted by the bank': 3 });
    expect(found.leftOut).toBe(4);
  });
});

describe('says why a file cannot be read', () => {
  const whole = file(answer(of('5.00') + of('6.00')));

  test('cut off anywhere behind its header', () => {
    for (let end = header.length - 4; end < whole.length - 2; end += 1)
      expect(() => readAll(whole.slice(0, end)), whole.slice(end - 20, end)).toThrow(
        /OFX file ends before .* cut off\. Download/,
      );
  });

  test('a movement or a list without an end, unless the balance behind the list shows that it is complete', () => {
    expect(() => readAll(whole.replace('</STMTTRN>', ''))).toThrow(/has no end, so lines can be missing\. Download/);
    expect(() => readAll(whole.replace(/<\/BANKTRANLIST>.*?<\/LEDGERBAL>/, ''))).toThrow(/has no end/);
    expect(readOne(whole.replace('</BANKTRANLIST>', ''))).toMatchObject({ lines: [{}, {}], closing: 124_800 });
  });

  test('a movement that belongs to no statement', () => {
    expect(() => readAll(whole.replace('</OFX>', `${of('1.00')}</OFX>`))).toThrow(
      /belongs to no statement, .* Download/,
    );
  });

  test('one of two files in one was cut off', () => {
    expect(readAll(whole + whole)[0]?.lines).toHaveLength(4);
    expect(() => readAll(whole.replace('</OFX>', '') + whole)).toThrow(/cut off/);
  });

  const error = (code: string, severity: string, message: string) =>
    `<STATUS><CODE>${code}<SEVERITY>${severity}${message}</STATUS>`;
  test.each([
    [
      'of the sign-on',
      signOn.replace(/<STATUS>.*<\/STATUS>/, error('15500', 'ERROR', '<MESSAGE>Signon invalid')),
      '',
      /“Signon invalid” \(15500\) instead of a statement\. Download/,
    ],
    [
      'of a statement',
      signOn,
      `<STMTTRNRS>${error('2000', 'ERROR', '')}</STMTTRNRS>`,
      /error 2000 instead of a statement\. Download/,
    ],
  ])('the error %s', (_, start, answers, sentence) => {
    expect(() => readAll(`${header}<OFX>${start}<BANKMSGSRSV1>${answers}</BANKMSGSRSV1></OFX>`)).toThrow(sentence);
    expect(() =>
      readAll(`${header}<OFX>${start}<BANKMSGSRSV1>${answers}${answer(of('5.00'))}</BANKMSGSRSV1></OFX>`),
    ).toThrow(sentence);
  });

  test('a warning is not an error', () => {
    expect(readOne(whole.replace('<CODE>0<SEVERITY>INFO', '<CODE>15000<SEVERITY>WARN')).lines).toHaveLength(2);
  });

  test('no statement', () => {
    const shares = `<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><INVTRANLIST>${of('1.00')}</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>`;
    expect(() => readAll(`${header}<OFX>${signOn}${shares}</OFX>`)).toThrow(
      /only the statement of an investment account\. Download/,
    );
    expect(() => readAll(`${header}<OFX>${signOn}</OFX>`)).toThrow(
      /no statement of a bank account or a card\. Download/,
    );
  });

  test('no movements, or only pending ones', () => {
    expect(() => readAll(file(answer('')))).toThrow(/no booked lines\. Download/);
    expect(() => readAll(file(answer(of('5.00', 'HOLD'))))).toThrow(/left out: 1 not booked yet/);
  });
});

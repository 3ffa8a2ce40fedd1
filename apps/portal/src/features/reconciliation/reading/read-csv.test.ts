import { describe, expect, test } from 'vitest';
import { proveBalances } from './prove-balances.ts';
import { readCsv } from './read-csv.ts';
import { readStatement } from './read-statement.ts';
import { type BankStatement, type ColumnMap, isoDay, UnknownColumns } from './statement.ts';

const readAll = (text: string, columns?: ColumnMap): BankStatement[] =>
  [readStatement(new TextEncoder().encode(text), columns)].flat();

function read(text: string, columns?: ColumnMap): BankStatement {
  const [statement, ...others] = readAll(text, columns);
  if (!statement || others.length > 0) throw new Error('one statement expected');
  return statement;
}

/** `day amount` of each line. */
const brief = (text: string, columns?: ColumnMap): string[] =>
  read(text, columns).lines.map(({ day, amount }) => `${isoDay(day)} ${amount}`);
const amounts = (text: string): number[] => read(text).lines.map(({ amount }) => amount);
const rows = (header: string, ...lines: string[]): string => [header, ...lines, ''].join('\n');

describe('accounts', () => {
  const two = rows(
    'IBAN;Valutadag;Boekdatum;Omschrijving;Bedrag;Saldo',
    'NL12RABO0123456789;2-11-2026;2-11-2026;Factuur 1;10,00;110,00',
    'NL36RABO0987654321;2-11-2026;2-11-2026;Factuur 2;-5,00;45,00',
    'NL12RABO0123456789;3-11-2026;3-11-2026;Factuur 3;20,00;130,00',
    'NL36RABO0987654321;3-11-2026;3-11-2026;Factuur 4;-5,00;40,00',
  );

  test('returns a statement for each own account, proved by its own balances', () => {
    expect(readAll(two).map(({ account, lines }) => [account, lines.map(({ amount }) => amount)])).toEqual([
      ['NL12RABO0123456789', [1000, 2000]],
      ['NL36RABO0987654321', [-500, -500]],
    ]);
    expect(readAll(two).map((each) => proveBalances(each).kind)).toEqual(['agrees', 'agrees']);
  });

  test('returns a statement for each currency', () => {
    const text = rows('Date,Description,Amount,Currency', '2026-11-02,A1,10.00,EUR', '2026-11-03,B2,-5.00,GBP');
    expect(readAll(text).map(({ currency }) => currency)).toEqual(['EUR', 'GBP']);
  });

  test.each([
    [
      'empty in some rows',
      'Date,Name,IBAN,Amount',
      '2026-11-02,Ada,GB29NWBK60161331926819,1.00',
      '2026-11-03,Fee,,-1.00',
    ],
    [
      'behind the name',
      'Date,Name,IBAN,Amount',
      '2026-11-02,Ada,GB29NWBK60161331926819,1.00',
      '2026-11-03,Ada,GB29NWBK60161331926819,2.00',
    ],
    ['a name', 'Account,Date,Amount', 'Main business,2026-11-02,1.00'],
    ['masked', 'Account,Date,Amount', '1234...9876,2026-11-02,1.00'],
  ])('takes no account from a column that is %s', (_, header, ...lines) => {
    expect(read(rows(header, ...lines)).account).toBeUndefined();
  });

  test('joins the bank code and the account number above the header', () => {
    const text = `Bankleitzahl;20041010\nKontonummer;731506\n\n${rows('Buchungstag;Verwendungszweck;Betrag', '02.11.2026;A;1,00')}`;
    expect(read(text).account).toBe('20041010/731506');
  });
});

describe('amounts', () => {
  test.each([
    [
      'whole French amounts with points',
      rows('Date;Libellé;Montant', '02/11/2026;VIR;1.200', '03/11/2026;CB;-3.450'),
      [120_000, -345_000],
    ],
    [
      'whole amounts, by the comma of the balance',
      rows('Date;Details;Amount;Balance', '02/11/2026;X;1.200;1.300,50'),
      [120_000],
    ],
    ['a cell with the other mark', rows('Date,Details,Amount', '2026-11-02,X,"1,50"', '2026-11-03,Y,2.25'), [150, 225]],
    ['Indian groups', rows('Date,Narrative,Amount', '2026-11-02,X,"1,23,456.00"'), [12_345_600]],
    ['zloty in every cell', rows('Data operacji;Opis;Kwota', '2026-11-02;X;1 640,00 zł'), [164_000]],
  ])('reads %s', (_, text, expected) => {
    expect(amounts(text)).toEqual(expected);
  });

  test('takes the currency from the cells', () => {
    expect(read(rows('Data operacji;Opis;Kwota', '2026-11-02;X;1 640,00 zł')).currency).toBe('PLN');
  });

  describe('amounts that could be a thousand times higher', () => {
    const text = rows('Date,Details,Amount', '2026-11-02,X,7.250', '2026-11-03,Y,5.100');

    test('are asked about', () => {
      expect(() => read(text)).toThrow(/7\.250, can have a thousands separator or a decimal mark/);
      expect(() => read(text)).toThrow(UnknownColumns);
    });

    test.each([
      [',', [7_250_00, 5_100_00]],
      ['.', [7_25, 5_10]],
    ] as const)('are read by the decimal mark “%s” that the user chose', (decimalMark, expected) => {
      const [statement] = readCsv(text, undefined, { decimalMark });
      expect(statement?.lines.map(({ amount }) => amount)).toEqual(expected);
    });

    test('a file that shows its decimal mark is read with that one, even if the other was chosen', () => {
      const clear = rows('Date,Details,Amount', '2026-11-02,X,7.25', '2026-11-03,Y,5.100');
      const [statement] = readCsv(clear, undefined, { decimalMark: ',' });
      expect(statement?.lines.map(({ amount }) => amount)).toEqual([7_25, 5_10]);
    });
  });

  test.each([
    ['Italian letters', 'Data;Causale;Importo;D/A', ['02/11/2026;X;10,00;A', '03/11/2026;Y;5,00;D'], [1000, -500]],
    [
      'a nameless column',
      'Datum,Omschrijving,Bedrag,',
      ['2026-11-02,X,10.00,Bij', '2026-11-03,Y,5.00,Af'],
      [1000, -500],
    ],
    [
      'a negative reversal of money out',
      'Date,Details,Money out,Money in',
      ['2026-11-02,X,5.00,', '2026-11-03,Y,-5.00,', '2026-11-04,Z,7.00,'],
      [-500, 500, -700],
    ],
    [
      'money out that is always negative',
      'Date,Details,Debit,Credit',
      ['2026-11-02,X,-5.00,', '2026-11-03,Y,,8.00'],
      [-500, 800],
    ],
  ])('reads the direction of %s', (_, header, lines, expected) => {
    expect(amounts(rows(header, ...lines))).toEqual(expected);
  });

  const unknown = rows('Date,Details,Amount,Debit/Credit', '2026-11-02,X,10.00,Ven', '2026-11-03,Y,5.00,Men');

  test('asks about an unknown word for the direction and names it', () => {
    let asked: unknown;
    try {
      read(unknown);
    } catch (error) {
      asked = error;
    }
    expect(asked).toBeInstanceOf(UnknownColumns);
    const { message, table, guess } = asked as UnknownColumns;
    expect(message).toMatch(/The column “Debit\/Credit” says “Ven”/);
    expect(table.words[guess.sign?.[0] ?? -1]).toEqual([
      { word: 'Ven', direction: undefined },
      { word: 'Men', direction: undefined },
    ]);
  });

  test('reads words as the user explained them, but not the property names of every object', () => {
    const columns = { date: [0], text: [1], amount: [2], sign: [3] };
    const [statement] = readCsv(unknown, columns, { directions: { Ven: 1, Men: -1 } });
    expect(statement?.lines.map(({ amount }) => amount)).toEqual([1000, -500]);
    expect(() => readCsv(unknown.replace('Men', 'constructor'), columns, { directions: { Ven: 1 } })).toThrow(
      /says “constructor”/,
    );
  });
});

describe('the balances choose the reading', () => {
  const proved = (text: string) => proveBalances(read(text)).kind;
  test.each([
    [
      'the fee was subtracted',
      'Date,Details,Amount,Charges,Balance',
      ['2026-11-02,X,100.00,1.00,1099.00', '2026-11-03,Y,-50.00,0.50,1048.50'],
      [9900, -5050],
    ],
    [
      'the net amount counts',
      'Date,Details,Amount,Net amount,Balance',
      ['2026-11-02,X,100.00,99.00,1099.00', '2026-11-03,Y,50.00,48.00,1147.00'],
      [9900, 4800],
    ],
    [
      'all signs are turned',
      'Date,Details,Amount,Balance',
      ['2026-11-02,X,5.00,995.00', '2026-11-03,Y,-3.00,998.00', '2026-11-04,Z,8.00,990.00'],
      [-500, 300, -800],
    ],
    [
      'the newest line is first',
      'Date,Details,Amount,Balance',
      ['2026-11-03,Y,-3.00,7.00', '2026-11-02,X,10.00,10.00'],
      [-300, 1000],
    ],
  ])('where %s', (_, header, lines, expected) => {
    expect(amounts(rows(header, ...lines))).toEqual(expected);
    expect(proved(rows(header, ...lines))).toBe('agrees');
  });

  test('shows the line at which no reading agrees', () => {
    const text = rows(
      'Date,Details,Amount,Balance',
      '2026-11-02,X,10.00,10.00',
      '2026-11-03,Y,2.00,12.00',
      '2026-11-04,Z,1.00,99.00',
    );
    expect(proveBalances(read(text))).toEqual({ kind: 'breaks', line: 2, expected: 1300, found: 9900 });
  });

  test('gives amounts without a sign the direction of the balance, if the opening balance is known', () => {
    const lines = ['2026-11-02,X,10.00,90.00', '2026-11-03,Y,2.00,92.00'];
    const text = rows('Date,Details,Amount,Balance', '2026-11-01,Balance brought forward,,100.00', ...lines);
    expect(amounts(text)).toEqual([-1000, 200]);
    expect(() =>
      read(rows('Date,Details,Amount,Balance', '2026-11-02,X,10.00,90.00', '2026-11-03,Y,2.00,88.00')),
    ).toThrow(/direction of all but one/);
  });
});

describe('rows that are no movements', () => {
  test('leaves out balances and totals of a French statement, and proves the lines by them', () => {
    const text = rows(
      'Date;Libellé;Montant',
      '01/11/2026;Solde initial;100,00',
      '02/11/2026;Client;20,00',
      '03/11/2026;Loyer;-50,00',
      '30/11/2026;Solde final;70,00',
    );
    expect(brief(text)).toEqual(['2026-11-02 2000', '2026-11-03 -5000']);
    expect(proveBalances(read(text))).toEqual({ kind: 'agrees', lines: 2, opening: 10_000, closing: 7000 });
  });

  test('keeps a payment at Total and one whose reference is a balance', () => {
    const text = rows('Date,Name,Details,Amount', '2026-11-02,,TOTAL,-60.00', '2026-11-03,Ada,Closing balance,10.00');
    expect(amounts(text)).toEqual([-6000, 1000]);
  });

  test('counts every row that it leaves out under its reason', () => {
    const text = rows(
      'Fecha;Concepto;Importe;Situación',
      '02/11/2026;A;10,00;Contabilizado',
      '03/11/2026;B;5,00;Pendiente',
      '04/11/2026;C;5,00;Anulado',
      '31/11/2026;D;5,00;Contabilizado',
      '05/11/2026;E;;Contabilizado',
      '06/11/2026;F;0,00;Contabilizado',
    );
    expect(read(text)).toMatchObject({
      leftOut: 5,
      leftOutBecause: {
        'not booked yet': 1,
        'declined or cancelled': 1,
        'without a date that can be read': 1,
        'without an amount': 1,
        'of 0.00': 1,
      },
    });
  });

  test('says that the dates cannot be read when no row has one', () => {
    const text = rows('Date,Details,Amount', '9 Nov,X,10.00', '10 Nov,Y,5.00');
    expect(() => read(text)).toThrow(/The dates of this file, such as 9 Nov, could not be read/);
  });
});

describe('dates', () => {
  test.each([
    ['2026.1.5', '2026-01-05'],
    ['Monday, 9 November 2026', '2026-11-09'],
    ['lun. 09/11/2026', '2026-11-09'],
    ['9. 11. 2026', '2026-11-09'],
    ['20261109235959', '2026-11-09'],
    ['23112026', '2026-11-23'],
    ['9 października 2026', '2026-10-09'],
  ])('reads %s', (cell, day) => {
    expect(brief(rows('Date;Details;Amount', `"${cell}";X;1.00`))).toEqual([`${day} 100`]);
  });

  test('prefers the booking date to the days of payment and of interest', () => {
    const text = rows(
      'Transaction date,Value date,Posting date,Details,Amount',
      '2026-11-01,2026-11-05,2026-11-02,X,1.00',
    );
    expect(brief(text)).toEqual(['2026-11-02 100']);
  });
});

describe('names and texts', () => {
  test('keeps the text of an unknown column', () => {
    const text = rows('Date,Zahlinfo,Amount,Xyz', '2026-11-02,Miete INV-12345,1.00,GB29NWBK60161331926819');
    expect(read(text).lines[0]?.text).toBe('Miete INV-12345');
  });

  test('takes the payer of money in and the payee of money out', () => {
    const text = rows('Date,Payer,Payee,Amount', '2026-11-02,Ada,We Ltd,1.00', '2026-11-03,We Ltd,Bob,-1.00');
    expect(read(text).lines.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
  });

  test('takes the text apart at the markers of SEPA payments', () => {
    const text = rows(
      'Datum;Buchungstext;Betrag',
      '02.11.2026;Auftraggeber: Ada GmbHBuchungstext: Rechnung 12;1,00',
      '03.11.2026;EREF+RE-77SVWZ+Miete;2,00',
    );
    expect(read(text).lines.map((line) => [line.reference, line.text])).toEqual([
      ['', 'Auftraggeber: Ada GmbH Buchungstext: Rechnung 12'],
      ['RE-77', 'Miete'],
    ]);
  });

  test('proposes every column of words as text, and not the balance as the amount', () => {
    const text = rows('x,y,z,u', '2026-11-02,10.00,110.00,Ada', '2026-11-03,-5.00,105.00,Bob');
    try {
      read(text);
      expect.unreachable();
    } catch (error) {
      expect((error as UnknownColumns).guess).toEqual({ date: [0], amount: [1], balance: [2], text: [3] });
    }
  });

  test('reads Czech letters in ISO-8859-2', () => {
    const bytes = Uint8Array.from(
      [...'Datum;Protistrana;Částka\n2.11.2026;Dvořák;1,00\n'].map(
        (letter) => ({ Č: 0xc8, á: 0xe1, ř: 0xf8 })[letter] ?? letter.charCodeAt(0),
      ),
    );
    expect([readStatement(bytes)].flat()[0]?.lines[0]).toMatchObject({ name: 'Dvořák', amount: 100 });
  });

  test('keeps quotation marks of a file that does not quote', () => {
    const text = rows('Date\tDetails\tAmount', '2026-11-02\t"The "Inn\t1.00', '2026-11-03\tX\t2.00');
    expect(read(text).lines.map((line) => line.text)).toEqual(['"The "Inn', 'X']);
  });
});

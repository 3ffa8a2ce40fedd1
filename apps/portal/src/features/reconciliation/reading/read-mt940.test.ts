import { describe, expect, test } from 'vitest';
import { proveBalances } from './prove-balances.ts';
import { readStatement } from './read-statement.ts';
import { isoDay } from './statement.ts';

const readAll = (text: string) => [readStatement(new TextEncoder().encode(text))].flat();

const statement = (movement: string, details = 'Invoice 7', account = 'GB29NWBK60161331926819') =>
  [
    ':20:S1',
    `:25:${account}`,
    ':28C:1/1',
    ':60F:C260301GBP100,00',
    `:61:${movement}`,
    `:86:${details}`,
    ':62F:C260331GBP100,00',
    '-',
    '',
  ].join('\n');

function readLine(movement: string, details?: string) {
  const [only] = readAll(statement(movement, details));
  const [line] = only?.lines ?? [];
  if (!line) throw new Error('There is no line.');
  return { ...line, date: isoDay(line.day) };
}

describe('a movement needs only a day, a mark and an amount', () => {
  test.each([
    ['a type of two letters and a space', '2603050305D7,25NXY REF-881//B1', -725, '2026-03-05', 'REF-881', 'B1'],
    ['spaces for the booking day', '260305    C7,25NTRFREF-881', 725, '2026-03-05', 'REF-881', ''],
    ['no comma', '2603050306C725NTRFREF-881', 72_500, '2026-03-06', 'REF-881', ''],
    ['a decimal point', '260305C1725.50NTRFREF-881', 172_550, '2026-03-05', 'REF-881', ''],
    ['thousands', '260305C1.725,50NTRFREF-881', 172_550, '2026-03-05', 'REF-881', ''],
    ['a space before the type', '260305C7,25 NTRFREF-881', 725, '2026-03-05', 'REF-881', ''],
    ['small letters', '260305rd7,25NTRFREF-881', 725, '2026-03-05', 'REF-881', ''],
    ['no type', '260305CR7,25//B1', 725, '2026-03-05', '', 'B1'],
    ['no type, and no reference', '260305C7,25NONREF', 725, '2026-03-05', '', ''],
    ['a type of spaces', '260305D7,25F   REF-881', -725, '2026-03-05', 'REF-881', ''],
    ['nothing after the amount', '260305D7,25', -725, '2026-03-05', '', ''],
    ['an invalid value day with a booking day', '2602300302D7,25NTRFREF-881', -725, '2026-03-02', 'REF-881', ''],
    ['an invalid value day at the end of a month', '260230D7,25NTRFREF-881', -725, '2026-03-01', 'REF-881', ''],
    ['a booking day in the next year', '2612310102C7,25NTRFREF-881', 725, '2027-01-02', 'REF-881', ''],
  ])('%s', (_, movement, amount, date, reference, bankId) => {
    expect(readLine(movement)).toMatchObject({ amount, date, reference, bankId });
  });

  test.each([
    ['no mark', '2603057,25NTRF'],
    ['no amount', '260305CNTRF'],
    ['an impossible day', '261305C7,25NTRF'],
    ['fractions of a penny', '260305C7,255NTRF'],
  ])('is refused with %s', (_, movement) => {
    expect(() => readLine(movement)).toThrow(/Movement 1 of this MT940 file has no day, mark or amount/);
  });
});

describe(':86:', () => {
  test.each([
    [
      'numbered, another mark',
      '020^00TRANSFER^20PAYOUT-5512^32MEBLE NOWE^33SPOLKA',
      'MEBLE NOWE SPOLKA',
      '',
      'PAYOUT-5512',
    ],
    [
      'numbered, a full field goes on in the next',
      '166?20EREF+ABCDEFGHIJKLMNOPQR5512?2199 SVWZ+Thanks',
      '',
      'ABCDEFGHIJKLMNOPQR551299',
      'Thanks',
    ],
    ['numbered, the mark within the text', '166?20Paid? Yes PAYOUT-5512?32Ada', 'Ada', '', 'Paid? Yes PAYOUT-5512'],
    [
      'in words, the name third in CNTP',
      '/EREF/PAYOUT-5512//CNTP/GB29/NWBKGB2L/Ada Smith/Leeds//REMI/USTD//Thanks/',
      'Ada Smith',
      'PAYOUT-5512',
      'Thanks',
    ],
    ['in words, a structured text', '/NAME/Ada/REMI/STRD/CUR/RF18PAYOUT5512/', 'Ada', '', 'RF18PAYOUT5512'],
    ['with markers', 'EREF+PAYOUT-5512KREF+NONREFSVWZ+Thanks ABWA+Ada', 'Ada', 'PAYOUT-5512', 'Thanks'],
  ])('%s', (_, details, name, reference, text) => {
    expect(readLine('260305C7,25NTRFNONREF', details)).toMatchObject({ name, reference, text });
  });

  test('joins full lines without a space only when most long lines are full', () => {
    const full = `${'PAYMENT OF THE WHOLE AMOUNT WITHOUT ANY DEDUCTION'.padEnd(57, '.')} PAYOUT`
      .padEnd(65, '-')
      .slice(0, 65);
    expect(full).toHaveLength(65);
    expect(readLine('260305C7,25NTRFNONREF', `${full}\n5512 THANKS`).text).toContain('-5512 THANKS');
    const shorter = `${full}\n${full.slice(0, 60)}\n${full.slice(0, 61)}\n5512`;
    expect(readLine('260305C7,25NTRFNONREF', shorter).text).toContain(`${full} `);
  });
});

const day = (account: string, date: string, [from, amount, to]: [string, string, string]) =>
  `:20:D\n:25:${account}\n:60F:C${date}${from}\n:61:${date}${amount}NTRF\n:62F:C${date}${to}\n-\n`;

test('returns a statement for each account and currency, with its own lines and balances', () => {
  const found = readAll(
    day('11112222', '260304', ['GBP10,00', 'C5,00', 'GBP15,00']) +
      day('33334444', '260304', ['GBP90,00', 'D40,00', 'GBP50,00']) +
      day('11112222', '260304', ['EUR0,00', 'C1,00', 'EUR1,00']) +
      day('11112222', '260305', ['GBP15,00', 'C2,00', 'GBP17,00']),
  );
  expect(found.map(({ account, currency, lines }) => [account, currency, lines.map(({ amount }) => amount)])).toEqual([
    ['11112222', 'GBP', [500, 200]],
    ['33334444', 'GBP', [-4000]],
    ['11112222', 'EUR', [100]],
  ]);
  expect(found.map((each) => proveBalances(each).kind)).toEqual(['agrees', 'agrees', 'agrees']);
});

test('joins the days of one account, the newest first or not, and notices a missing day', () => {
  const days = [
    day('11112222', '260304', ['GBP10,00', 'C5,00', 'GBP15,00']),
    day('11112222', '260305', ['GBP15,00', 'D1,00', 'GBP14,00']),
    day('11112222', '260306', ['GBP14,00', 'C2,00', 'GBP16,00']),
  ];
  for (const order of [days, days.toReversed()]) {
    const [found] = readAll(order.join(''));
    expect(found && proveBalances(found)).toEqual({ kind: 'agrees', lines: 3, opening: 1000, closing: 1600 });
  }
  const [gap] = readAll(`${days[0]}${days[2]}`);
  expect(gap && proveBalances(gap)).toEqual({ kind: 'breaks', line: 0, expected: 1500, found: 1400 });
});

describe('says what the file is', () => {
  test('an MT942', () => {
    const interim = ':20:I\n:25:11112222\n:34F:GBP0,\n:13D:2603051200+0000\n:61:260305C1,NTRF\n:90C:1GBP1,\n-\n';
    expect(() => readAll(interim)).toThrow(/MT942 interim report/);
  });

  test('a file that lacks the beginning or the end of one of its statements', () => {
    const first = day('11112222', '260304', ['GBP10,00', 'C5,00', 'GBP15,00']);
    const second = day('11112222', '260305', ['GBP15,00', 'D1,00', 'GBP14,00']);
    expect(() => readAll(first.replace(/:60F.*\n/, ''))).toThrow(/no opening balance/);
    expect(() => readAll(first.replace(/:62F.*\n/, '') + second)).toThrow(/Statement 1 .* no closing balance/);
    expect(() => readAll(first + second.replace(/:62F[^]*/, ''))).toThrow(/was cut off/);
  });
});

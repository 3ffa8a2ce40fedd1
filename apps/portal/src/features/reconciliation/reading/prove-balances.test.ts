import { expect, test } from 'vitest';
import { proveBalances } from './prove-balances.ts';
import type { BankLine } from './statement.ts';

const line = (amount: number, balance?: number, day = 20_700): BankLine => ({
  number: 1,
  day,
  amount,
  currency: 'EUR',
  name: '',
  reference: '',
  text: '',
  bankId: '',
  balance,
});
const prove = (
  lines: BankLine[],
  rest: { opening?: number; closing?: number; balances?: { after: number; amount: number }[] } = {},
) => proveBalances({ lines, currency: 'EUR', ...rest });

test('agrees when the lines explain the opening and the closing balance', () => {
  expect(prove([line(250), line(-100)], { opening: 1000, closing: 1150 })).toEqual({
    kind: 'agrees',
    lines: 2,
    opening: 1000,
    closing: 1150,
  });
});

test('breaks at the first line whose running balance is not explained', () => {
  expect(prove([line(250, 1250), line(100, 1150), line(5, 1155)], { opening: 1000 })).toEqual({
    kind: 'breaks',
    line: 1,
    expected: 1350,
    found: 1150,
  });
});

test('finds the opening balance from running balances alone', () => {
  expect(prove([line(250, 1250), line(-100, 1150)])).toMatchObject({ kind: 'agrees', opening: 1000, closing: 1150 });
});

test('reads running balances of a statement with its newest line first, and names the line that breaks them', () => {
  const lines = [line(5, 1155, 3), line(-100, 1150, 2), line(250, 1250, 1)];
  expect(prove(lines)).toMatchObject({ kind: 'agrees', opening: 1000, closing: 1155 });
  expect(prove([line(5, 1155, 3), line(100, 1150, 2), line(250, 1250, 1)])).toMatchObject({ kind: 'breaks', line: 1 });
});

test('breaks between two statements when the balance before the second is not the one after the first', () => {
  const balances = [
    { after: 1, amount: 1250 },
    { after: 1, amount: 1300 },
  ];
  expect(prove([line(250), line(-100)], { opening: 1000, closing: 1200, balances })).toEqual({
    kind: 'breaks',
    line: 0,
    expected: 1250,
    found: 1300,
  });
});

test('proves nothing without two balances, or when lines follow the last one', () => {
  expect(prove([line(250)])).toEqual({ kind: 'unproved' });
  expect(prove([line(250)], { opening: 1000 })).toEqual({ kind: 'unproved' });
  expect(prove([line(250, 1250), line(1, 1251), line(-100)])).toEqual({ kind: 'unproved' });
});

test('adds up only the lines in the currency of the balances', () => {
  const other = { ...line(99), currency: 'USD' };
  expect(prove([line(250), other], { opening: 0, closing: 250 })).toMatchObject({ kind: 'agrees' });
});

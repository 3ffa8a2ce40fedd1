import { expect, test } from 'vitest';
import { entryLabel, sumsText } from './reconciliation-labels.ts';

test.each([
  [[7701, -171], '£77.01 in, £1.71 out'],
  [[100, 200], '£3.00 in'],
  [[-71], '£0.71 out'],
  [[], '£0.00'],
])('never adds money in and money out: %j is %s', (amounts, text) => {
  expect(
    sumsText(
      amounts.map((amount) => ({ amount })),
      'GBP',
    ),
  ).toBe(text);
});

test.each([
  ['FEE', 'Exchange fee', ''],
  ['FEE', '', 'Fee'],
  ['RETURN', 'Pay-in returned to Ada Smith', ''],
  ['PAY_IN', 'Ada Smith', 'Payment from'],
] as const)('says once what an entry is: %s %s', (kind, name, label) => {
  expect(entryLabel({ kind, name })).toBe(label);
});

import { expect, test } from 'vitest';
import { findUnmarked } from '#scripts/check-figures.ts';
import { findRepeatedNouns } from '#scripts/check-house-rules.ts';

test('reports query keys of a noun that are made in two places, and accepts those of two nouns', () => {
  const users = {
    file: 'users.ts',
    text: "export const userKeys = keysOf('users');\nconst roleKeys = keysOf('roles');",
  };
  const merchant = { file: 'merchant.tsx', text: "const peopleKeys = keysOf('users');" };
  expect(findRepeatedNouns([users])).toEqual([]);
  expect(findRepeatedNouns([users, merchant])).toEqual([
    "merchant.tsx: the query keys of 'users' are already in users.ts",
  ]);
});

test('reports a sum on a screen that is not in a figure, and accepts one in a figure or of one payment', () => {
  const file = 'apps/portal/src/features/overview/totals.tsx';
  const find = (text: string, at = file) => findUnmarked([{ file: at, text }]);
  const [unmarked, marked] = ['<Money minor={1} />', '<Figure of={of}>\n<Money minor={1} /></Figure>'];
  expect(find(marked)).toEqual([]);
  expect(find(`${marked}\n${unmarked}`)).toEqual([`${file}:3: draw a sum in a <Figure>, which explains it`]);
  for (const each of [unmarked, 'moneyCell(1, currency)', 'formatMoney(1, currency)'])
    expect(find(each)).toHaveLength(1);
  expect(find(unmarked, 'apps/portal/src/features/payouts/payout-sheet.tsx')).toEqual([]);
});

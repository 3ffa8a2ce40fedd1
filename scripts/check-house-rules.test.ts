import { expect, test } from 'vitest';
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

import { expect, test } from 'vitest';
import { isSameAccount } from './same-account.ts';

test.each([
  ['an IBAN and its end', 'GB29NWBK60161331926819', '60161331926819', true],
  ['a bank code and number without leading zeros', '37040044/532013', 'DE89370400440000532013', true],
  ['an Austrian one', '19043/00234573201', 'AT611904300234573201', true],
  ['a French one, of a bank, a branch and a number', '30002/00550/157845Z', 'FR7630002005500000157845Z02', true],
  ['another French branch', '30002/00551/157845Z', 'FR7630002005500000157845Z02', false],
  ['the beginning of a French number', '30002/00550/157845', 'FR7630002005500000157845Z02', false],
  ['two writings of a bank code and number', '37040044/532013', '37040044/0000532013', true],
  ['another number', '37040044/53201', 'DE89370400440000532013', false],
  ['another bank', '37040045/532013', 'DE89370400440000532013', false],
  ['only the end of a number', '37040044/2013', 'DE89370400440000532013', false],
  ['no number', '37040044/', 'DE89370400440000532013', false],
])('%s', (_, one, other, isSame) => {
  expect(isSameAccount(one, other)).toBe(isSame);
  expect(isSameAccount(other, one)).toBe(isSame);
});

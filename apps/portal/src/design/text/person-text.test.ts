import { expect, test } from 'vitest';
import { personText } from './person-text.ts';

test('says the name, otherwise the email address', () => {
  expect(personText({ madeBy: 'ada@shop.example', madeByName: 'Ada Hart' }, 'madeBy')).toBe('Ada Hart');
  expect(personText({ madeBy: 'ada@shop.example', madeByName: null }, 'madeBy')).toBe('ada@shop.example');
  expect(personText({ madeBy: 'Primary key' }, 'madeBy')).toBe('Primary key');
  expect(personText({ madeBy: null }, 'madeBy')).toBe('');
});

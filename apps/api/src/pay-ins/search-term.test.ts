import { expect, test } from 'vitest';
import { toSearchTerm } from './pay-in-filters.ts';

test('escapes the wildcards of LIKE', () => {
  expect(toSearchTerm('100%_\\')?.patterns).toEqual(['%100\\%\\_\\\\%']);
});

test('ignores case, Latin accents and surrounding spaces', () => {
  expect(toSearchTerm('  ÅNGSTRÖM ')?.patterns).toEqual(['%angstrom%']);
});

test.each([
  ['Łucja', '%lucja%'],
  ['SØRENSEN', '%sorensen%'],
  ['Đorđe', '%dorde%'],
  ['Groß', '%gross%'],
  ['Æthelþór', '%aethelthor%'],
])('finds %s typed on any keyboard', (term, pattern) => {
  expect(toSearchTerm(term)?.patterns.at(-1)).toBe(pattern);
});

test('finds a name with any kind of apostrophe', () => {
  expect(toSearchTerm("o'connor")?.patterns).toEqual(toSearchTerm('O’Connor')?.patterns);
});

test.each([
  ["a'16'b", false],
  ['a’16-b', false],
  ['a-16-b', true],
])('%s can use the text index: %s, because an apostrophe stands for any character', (term, isIndexed) => {
  expect(toSearchTerm(term)?.isIndexed).toBe(isIndexed);
});

test.each(['“Rowe”,', 'Rowe.', '(Rowe)', '#Rowe', '· Rowe ·'])('%s finds Rowe', (term) => {
  expect(toSearchTerm(term)?.patterns).toEqual(['%rowe%']);
});

test('a long word is also searched for by its end, never cutting a surrogate pair', () => {
  expect(toSearchTerm('HA2602-2179881')?.patterns).toEqual(['%179881%', '%ha2602-2179881%']);
  expect(toSearchTerm('a-2602-217')?.patterns).toEqual(['%02-217%', '%a-2602-217%']);
  expect(toSearchTerm('😀😀😀😀😀😀😀abc')?.patterns).toEqual(['%😀😀😀abc%', '%😀😀😀😀😀😀😀abc%']);
  expect(toSearchTerm('order-4820')?.patterns).toHaveLength(2);
  expect(toSearchTerm('order-482')?.patterns).toHaveLength(1);
  expect(toSearchTerm('19.99-1-1-1')?.patterns).toHaveLength(1);
});

test('searches for up to eight words separately; further words stay together as typed', () => {
  expect(toSearchTerm(' Doyle\t olivia ')?.patterns).toEqual(['%doyle%', '%olivia%']);
  expect(toSearchTerm('GB29 NWBK 6016 1331 9268 19')?.patterns).toHaveLength(6);
  expect(toSearchTerm('a b c d e f g h i')?.patterns.slice(6)).toEqual(['%g%', '%h i%']);
});

test.each([
  ['陈明', ['陈', '明']],
  ['김', ['김']],
  ['№ 1', null],
  ['ab', null],
  ['Иван', null],
  ['田-x-田', ['田']],
])('%s uses the letter index: %j', (term, letters) => {
  expect(toSearchTerm(term)?.letters).toEqual(letters);
});

test('an empty or blank term searches for nothing', () => {
  expect(toSearchTerm('')).toBeNull();
  expect(toSearchTerm('   ')).toBeNull();
});

test('eight or more hex digits can be the beginning of a payment id or trace id', () => {
  expect(toSearchTerm('019A8F3C-12')).toMatchObject({
    ids: { first: '019a8f3c-1200-0000-0000-000000000000', last: '019a8f3c-12ff-ffff-ffff-ffffffffffff' },
    traces: null,
  });
  expect(toSearchTerm('c625b7f56b7ed4f5')?.traces).toBe('c625b7f56b7ed4f5%');
});

test('shorter terms and other words match no id', () => {
  expect(toSearchTerm('019a8f3')).toMatchObject({ ids: null, traces: null });
  expect(toSearchTerm('order-48204')).toMatchObject({ ids: null, traces: null });
});

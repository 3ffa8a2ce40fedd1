import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeStrictly, parseSearch, readList, stringifySearch } from './search-text.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const wellFormed = (given: string) => given.replace(/\p{Surrogate}/gu, '\u{FFFD}');

test('reads values as text, never as JSON', () => {
  expect({ ...parseSearch('?searchFilter=0012&page=2&utm_source=1e3&x=true&y={"a":1}') }).toEqual({
    searchFilter: '0012',
    page: '2',
    utm_source: '1e3',
    x: 'true',
    y: '{"a":1}',
  });
});

test('leaves out empty parameters, which a form of the browser sends too', () => {
  expect({ ...parseSearch('?amountFrom=&amountTo=5&from=&from=2026-11-01') }).toEqual({
    amountTo: '5',
    from: '2026-11-01',
  });
});

test('round-trips any text that is not empty', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text, { maxKeys: 4 }), (texts) => {
      const expected = Object.fromEntries(
        Object.entries(texts).flatMap(([key, value]) => (value === '' ? [] : [[wellFormed(key), wellFormed(value)]])),
      );
      expect({ ...parseSearch(stringifySearch(texts)) }).toEqual(expected);
    }),
  );
});

test('reads a key such as __proto__ like any other', () => {
  expect(Object.keys(parseSearch('?__proto__=1&constructor=2'))).toEqual(['__proto__', 'constructor']);
});

test.each([
  ['comma-joined', 'NEW,FAILED'],
  ['repeated', ['NEW', 'FAILED']],
  ['a JSON array', '["NEW","FAILED"]'],
  ['repeated and joined, with spaces and gaps', ['NEW, ', 'FAILED,']],
])('reads a list %s', (_, value) => {
  expect(readList(value)).toEqual(['NEW', 'FAILED']);
});

test.each([[undefined], [null], [7], [''], ['[1,2]'], ['[]']])('reads %j as an empty list', (value) => {
  expect(readList(value)).toEqual([]);
});

test('reads a broken JSON array as text', () => {
  expect(readList('["NEW"')).toEqual(['["NEW"']);
});

test('writes lists comma-separated and omits empty values', () => {
  expect(stringifySearch({ a: ['NEW', 'FAILED'], b: [], c: undefined, d: null, page: 2 })).toBe(
    '?a=NEW%2CFAILED&page=2',
  );
  expect(stringifySearch({})).toBe('');
});

test('encodes everything except letters, digits and _ - .', () => {
  expect(encodeStrictly(" :,+!'()*~a_-.9")).toBe('%20%3A%2C%2B%21%27%28%29%2A%7Ea_-.9');
  expect(encodeStrictly('\ud800')).toBe('%EF%BF%BD');
});

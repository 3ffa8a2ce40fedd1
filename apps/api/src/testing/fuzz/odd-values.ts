import { ids } from '#testing/seed-people.ts';

/** Texts that have broken programs before. */
const groups = {
  invisible: ['', ' ', 'a\u0000b', '\ud800', '\u202eabc', '\u200b', '\u2028', 'e\u0301'],
  long: ['a'.repeat(300), 'a'.repeat(5000), '💐'.repeat(100), '🏳️‍🌈'],
  names: ['__proto__', 'constructor', '__proto__,constructor', 'null', 'undefined', 'desc', 'C71'],
  marks: [',', ',,', 'a,b', "'; --", '%', '_', '\\', '../..', '*', '"1"', 'W/"1"', 'bytes=0-1', 'zz-ZZ;q=2'],
  numbers: ['0', '71', '-1', '1e3', '1,5', '0x10', 'NaN', 'Infinity', '٣', '１２', '999999999', '1000000000', '1e999'],
  days: ['2026-02-30', '2026-02-29', '2026-13', '0000-00', '0001-01-01', '2026-11-20T00:00:00'],
  times: ['0000-01-01T00:00:00', '-000001-01-01T00:00:00', '9999-12-31T23:59:59.999', '2026-11-21T24:00:00'],
  addresses: ['http://[::1]/', 'https://shop.example.com/ok', 'javascript:alert(1)', 'a@b', 'maya@test.example'],
  ranges: ['0.0.0.0/0', '::ffff:1.2.3.4/128', '1.2.3.4, 5.6.7.8'],
  known: ['GBP', 'EUR', 'application/json', ids.nobody, ids.harbour, ids.strangerShop],
};

export const oddTexts: readonly string[] = Object.values(groups).flat();

/** The same, and what JSON has besides texts. */
export const oddValues: readonly unknown[] = [
  oddTexts,
  null,
  true,
  {},
  [[], [[]]],
  [0, -0, -1, 1.5, 0.001, 2 ** 53, 1e308],
].flat();

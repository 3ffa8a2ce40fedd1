import { expect, test } from 'vitest';
import { riskOf, scoreName } from './decide-attempt.ts';

test.each([
  [100, 'LOW'],
  [80, 'LOW'],
  [79, 'MEDIUM'],
  [50, 'MEDIUM'],
  [49, 'HIGH'],
  [0, 'HIGH'],
  [null, 'NA'],
])('a score of %j is risk category %s (contract §4)', (score, risk) => {
  expect(riskOf(score)).toBe(risk);
});

test('the same name scores 100, also with another order, case or accents, and names with nothing in common score 0', () => {
  expect(scoreName('Zoë Marsh', 'MARSH, zoe')).toBe(100);
  expect(scoreName('Zoë Marsh', 'Quill')).toBe(0);
  expect(scoreName('', '')).toBe(0);
});

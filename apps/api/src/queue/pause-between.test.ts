import { expect, test } from 'vitest';
import { createLog } from '#core/log.ts';
import { createPauses } from './keep-running.ts';

function createRounds(chance: number) {
  const lines: string[] = [];
  const random = { bytes: (length: number) => new Uint8Array(length).fill(chance), uuid: () => crypto.randomUUID() };
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  return { lines, pauses: createPauses({ log, random }, 500, 'due work') };
}

test('rounds that fail wait twice as long each time, up to half a minute, and log once until they work again', () => {
  const { lines, pauses } = createRounds(255);
  const waits = Array.from({ length: 9 }, () => Math.round(pauses.afterFailure(new Error('connect ECONNREFUSED'))));
  expect(waits.map((wait) => Math.round(wait / 100) / 10)).toEqual([1, 2, 4, 8, 16, 29.9, 29.9, 29.9, 29.9]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('ECONNREFUSED');
  expect(pauses.afterSuccess()).toBe(500);
  expect(pauses.afterSuccess()).toBe(500);
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['no due work', 'due work again']);
  expect(pauses.afterFailure(new Error('again'))).toBeLessThan(1_001);
  expect(lines).toHaveLength(3);
});

test('a wait is randomly shortened, to at least half of it', () => {
  expect(createRounds(0).pauses.afterFailure(new Error('away'))).toBe(500);
});

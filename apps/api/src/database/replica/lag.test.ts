import { expect, test } from 'vitest';
import { createLagMeter } from './lag.ts';

test('the lag is the age of the first position of the primary that the replica has not replayed', () => {
  const meter = createLagMeter();
  meter.primaryAt(100n, 0);
  meter.primaryAt(200n, 1_000);
  meter.primaryAt(300n, 2_000);
  expect(meter.lagOf(100n, 2_500)).toBe(1_500);
  expect(meter.lagOf(250n, 2_500)).toBe(500);
  expect(meter.lagOf(300n, 2_500)).toBe(0);
});

test('an idle primary causes no lag, however long it is idle', () => {
  const meter = createLagMeter();
  for (const now of [0, 1_000, 3_600_000]) meter.primaryAt(100n, now);
  expect(meter.lagOf(100n, 3_600_000)).toBe(0);
  meter.primaryAt(101n, 3_601_000);
  expect(meter.lagOf(100n, 3_601_500)).toBe(500);
});

test('the lag of a replica that stopped for long is never less than the remembered history', () => {
  const meter = createLagMeter();
  for (let n = 0; n < 5_000; n += 1) meter.primaryAt(BigInt(n + 1), n * 500);
  expect(meter.lagOf(0n, 5_000 * 500)).toBeGreaterThan(500_000);
});

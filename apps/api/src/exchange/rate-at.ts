import type { Currency } from '@volume/contract/money.ts';

const around = 1.1625;
/** Waves of the simulated market: length in seconds and height; together they stay within 2 % of the middle. */
const waves: readonly (readonly [seconds: number, height: number])[] = [
  [86_400 * 13, 0.009],
  [86_400, 0.004],
  [3_600, 0.0012],
  [97, 0.0004],
  [11, 0.0001],
];

/**
 * The simulated provider's middle rate at a moment: how much of `buy` one of `sell` is worth, to six decimals. It moves with
 * the clock alone, so that the same moment has the same rate wherever it is asked.
 */
export function midRateAt(at: Date, sell: Currency, buy: Currency): number {
  if (sell === buy) return 1;
  const seconds = Math.floor(at.getTime() / 1000);
  const height = waves.reduce(
    (sum, [length, high]) => sum + high * Math.sin((2 * Math.PI * (seconds % length)) / length),
    0,
  );
  const poundsInEuro = around * (1 + height);
  return toSix(sell === 'GBP' ? poundsInEuro : 1 / poundsInEuro);
}

/** What the provider keeps between the middle rate and its own. */
const margin = 0.004;

/** The rate a merchant gets at a middle rate, to six decimals, never above it. */
export function customerRate(midRate: number): number {
  return Math.floor(midRate * (1 - margin) * 1e6) / 1e6;
}

function toSix(rate: number): number {
  return Math.round(rate * 1e6) / 1e6;
}

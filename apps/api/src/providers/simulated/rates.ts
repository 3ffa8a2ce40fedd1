import type { Currency } from '@volume/contract/money/money.ts';
import type { ExchangeRate } from '#providers/port.ts';

const around = 1.1625;
/** Waves of the simulated market: length in seconds and height. Together they stay within 2 % of the base rate. */
const waves: readonly (readonly [seconds: number, height: number])[] = [
  [86_400 * 13, 0.009],
  [86_400, 0.004],
  [3_600, 0.0012],
  [97, 0.0004],
  [11, 0.0001],
];

/** The margin below the mid-market rate. */
const margin = 0.004;

/** Depends only on the clock, so all servers compute the same rate for the same moment. */
export function exchangeRateAt(at: Date, sell: Currency, buy: Currency): ExchangeRate {
  const midRate = midRateAt(at, sell, buy);
  return { midRate, rate: Math.floor(midRate * (1 - margin) * 1e6) / 1e6 };
}

function midRateAt(at: Date, sell: Currency, buy: Currency): number {
  if (sell === buy) return 1;
  const seconds = Math.floor(at.getTime() / 1000);
  const height = waves.reduce(
    (sum, [length, high]) => sum + high * Math.sin((2 * Math.PI * (seconds % length)) / length),
    0,
  );
  const poundsInEuro = around * (1 + height);
  return Math.round((sell === 'GBP' ? poundsInEuro : 1 / poundsInEuro) * 1e6) / 1e6;
}

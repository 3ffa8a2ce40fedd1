import type { Currency } from '@volume/contract/money.ts';

export interface Price {
  sellAmount: number;
  buyAmount: number;
  fee: number;
}

/** The fee, in millionths of what is sold. */
const feeMillionths = 1_000n;
const million = 1_000_000n;

/**
 * Both amounts and the fee in minor units, from what is sold or what is bought, at a rate with six decimals. The fee is part
 * of what is sold and rounded up; what is bought is rounded down, so that no penny comes from nowhere. Null when nothing
 * would be bought, or when an amount is too large to be kept exactly.
 */
export function priceExchange(given: { sellAmount: number } | { buyAmount: number }, rate: number): Price | null {
  const millionths = BigInt(Math.round(rate * 1e6));
  const priced =
    'sellAmount' in given ? sell(BigInt(given.sellAmount), millionths) : buy(BigInt(given.buyAmount), millionths);
  const { sellAmount, buyAmount, fee } = priced;
  const isExact = [sellAmount, buyAmount].every((amount) => amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER));
  if (!isExact || fee >= sellAmount) return null;
  return { sellAmount: Number(sellAmount), buyAmount: Number(buyAmount), fee: Number(fee) };
}

interface Exact {
  sellAmount: bigint;
  buyAmount: bigint;
  fee: bigint;
}

function sell(sellAmount: bigint, rate: bigint): Exact {
  const fee = divideUp(sellAmount * feeMillionths, million);
  return { sellAmount, fee, buyAmount: ((sellAmount - fee) * rate) / million };
}

/** The least that has to be sold, so that what is left after the fee buys exactly what was asked for. */
function buy(buyAmount: bigint, rate: bigint): Exact {
  const net = divideUp(buyAmount * million, rate);
  const sellAmount = divideUp(net * million, million - feeMillionths);
  return { sellAmount, buyAmount, fee: sellAmount - net };
}

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

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

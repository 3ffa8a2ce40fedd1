export type Price = { sellAmount: number; buyAmount: number; fee: number };

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

type Exact = { sellAmount: bigint; buyAmount: bigint; fee: bigint };

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

/**
 * A PostgreSQL bigint (minor units, counts) as number. Throws RangeError beyond 2^53−1, where a sum would silently lose pennies.
 */
export function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53-1`);
  return value;
}

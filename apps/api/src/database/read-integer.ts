/** A whole number of the database: a bigint only beyond 2^53−1, where a number would lose pennies. */
export type Integer = number | bigint;

/** A PostgreSQL bigint, or a numeric without decimals (sums of bigints are): exact at any size. */
export function readInteger(text: string): Integer {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** A numeric: a whole one as a bigint is read, any other as its text. */
export function readNumeric(text: string): Integer | string {
  return /^-?\d+$/.test(text) ? readInteger(text) : text;
}

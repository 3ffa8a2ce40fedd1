/** SQL that draws from a payment's number; the same number and seed draw the same on every database. */
export interface Draws {
  /** Fraction from 0 up to 1. */
  fraction(salt: number): string;
  /** Whole number from 0 up to 2^31. */
  whole(salt: number): string;
  /** UUIDv7 of the time in `at`. */
  uuid(at: string, salt: string): string;
  hex(salt: string): string;
}

/** Draws from the SQL expression `number`, a bigint that names the row. */
export function createDraws(seedNumber: number, number = 'i'): Draws {
  const hash = (salt: number) => `hashint8extended((${number})::bigint, ${seedNumber + salt}::bigint)`;
  const hex = (salt: string) => `md5('${seedNumber}${salt}' || (${number})::text)`;
  return {
    fraction: (salt) => `((${hash(salt)} & 1048575) / 1048576.0::float8)`,
    whole: (salt) => `(${hash(salt)} & 2147483647)`,
    hex,
    uuid: (at, salt) =>
      `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || overlay(overlay(substr(${hex(salt)}, 1, 20)
        PLACING '7' FROM 1 FOR 1) PLACING 'a' FROM 5 FOR 1))::uuid`,
  };
}

/** SQL that draws from a payment's number; the same number and seed draw the same on every database. */
export interface Draws {
  /** Fraction from 0 up to 1. */
  fraction: (salt: number) => string;
  /** Whole number from 0 up to 2^31. */
  whole: (salt: number) => string;
  /** UUIDv7 of the time in `at`. */
  uuid: (at: string, salt: string) => string;
  hex: (salt: string) => string;
}

/** Draws from the SQL expression `number`, a bigint that names the row. */
export function createDraws(seedNumber: number, number = 'i'): Draws {
  const hash = (salt: number) => `hashint8extended((${number})::bigint, ${seedNumber + salt}::bigint)`;
  const hex = (salt: string) => `md5('${seedNumber}${salt}' || (${number})::text)`;
  return {
    fraction: (salt) => `((${hash(salt)} & 1048575) / 1048576.0::float8)`,
    whole: (salt) => `(${hash(salt)} & 2147483647)`,
    hex,
    uuid: (at, salt) => uuidOf(hexTime(at), hex(salt)),
  };
}

/** Twelve hex digits of a time's milliseconds. date_part counts in float8, several times faster than extract's numeric. */
const hexTime = (at: string): string => hexSeconds(`date_part('epoch', ${at})`);

/** The same of seconds since the epoch, a float8. */
export const hexSeconds = (seconds: string): string => `'0' || to_hex((${seconds} * 1000)::bigint)`;

/** UUIDv7 of twelve hex digits of time and at least eighteen of chance. */
export const uuidOf = (time: string, chance: string): string =>
  `(${time} || '7' || substr(${chance}, 1, 3) || 'a' || substr(${chance}, 4, 15))::uuid`;

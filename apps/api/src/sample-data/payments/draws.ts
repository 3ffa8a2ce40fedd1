/** SQL that draws from a payment's number; the same number and seed draw the same on every database. */
export interface Draws {
  /** Fraction from 0 up to 1. */
  fraction: (salt: number) => string;
  /** Whole number from 0 up to 2^31. */
  whole: (salt: number) => string;
  /** UUIDv7 of the time in `at`. */
  uuid: (at: string, salt: string) => string;
  /** The same of milliseconds since the epoch, a bigint. */
  uuidOf: (milliseconds: string, salt: string) => string;
  /** Sixteen hex digits. */
  hex: (salt: string) => string;
}

/** Draws from the SQL expression `number`, a bigint that names the row. */
export function createDraws(seedNumber: number, number = 'i'): Draws {
  const hash = (salt: number) => `hashint8extended((${number})::bigint, ${salt}::bigint)`;
  const word = (salt: string) => hash(Array.from(salt).reduce(addLetter, seedNumber));
  const uuidOf = (milliseconds: string, salt: string) => toUuid(milliseconds, word(salt));
  return {
    fraction: (salt) => `((${hash(seedNumber + salt)} & 1048575) / 1048576.0::float8)`,
    whole: (salt) => `(${hash(seedNumber + salt)} & 2147483647)`,
    // The highest bit set, so that it has all its digits.
    hex: (salt) => `to_hex(${word(salt)} | '-9223372036854775808'::bigint)`,
    uuidOf,
    // date_part counts in float8, several times faster than extract's numeric.
    uuid: (at, salt) => uuidOf(toMilliseconds(`date_part('epoch', ${at})`), salt),
  };
}

const addLetter = (sum: number, letter: string): number => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;

/** Whole milliseconds of seconds, a float8. */
export const toMilliseconds = (seconds: string): string => `(${seconds} * 1000)::bigint`;

/**
 * UUIDv7 of a time and 64 bits of chance: 12 digits of time, version 7, 3 of chance, variant a, 15 of chance. Put together as numbers, which takes
 * half as long as cutting up hex digits.
 */
const toUuid = (milliseconds: string, chance: string): string =>
  `('0' || to_hex(${milliseconds} * 65536 + 28672 + ((${chance} >> 52) & 4095)) || to_hex(-6917529027641081856 | (${chance} & 1152921504606846975)))::uuid`;

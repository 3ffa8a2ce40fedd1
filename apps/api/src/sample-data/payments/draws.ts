/** SQL for pseudo-random values of a row's number; the same number and seed give the same values anywhere. */
export interface Draws {
  /** Fraction from 0 up to, not including, 1. */
  fraction: (salt: number) => string;
  /** Integer from 0 up to, not including, 2^31. */
  whole: (salt: number) => string;
  /** UUIDv7 with the time `at`. */
  uuid: (at: string, salt: string) => string;
  /** The same with a time in milliseconds since the epoch, a bigint. */
  uuidOf: (milliseconds: string, salt: string) => string;
  /** Sixteen hex digits. */
  hex: (salt: string) => string;
}

/** Draws from the SQL expression `number`, a bigint that identifies the row. */
export function createDraws(seedNumber: number, number = 'i'): Draws {
  const hash = (salt: number) => `hashint8extended((${number})::bigint, ${salt}::bigint)`;
  const word = (salt: string) => hash(Array.from(salt).reduce(addLetter, seedNumber));
  const uuidOf = (milliseconds: string, salt: string) => toUuid(milliseconds, word(salt));
  return {
    fraction: (salt) => `((${hash(seedNumber + salt)} & 1048575) / 1048576.0::float8)`,
    whole: (salt) => `(${hash(seedNumber + salt)} & 2147483647)`,
    // The highest bit is set, so that there are always sixteen digits.
    hex: (salt) => `to_hex(${word(salt)} | '-9223372036854775808'::bigint)`,
    uuidOf,
    // date_part computes in float8, several times faster than extract's numeric.
    uuid: (at, salt) => uuidOf(toMilliseconds(`date_part('epoch', ${at})`), salt),
  };
}

const addLetter = (sum: number, letter: string): number => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;

/** Converts seconds (float8) to whole milliseconds. */
export const toMilliseconds = (seconds: string): string => `(${seconds} * 1000)::bigint`;

/**
 * UUIDv7 of a time and 64 random bits: 12 hex digits of time, version 7, 3 random digits, variant a, 15 random digits.
 * Computed with numbers, which takes half as long as cutting hex strings.
 */
const toUuid = (milliseconds: string, chance: string): string =>
  `('0' || to_hex(${milliseconds} * 65536 + 28672 + ((${chance} >> 52) & 4095)) || to_hex(-6917529027641081856 | (${chance} & 1152921504606846975)))::uuid`;

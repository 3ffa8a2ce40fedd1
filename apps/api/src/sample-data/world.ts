/** The time in the ids of merchants, applications and users, which must not depend on the current day. */
export const worldBegins = Date.UTC(2024, 0, 2);

/** A bank of the sample payers; `sortCode` only in the United Kingdom. */
export interface SampleBank {
  institutionId: string;
  name: string;
  country: string;
  sortCode: string | null;
}

export interface World {
  random: SampleRandom;
  /** 00:00 UTC of the first day. */
  start: Date;
  now: Date;
  /** Number of pay-ins to write, including the opening deposits. */
  payments: number;
  days: number;
  banks: readonly SampleBank[];
  passwordHash: string;
  /** Encrypts a secret for a purpose with the key that the server uses. */
  seal: (plain: string, purpose: string) => Promise<string>;
  merchantId: (slug: string) => string;
}

export function createWorld(
  given: Pick<World, 'now' | 'payments' | 'days' | 'banks' | 'passwordHash' | 'seal'> & { seed: string },
): World {
  const random = createSampleRandom(given.seed);
  const today = Date.UTC(given.now.getUTCFullYear(), given.now.getUTCMonth(), given.now.getUTCDate());
  return {
    random,
    start: new Date(today - (given.days - 1) * 86_400_000),
    now: given.now,
    payments: given.payments,
    days: given.days,
    banks: given.banks,
    passwordHash: given.passwordHash,
    seal: given.seal,
    merchantId: (slug) => random.uuid(`merchant:${slug}`, worldBegins),
  };
}

/** Deterministic numbers and ids that depend only on the seed and a label; the same in Node and in a browser. */
export interface SampleRandom {
  /** Integer from 0 up to, not including, `below`. */
  pick: (label: string, below: number) => number;
  /** UUIDv7 with that time. */
  uuid: (label: string, atMilliseconds: number) => string;
  /** 32-bit number for SQL's hash functions. */
  readonly seedNumber: number;
}

function createSampleRandom(seed: string): SampleRandom {
  const draw = (label: string, salt: number) => hash32(`${seed}:${salt}:${label}`);
  return {
    seedNumber: draw('sql', 0) % 1_000_000_007,
    pick: (label, below) => draw(label, 1) % below,
    uuid: (label, atMilliseconds) => {
      const time = atMilliseconds.toString(16).padStart(12, '0');
      const rest = [2, 3, 4].map((salt) => draw(label, salt).toString(16).padStart(8, '0')).join('');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
    },
  };
}

/** FNV-1a with a final avalanche (murmur3's), so that similar labels differ in every bit. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

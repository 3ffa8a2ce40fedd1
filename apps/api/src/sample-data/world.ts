import { createSampleRandom, type SampleRandom } from './sample-random.ts';

/** Ids of merchants, applications and people carry this time, so that they stay the same whatever day a world is made on. */
export const worldBegins = Date.UTC(2024, 0, 2);

/** What every writer of the sample world is given. */
export interface World {
  random: SampleRandom;
  /** Day 0 at 00:00 UTC. */
  start: Date;
  now: Date;
  /** Pay-ins to write, the opening deposits among them. */
  payments: number;
  days: number;
  passwordHash: string;
  /** Seals a secret for a purpose, as the server that opens it does. */
  seal: (plain: string, purpose: string) => Promise<string>;
  merchantId: (slug: string) => string;
}

export function createWorld(
  given: Pick<World, 'now' | 'payments' | 'days' | 'passwordHash' | 'seal'> & { seed: string },
): World {
  const random = createSampleRandom(given.seed);
  const today = Date.UTC(given.now.getUTCFullYear(), given.now.getUTCMonth(), given.now.getUTCDate());
  return {
    random,
    start: new Date(today - (given.days - 1) * 86_400_000),
    now: given.now,
    payments: given.payments,
    days: given.days,
    passwordHash: given.passwordHash,
    seal: given.seal,
    merchantId: (slug) => random.uuid(`merchant:${slug}`, worldBegins),
  };
}

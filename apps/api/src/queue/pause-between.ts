import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';

const longest = 30_000;

/**
 * How long to wait between rounds of work: `pause` milliseconds, and after rounds that failed twice as long each time, up to half a minute, by
 * chance shorter, so that many instances do not come back at once. A database that is away is told once, and once when it is back.
 */
export function createPauses({ log, random }: Pick<Services, 'log' | 'random'>, pause: number, what: string) {
  let failures = 0;
  return {
    afterSuccess: (): number => {
      if (failures > 0) log.info(`${what} again`, { failures });
      failures = 0;
      return pause;
    },
    afterFailure: (error: unknown): number => {
      if (failures === 0) log.error(`no ${what}`, errorFields(error));
      failures += 1;
      const wait = Math.min(longest, pause * 2 ** Math.min(failures, 16));
      return (wait * (128 + (random.bytes(1)[0] ?? 0) / 2)) / 256;
    },
  };
}

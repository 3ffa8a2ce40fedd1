import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { sql } from '#database/sql.ts';

const day = 86_400_000;
const batch = 5_000;

type Sweep = Pick<Services, 'database' | 'clock'>;

/** Removes the windows that are long over, by their index, some thousand at a time; answers how many. */
export async function sweepWindows({ database, clock }: Sweep): Promise<number> {
  const before = new Date(clock.now().getTime() - 2 * day);
  for (let swept = 0; ;) {
    const gone = await database.query(
      sql`DELETE FROM throttle_counters WHERE ctid = ANY(array(
         SELECT ctid FROM throttle_counters WHERE window_start < ${before} LIMIT ${batch})) RETURNING 1`,
    );
    swept += gone.length;
    if (gone.length < batch) return swept;
  }
}

/** Sweeps now and then, beside the calls; any number of instances may. */
export function keepSweeping(services: Sweep & Pick<Services, 'log'>, every = day / 24): { stop(): void } {
  const sweep = () =>
    sweepWindows(services).catch((error: unknown) => services.log.error('windows not swept', errorFields(error)));
  const timer = setInterval(() => void sweep(), every);
  return { stop: () => clearInterval(timer) };
}

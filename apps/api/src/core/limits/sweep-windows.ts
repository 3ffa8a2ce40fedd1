import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';

const day = 86_400_000;
const batch = 5_000;

type Sweep = Pick<Services, 'database' | 'clock'>;

/** Removes the windows that are long over, by their index, some thousand at a time; answers how many. */
export async function sweepWindows({ database, clock }: Sweep): Promise<number> {
  const before = new Date(clock.now().getTime() - 2 * day);
  for (let swept = 0; ;) {
    const gone = await database.query(
      `delete from throttle_counters where ctid = any(array(
         select ctid from throttle_counters where window_start < $1 limit ${batch})) returning 1`,
      [before],
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

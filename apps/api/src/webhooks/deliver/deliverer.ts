import type { Services } from '#http/services.ts';
import { errorFields } from '#http/telemetry/log.ts';
import { claimLanes, type LaneWork } from '#work/claim-lanes.ts';
import { sendOnce } from './send-once.ts';

/** How long a claim is kept, in milliseconds: longer than any sending takes; after this process's death another takes over. */
const lease = 60_000;
/** Sendings at a time in one process, and of these to addresses that did not take their last one. */
const most = 128;
const mostSuspect = 64;
/** Sendings at a time to one address that is sound. */
const perAddress = 4;

export type Deliverer = {
  /** Begins what is due and has room; answers how many. */
  begin: () => Promise<number>;
  /** Begins until nothing is due and nothing under way. */
  finish: () => Promise<void>;
  /** Waits for what is under way, and begins nothing more. */
  stop: () => Promise<void>;
};

/**
 * Sends due deliveries, many at a time, in any number of instances. Addresses are lanes: one that hangs or refuses is tried by one
 * sending at a time, and all such together leave half of the room to those that work.
 */
export function createDeliverer(services: Services, onEnd: () => void = () => undefined): Deliverer {
  const underWay = new Map<Promise<void>, string>();
  const suspects = new Set<string>();
  let isStopping = false;
  let ended = 0;
  const run = async (work: LaneWork) => {
    try {
      suspects[(await sendOnce(services, work)) ? 'delete' : 'add'](work.lane);
    } catch (error) {
      // What could not be recorded is claimed again once its lease is over.
      services.log.error('a webhook could not be recorded', { workId: work.workId, ...errorFields(error) });
    }
  };
  const begin = async (): Promise<number> => {
    if (isStopping) return 0;
    const claimed = await claim(services, { underWay, suspects, isSuspect: false });
    claimed.push(...(await claim(services, { underWay, suspects, isSuspect: true })));
    for (const work of claimed) {
      const running = run(work).finally(() => {
        underWay.delete(running);
        ended += 1;
        onEnd();
      });
      underWay.set(running, work.lane);
    }
    return claimed.length;
  };
  const finish = async () => {
    for (;;) {
      const before = ended;
      const begun = await begin();
      if (underWay.size > 0) await Promise.race(underWay.keys());
      // What ended while it was looked may have left room for more.
      else if (begun === 0 && ended === before) return;
    }
  };
  const stop = async () => {
    isStopping = true;
    await Promise.all(underWay.keys());
  };
  return { begin, finish, stop };
}

type Room = { underWay: ReadonlyMap<unknown, string>; suspects: ReadonlySet<string>; isSuspect: boolean };

async function claim(services: Services, { underWay, suspects, isSuspect }: Room): Promise<LaneWork[]> {
  const perLane = isSuspect ? 1 : perAddress;
  const counts = new Map<string, number>();
  for (const lane of underWay.values()) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  const slow = [...underWay.values()].filter((lane) => suspects.has(lane)).length;
  const room = isSuspect ? Math.min(most - underWay.size, mostSuspect - slow) : most - underWay.size;
  if (room <= 0 || (isSuspect && suspects.size === 0)) return [];
  const at = services.clock.now();
  return claimLanes(services.database, {
    at,
    until: new Date(at.getTime() + lease),
    most: room,
    perLane,
    rooms: [...counts].map(([lane, count]) => ({ lane, room: Math.max(0, perLane - count) })),
    among: isSuspect ? { only: [...suspects] } : { except: [...suspects] },
  });
}

import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { claimLanes, type LaneWork } from '#queue/claim-lanes.ts';
import { createRunner, type Runner } from '#queue/runner.ts';
import { sendOnce } from './send-once.ts';
import { signingKey } from '#webhooks/signing/signing-key.ts';
import { keepRunning } from '#queue/keep-running.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** How long a claim is kept, in milliseconds: longer than any sending takes; after this process's death another takes over. */
const lease = 60_000;
/** Sendings at a time in one process, of these for one merchant, and to addresses that did not take their last one. */
const most = 128;
const mostPerMerchant = 32;
const mostSuspect = 64;
/** Sendings at a time to one address: one that is sound, and one that did not take its last. */
const perAddress = 4;
const perSuspect = 1;

/**
 * Sends due deliveries, many at a time, in any number of instances. Addresses are lanes: one that hangs or refuses is tried by one
 * sending at a time, and all such together leave half of the room to those that work, and all of one merchant's a good part of it to the others.
 */
export function createDeliverer(services: Services, onEnd?: () => void): Runner {
  const run = async (work: LaneWork) => {
    const { database, clock, random } = services;
    try {
      const isTaken = await sendOnce(services, work);
      if (!isTaken) await suspectLane(database, work.lane, clock.now());
      else if (work.isSuspect) await trustLane(database, work.lane);
      // Now and then, as often as addresses fail.
      if (!isTaken && random.bytes(1)[0] === 0) await sweepLanes(database, clock.now());
    } catch (error) {
      // What could not be recorded is claimed again once its lease is over.
      services.log.error('a webhook could not be recorded', { workId: work.workId, ...errorFields(error) });
    }
  };
  const claim = async (underWay: readonly LaneWork[]) => {
    const sound = await claimSome(services, underWay, false);
    return [...sound, ...(await claimSome(services, [...underWay, ...sound], true))];
  };
  return createRunner({ claim, run }, onEnd);
}

async function claimSome(services: Services, underWay: readonly LaneWork[], isSuspect: boolean): Promise<LaneWork[]> {
  const suspects = underWay.filter((work) => work.isSuspect).length;
  const room = Math.min(most - underWay.length, isSuspect ? mostSuspect - suspects : most);
  if (room <= 0) return [];
  const at = services.clock.now();
  return claimLanes(services.database, {
    at,
    until: new Date(at.getTime() + lease),
    most: room,
    perLane: isSuspect ? perSuspect : perAddress,
    perMerchant: mostPerMerchant,
    underWay,
    isSuspect,
  });
}

/** Sends due deliveries, looked for every `pause` milliseconds and whenever one ends, until it is stopped; stopping waits for what is under way. */
export function keepDelivering(services: Services, pause: number): { stop: () => Promise<void> } {
  // Made at the first start, so that the first receiver need not wait for it.
  signingKey(services).catch(() => undefined);
  const create = (onEnd: () => void) => createDeliverer(services, onEnd);
  return keepRunning(services, { what: 'webhooks', pause, create });
}

/** Milliseconds after its last failure until a lane counts as sound again: the longest wait between two tries, and some. */
const suspicion = 2 * 3_600_000;

/** Remembers that a lane's piece failed. */
async function suspectLane({ query }: Queries, lane: string, at: Date): Promise<void> {
  await query(
    sql`INSERT INTO suspect_lanes (lane_key, expires_at)
      VALUES (md5(${lane}), ${new Date(at.getTime() + suspicion)}::timestamptz)
     ON CONFLICT (lane_key) DO UPDATE SET expires_at = excluded.expires_at`,
  );
}

/** Forgets a lane's failure. */
async function trustLane({ query }: Queries, lane: string): Promise<void> {
  await query(sql`DELETE FROM suspect_lanes WHERE lane_key = md5(${lane})`);
}

/** Takes away what is long over; what another instance is taking away is left to it. */
async function sweepLanes({ query }: Queries, at: Date): Promise<void> {
  await query(
    sql`DELETE FROM suspect_lanes WHERE lane_key IN (
       SELECT lane_key FROM suspect_lanes WHERE expires_at <= ${at}::timestamptz LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  );
}

import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { claimLanes, type LaneWork } from '#queue/claim-lanes.ts';
import { createRunner, type Runner } from '#queue/runner.ts';
import { signingKey } from '#webhooks/signing/signing-key.ts';
import { keepRunning, type Loop } from '#queue/keep-running.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { sendOnce } from './send-once.ts';

/**
 * How long a claim is valid, in milliseconds: longer than any attempt takes. Another process takes over when this one
 * dies.
 */
const lease = 60_000;
/** Concurrent attempts in one process: in total, for one merchant, and to addresses whose last attempt failed. */
const most = 128;
const mostPerMerchant = 32;
const mostSuspect = 64;
/** Concurrent attempts to one address: to a working one, and to one whose last attempt failed. */
const perAddress = 4;
const perSuspect = 1;

/**
 * Sends due deliveries, many concurrently, in any number of instances. Each address is a lane: an address that hangs or
 * fails gets one attempt at a time; all failing addresses together leave half of the capacity to the working ones, and
 * one merchant leaves most of it to the others.
 */
export function createDeliverer(services: Services, onEnd?: () => void): Runner {
  const run = async (work: LaneWork) => {
    const { database, clock } = services;
    try {
      const end = await sendOnce(services, work);
      if (end === 'refused') await suspectLane(database, work.lane, clock.now());
      else if (end === 'taken' && work.isSuspect) await trustLane(database, work.lane);
    } catch (error) {
      // A delivery whose result could not be recorded is claimed again when its lease expires.
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
  return claimLanes(services.database, {
    clock: services.clock,
    lease,
    most: room,
    perLane: isSuspect ? perSuspect : perAddress,
    perMerchant: mostPerMerchant,
    underWay,
    isSuspect,
  });
}

/** Milliseconds between two polls where notifications of new deliveries arrive: retries can be so late. */
const longestIdle = 2_000;

/**
 * Polls for due deliveries every `pause` milliseconds and after each attempt until it is stopped; stopping waits for
 * attempts in progress.
 */
export function keepDelivering(services: Services, pause: number): Loop {
  // Created at startup, so that the first delivery does not wait for it.
  signingKey(services).catch(() => undefined);
  const create = (onEnd: () => void) => createDeliverer(services, onEnd);
  const idle = async () => (services.changes?.isNotifiedOfJobs() ? longestIdle : pause);
  return keepRunning(services, { what: 'webhooks', pause, idle, create });
}

/**
 * How long a lane counts as failing after its last failure, in milliseconds: a little longer than the longest wait
 * between two attempts.
 */
const suspicion = 2 * 3_600_000;

async function suspectLane({ query }: Queries, lane: string, at: Date): Promise<void> {
  await query(
    sql`INSERT INTO suspect_lanes (lane_key, expires_at)
      VALUES (md5(${lane}), ${new Date(at.getTime() + suspicion)}::timestamptz)
     ON CONFLICT (lane_key) DO UPDATE SET expires_at = excluded.expires_at`,
  );
}

async function trustLane({ query }: Queries, lane: string): Promise<void> {
  await query(sql`DELETE FROM suspect_lanes WHERE lane_key = md5(${lane})`);
}

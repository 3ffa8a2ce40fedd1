import { authoritiesOf, isAdminAuthority } from '@volume/contract/access.ts';
import type { Database } from '#database/database.ts';
import { announcing } from '#database/changes/announce.ts';
import type { Change } from '#database/changes/change.ts';
import { type Carrier, carryWithin, type OnChanges } from '#database/changes/carrier.ts';
import { sql } from '#database/sql.ts';
import type { Clock } from '#core/services.ts';
import type { Holder } from './stream.ts';
import { createSeats } from './seats.ts';
import { type Changes, createStreams, type StreamTimes, usualTimes } from './streams.ts';
import { createWaits } from './waits.ts';

interface Parts {
  database: Database;
  clock: Clock;
  /** Without it, changes reach only this process. */
  carry?: (hear: { onChanges: OnChanges; onJobs: () => void }) => Carrier;
  /** Resolves once the database used for lists has everything up to this position of the primary's log. */
  awaitPosition?: (position: string) => Promise<void>;
  times?: Partial<StreamTimes & { lookForEvents: number }>;
}

/** Milliseconds between two looks for new events, for all calls that wait for one. */
const usualLook = 500;

/** Milliseconds in which changes are batched before they are sent. */
const together = 100;

export function createChanges({ database, clock, carry = carryWithin, awaitPosition, times }: Parts) {
  const seats = createSeats();
  const streams = createStreams((all) => findSignedIn(database, clock, all), seats, { ...usualTimes, ...times });
  const waits = createWaits(database, seats, times?.lookForEvents ?? usualLook);
  const endAll = () => [seats.close, streams.stop, waits.stop].forEach((end) => end());
  let sending: Promise<void> = Promise.resolve();
  // In sequence: an older position is never waited for after a newer one.
  const onChanges: OnChanges = (changes, position) => {
    if (streams.count() === 0) return;
    sending = sending.then(async () => {
      if (position !== null) await awaitPosition?.(position);
      streams.notify(changes);
    });
  };
  const loops: (() => void)[] = [];
  const onJobs = () => loops.forEach((wake) => wake());
  const carrier = carry({ onChanges, onJobs });
  const wakeWorkers = () => {
    onJobs();
    carrier.wake();
  };
  const { announce, flush } = createGathering(carrier);
  const changes: Changes = {
    open: streams.open,
    awaitEvent: waits.awaitEvent,
    refuseWhenFull: waits.refuseWhenFull,
    render: () =>
      renderGauge('open_streams', 'Open pages that receive changes.', streams.count()) +
      renderGauge('waiting_calls', 'Calls that wait for an event.', waits.count()),
    endStreams: endAll,
    onJobs: (wake) => void loops.push(wake),
    isNotifiedOfJobs: carrier.isConnected,
    stop: async () => {
      endAll();
      flush();
      await carrier.close();
    },
  };
  return { database: announcing(database, { announce, wakeWorkers }), changes };
}

const renderGauge = (name: string, help: string, count: number): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${count}\n`;

/** Changes made at the same moment are sent together, each only once. */
function createGathering(carrier: Carrier) {
  const gathered = new Map<string, Change>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const changes = [...gathered.values()];
    gathered.clear();
    if (changes.length > 0) carrier.send(changes);
  };
  const announce = (change: Change) => {
    gathered.set(`${change.kind} ${change.merchantId}`, change);
    timer ??= setTimeout(flush, together);
  };
  return { announce, flush };
}

/** Users whose sessions are still valid, with the same authorities as when their streams began. */
async function findSignedIn({ query }: Database, clock: Clock, holders: readonly Holder[]) {
  const rows = await query<{ jti: string; roles: string[] }>(
    sql`SELECT s.jti, a.roles FROM sessions s JOIN accounts a ON a.user_account_id = s.user_account_id
      LEFT JOIN merchants m ON m.merchant_id = a.merchant_id
      WHERE s.jti = ANY(${holders.map(({ jti }) => jti)}) AND s.revoked_at IS NULL AND s.expires_at > ${clock.now()}
        AND a.is_enabled AND (a.merchant_id IS NULL OR m.is_enabled)`,
  );
  const rolesOf = new Map(rows.map(({ jti, roles }) => [jti, roles]));
  const stands = ({ jti, merchantId, authorities }: Holder) => {
    const roles = rolesOf.get(jti);
    const now = merchantId === null ? roles?.filter(isAdminAuthority) : roles && authoritiesOf(roles);
    return now?.join() === authorities.join();
  };
  return new Set(holders.filter(stands));
}

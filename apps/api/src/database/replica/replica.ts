import { type Database, isUnavailable, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { createLagMeter } from './lag.ts';

export interface Pools {
  calls: Database;
  exports: Database;
}

export interface ReplicaParts {
  primary: Pools;
  replica: Pools;
  /** The replica is not used when its lag exceeds this many milliseconds. */
  mostLag: number;
  /** A monotonic clock in milliseconds. */
  now: () => number;
  onChange?: (isThere: boolean, reason: string) => void;
}

/** Decides which reads use the replica, and when (docs/operations.md, Read replicas). */
export interface Replica {
  /** The database that a user can read from: the replica once it has their last change, otherwise the primary. */
  databaseFor(userAccountId: string, pool: keyof Pools): Promise<Database>;
  /** Call after a user's change was committed and before the response. */
  recordChange(userAccountId: string): Promise<void>;
  /** Resolves once the replica has everything up to this position, or is not used because of its lag. */
  awaitPosition(position: string): Promise<void>;
  measure(): Promise<void>;
  render(): string;
}

type Reason = 'away' | 'behind' | 'own change' | 'failed';

/** Milliseconds to wait for a user's own change to arrive, and between two checks. */
const patience = 100;
const pause = 10;
/** Milliseconds after which a check of the replica counts as unanswered. */
const longestLook = 1_000;

const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The replica is not used before it was measured once. */
export function createReplica({ primary, replica, mostLag, now, onChange }: ReplicaParts): Replica {
  const meter = createLagMeter();
  const reads = new Map<string, number>();
  const state = { isThere: false, lag: 0 };
  const set = (isThere: boolean, reason: string) => {
    if (state.isThere !== isThere) onChange?.(isThere, reason);
    state.isThere = isThere;
  };
  const count = (from: string) => reads.set(from, (reads.get(from) ?? 0) + 1);
  const onFailure = (error: unknown) => {
    count('from="primary",reason="failed"');
    set(false, String(error));
  };
  const whyNot = async (userAccountId: string): Promise<Reason | null> => {
    if (!state.isThere) return 'away';
    if (state.lag > mostLag) return 'behind';
    const position = await readOwnPosition(primary.calls, userAccountId);
    return position === null || (await reaches(replica.calls, position, { now, patience })) ? null : 'own change';
  };
  const compare = async (): Promise<void> => {
    const [here, there] = await Promise.all([look(primary.calls), look(replica.calls)]);
    requirePair(here, there);
    meter.primaryAt(here.position, now());
    state.lag = meter.lagOf(there.position, now());
    set(true, '');
  };
  return {
    databaseFor: async (userAccountId, pool) => {
      const reason = await whyNot(userAccountId);
      count(reason === null ? 'from="replica",reason=""' : `from="primary",reason="${reason}"`);
      return reason === null ? readOrElse(replica[pool], primary[pool], onFailure) : primary[pool];
    },
    awaitPosition: async (position) => {
      if (state.isThere && state.lag <= mostLag) await reaches(replica.calls, position, { now, patience: mostLag });
    },
    recordChange: (userAccountId) => writeOwnPosition(primary.calls, userAccountId),
    measure: () => compare().catch((error: unknown) => set(false, String(error))),
    render: () => renderState(state, reads),
  };
}

interface Look {
  place: string;
  isStandby: boolean;
  /** Position to which the log is written, or replayed on a standby. */
  position: bigint;
}

/** Throws a message unless these are a primary and its standby. */
function requirePair(here: Look, there: Look): void {
  if (here.isStandby) throw new Error('The primary is a standby at present.');
  if (!there.isStandby) throw new Error('It is no standby.');
  if (there.place !== here.place) throw new Error('It is the standby of another database.');
}

async function look({ query }: Queries): Promise<Look> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer within a second.')), longestLook);
  });
  const asked = query<{ place: string; position: number | bigint; is_standby: boolean }>(
    sql`SELECT pg_is_in_recovery() AS is_standby,
      concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), d.oid) AS place,
      pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0') AS position
      FROM pg_database AS d WHERE d.datname = current_database()`,
  );
  try {
    const [row] = await Promise.race([asked, late]);
    if (!row) throw new Error('The database answered nothing.');
    return { place: row.place, isStandby: row.is_standby, position: BigInt(row.position) };
  } finally {
    clearTimeout(timer);
    asked.catch(() => undefined);
  }
}

async function writeOwnPosition({ query }: Queries, userAccountId: string): Promise<void> {
  await query(
    sql`INSERT INTO write_positions AS w (user_account_id, position) VALUES (${userAccountId}, pg_current_wal_insert_lsn())
      ON CONFLICT (user_account_id) DO UPDATE SET position = greatest(w.position, excluded.position)`,
  );
}

async function readOwnPosition({ query }: Queries, userAccountId: string): Promise<string | null> {
  const [row] = await query<{ position: string }>(
    sql`SELECT position::text FROM write_positions WHERE user_account_id = ${userAccountId}`,
  );
  return row?.position ?? null;
}

/** Returns false when the replica does not reach the position in time or does not answer. */
async function reaches({ query }: Queries, position: string, wait: { now: () => number; patience: number }) {
  const until = wait.now() + wait.patience;
  try {
    for (;;) {
      const [row] = await query<{ has: boolean | null }>(
        sql`SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS has`,
      );
      if (row?.has) return true;
      if (wait.now() >= until) return false;
      await pass(pause);
    }
  } catch {
    return false;
  }
}

/** Reads from the replica and repeats the work on the primary when the replica fails. */
function readOrElse(replica: Database, primary: Database, onFailure: (error: unknown) => void): Database {
  const orElse = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    try {
      return await work(replica);
    } catch (error) {
      if (!hasGone(error)) throw error;
      onFailure(error);
      return work(primary);
    }
  };
  return {
    kind: replica.kind,
    query: (statement, parameters) => orElse((database) => database.query(statement, parameters)),
    run: (text) => orElse((database) => database.run(text)),
    transaction: (work) => orElse((database) => database.transaction(work)),
    // An open snapshot is never moved to the primary: its rows belong to this one.
    openSnapshot: (begin) => orElse((database) => database.openSnapshot(begin)),
    close: async () => undefined,
  };
}

/** Also a query that a standby cancels because the primary has removed rows that it reads. */
const hasGone = (error: unknown): boolean =>
  isUnavailable(error) || (error as { code?: unknown } | null)?.code === '40001';

function renderState(state: { isThere: boolean; lag: number }, reads: ReadonlyMap<string, number>): string {
  const lines = [...reads].map(([labels, value]) => `database_reads_total{${labels}} ${value}\n`);
  return [
    '# HELP replica_available Whether the read replica answers and is a standby of the database.\n',
    `# TYPE replica_available gauge\nreplica_available ${state.isThere ? 1 : 0}\n`,
    '# HELP replica_lag_seconds How far the read replica was behind when it last answered.\n',
    `# TYPE replica_lag_seconds gauge\nreplica_lag_seconds ${state.lag / 1000}\n`,
    '# HELP database_reads_total Calls that may read from the replica, by where they read and why.\n',
    `# TYPE database_reads_total counter\n${lines.join('')}`,
  ].join('');
}

import type { Change } from './changes/change.ts';
import type { Parameter, Sql } from './sql.ts';

export interface Queries {
  /**
   * Runs one `sql` statement, or a text with `$1…` parameters, and returns its rows with the columns as named in SQL.
   * bigint and whole numeric values are numbers, or bigints beyond 2^53−1; other numerics are strings, timestamptz is a
   * Date, date is `2026-11-21`. Throws the driver's error with its `code`.
   */
  query: <Row extends object = Record<string, unknown>>(
    statement: Sql | string,
    parameters?: readonly Parameter[],
  ) => Promise<Row[]>;
  /** Runs several statements without parameters, for migrations and index builds. */
  run: (text: string) => Promise<void>;
  /** Announces a change to subscribers after the commit; undefined when there are none. */
  announce?: (change: Change) => void;
  /** Wakes the workers of all processes, after the commit, because there are new jobs; undefined where no process listens. */
  wakeWorkers?: () => void;
  /** The underlying database when this one wraps it for a single call; the key for caches. */
  readonly origin?: Queries;
}

/** A PostgreSQL or embedded PGlite database; the same SQL runs on both. */
export interface Database extends Queries {
  readonly kind: 'postgres' | 'pglite';
  /**
   * Runs `work` in one READ COMMITTED transaction and rolls back when it throws. Use only the given queries: PGlite has
   * one connection, so using `database` inside deadlocks. `work` runs again after a deadlock, so it must have no side
   * effects other than its writes.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs `begin` in a read-only REPEATABLE READ transaction: all its statements see the same snapshot. PostgreSQL keeps
   * the transaction and its connection open until `close`. PGlite has one connection, which must not be kept, so there
   * the snapshot ends with `begin`: rows needed later are read through a cursor WITH HOLD. `begin` can run again, on
   * the primary instead of its replica.
   */
  openSnapshot<T>(begin: (queries: Queries) => Promise<T>): Promise<Snapshot<T>>;
  close(): Promise<void>;
  /** The connections of PostgreSQL’s pool, and how many callers wait for one. */
  pool?: () => { used: number; idle: number; waiting: number };
}

export const originOf = (queries: Queries): Queries => queries.origin ?? queries;

export interface Snapshot<T> {
  value: T;
  /** Further statements: on PostgreSQL they see the snapshot, on PGlite the current state. */
  queries: Queries;
  /** Ends the transaction and releases its connection; can be called more than once. */
  close: () => Promise<void>;
}

export async function inSnapshot<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  const { value, close } = await database.openSnapshot(work);
  await close();
  return value;
}

/** An integer from the database: a bigint only beyond 2^53−1, where a number would lose pennies. */
export type Integer = number | bigint;

/** Parses a PostgreSQL bigint or a numeric without decimals (such as sums of bigints), exactly at any size. */
export function readInteger(text: string): Integer {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Parses a numeric: an integer like a bigint, any other as its text. */
export function readNumeric(text: string): Integer | string {
  return /^-?\d+$/.test(text) ? readInteger(text) : text;
}

/** Whether a constraint was violated. Errors from a shard only mention the constraint in the message. */
export function violates(error: unknown, constraint: string): boolean {
  const refused = error as { constraint?: unknown; message?: unknown };
  return refused.constraint === constraint || String(refused.message).includes(`constraint "${constraint}"`);
}

// PostgreSQL's classes 08 (connection) and 57P (shutdown), 57014 (statement timeout), 53300 (too many connections),
// 53100 (disk full), 25006 (a standby, which is read-only), 25P03 (idle transaction timeout), and socket errors.
const lostConnection =
  /^(08\w{3}|57P0\d|57014|53[13]00|25006|25P03|E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|HOSTDOWN|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN))$/;
const lostConnectionText =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|PGlite is (closed|closing)|after calling end on the pool|Client has encountered a connection error/i;

/** Whether waiting for a free connection of the pool timed out. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Whether a statement took longer than its connection allows. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'Query read timeout' || ('code' in error && error.code === '57014'));

/** Whether the server answered that it has no space, no room for a connection or takes no writes: it changed nothing. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(53[13]00|25006)$/.test(String(error.code));

/** Whether an error or its cause means that the database was unavailable. */
export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (lostConnection.test(code) || lostConnectionText.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true;
  }
  return false;
}

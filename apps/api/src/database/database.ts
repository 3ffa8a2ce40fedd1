import type { Change } from './changes/change.ts';
import type { Parameter, Sql } from './sql.ts';

/** What a handler may do, on the database itself or inside one transaction. */
export interface Queries {
  /**
   * Runs one statement of the tag `sql`, or a text with `$1…` parameters, and answers its rows, columns as they are named in SQL.
   * bigint and whole numeric arrive as number, beyond 2^53−1 as bigint; other numeric as text, timestamptz as Date, date as `2026-11-21`. Throws the driver's error with its `code`.
   */
  query: <Row extends object = Record<string, unknown>>(
    statement: Sql | string,
    parameters?: readonly Parameter[],
  ) => Promise<Row[]>;
  /** Runs several statements without parameters: migrations and index builds. */
  run: (text: string) => Promise<void>;
  /** Says what changed, to whoever has it open, once it is committed; left out where nobody hears. */
  announce?: (change: Change) => void;
  /** The database that this one watches for a single call; caches are kept for that one. */
  readonly origin?: Queries;
}

/** One database, PostgreSQL or embedded PGlite; the same SQL runs on both. */
export interface Database extends Queries {
  readonly kind: 'postgres' | 'pglite';
  /**
   * Runs `work` in one transaction (READ COMMITTED), rolled back when it throws. Only the given queries belong to it:
   * on PGlite, which has one connection, using `database` inside waits for ever. `work` runs again when PostgreSQL
   * undid it because two transactions waited for each other, so it leaves nothing behind but what it writes.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Opens one read-only REPEATABLE READ transaction and runs `begin` in it: all its statements see the same moment. PostgreSQL keeps the transaction
   * and its connection open until `close`. PGlite has one connection, which nothing may keep, so there the snapshot ends with `begin`:
   * rows that are needed later are read through a cursor WITH HOLD. `begin` may run again, on the primary instead of its replica.
   */
  openSnapshot<T>(begin: (queries: Queries) => Promise<T>): Promise<Snapshot<T>>;
  close(): Promise<void>;
}

export const originOf = (queries: Queries): Queries => queries.origin ?? queries;

/** A snapshot that is open, with the result of its `begin`. */
export interface Snapshot<T> {
  value: T;
  /** Further statements: on PostgreSQL they see the snapshot, on PGlite the present. */
  queries: Queries;
  /** Ends the transaction and returns its connection; safe to call again. */
  close: () => Promise<void>;
}

/** Runs `work` in one snapshot. */
export async function inSnapshot<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  const { value, close } = await database.openSnapshot(work);
  await close();
  return value;
}

/** A whole number of the database: a bigint only beyond 2^53−1, where a number would lose pennies. */
export type Integer = number | bigint;

/** A PostgreSQL bigint, or a numeric without decimals (sums of bigints are): exact at any size. */
export function readInteger(text: string): Integer {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** A numeric: a whole one as a bigint is read, any other as its text. */
export function readNumeric(text: string): Integer | string {
  return /^-?\d+$/.test(text) ? readInteger(text) : text;
}

/** Whether the database refused because of this constraint. A shard's refusal comes without the name beside it, but says it. */
export function violates(error: unknown, constraint: string): boolean {
  const refused = error as { constraint?: unknown; message?: unknown };
  return refused.constraint === constraint || String(refused.message).includes(`constraint "${constraint}"`);
}

// PostgreSQL's own classes 08 (connection) and 57P (shutdown), 57014 (a statement that took too long), 53300 (too many connections),
// 25006 (a standby, which takes no writes), 25P03 (a transaction that was idle for too long), and the socket's words.
const lostConnection =
  /^(08\w{3}|57P0\d|57014|53300|25006|25P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN)$/;
const lostConnectionText =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|PGlite is (closed|closing)|after calling end on the pool|Client has encountered a connection error/i;

/** Whether every connection of the pool stayed in use for as long as a caller waits for one. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Whether an error, or what caused it, says that the database could not be asked. */
export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (lostConnection.test(code) || lostConnectionText.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true;
  }
  return false;
}

import pg from 'pg';
import { type Database, isPoolFull, type Queries, readInteger, readNumeric, type Snapshot } from './database.ts';
import { startOptions } from '#database/pooling/own-session.ts';

import { inTurn, serversOf, type ServersInTurn } from './postgres-servers.ts';
import { type Parameter, type Sql, toStatement } from './sql.ts';

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: readInteger,
  [pg.types.builtins.NUMERIC]: readNumeric,
  [pg.types.builtins.DATE]: (text) => text,
};
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

export interface PostgresLimits {
  poolSize?: number | undefined;
  longestStatement?: number | undefined;
  /** A pooler in transaction mode supports no startup settings (pooling/own-session.ts). */
  isPooled?: boolean | undefined;
}

/**
 * Milliseconds for which an unused connection is kept. A new one begins a process in the database that knows no table and has
 * no plan yet: with pg's usual ten seconds, calls that arrived together after a pause waited a tenth of a second for theirs.
 * Not for longer, because each connection to a server that vanished silently fails one call.
 */
const keptIdle = 60_000;

/**
 * Opens a pool of at most `poolSize` connections to PostgreSQL 15 or later, connecting on first use. When the address
 * lists several servers (`postgres://…@one,two/portal`), the one that accepts writes is used, and looked for again when
 * it fails. A statement that takes longer than `longestStatement` milliseconds fails and its connection is closed,
 * because the server may have disappeared silently.
 */
export function connectPostgres(databaseUrl: string, limits: PostgresLimits): Database {
  const { poolSize = 10, longestStatement, isPooled = false } = limits;
  const servers = inTurn(serversOf(databaseUrl));
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: servers.current() });
      }
    },
    ...(servers.count > 1 && { onConnect: refuseStandby }),
    max: poolSize,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: keptIdle,
    ...(longestStatement === undefined ? {} : ownLimits(longestStatement)),
    ...(isPooled ? {} : { ...serverLimits(longestStatement), options: startOptions }),
  });
  // A connection that fails while idle is replaced on next use; without an error listener it would end the process. One
  // that fails between two statements of a transaction also only emits an event here, and the next statement fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('notice', (notice) => void (isUnconfirmed(notice) && unconfirmed.add(client)));
  });
  const borrow = <T>(work: (client: pg.PoolClient) => Promise<T>) => onConnection(pool, servers, work);
  return {
    kind: 'postgres',
    query: (statement, parameters) => borrow((client) => toQueries(client).query(statement, parameters)),
    run: (text) => borrow((client) => toQueries(client).run(text)),
    transaction: (work) => retryDeadlock(() => borrow((client) => runTransaction(client, work))),
    openSnapshot: async (begin) => openSnapshot(await takeConnection(pool, servers), begin),
    close: () => pool.end(),
    pool: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

const ownLimits = (longest: number): pg.PoolConfig => ({
  query_timeout: longest,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Without them, a dead process's transaction would hold its locks for hours. A pooler has its own timeouts. */
const serverLimits = (longest: number | undefined): pg.PoolConfig =>
  longest === undefined ? {} : { statement_timeout: longest, idle_in_transaction_session_timeout: longest };

/** SQLSTATE of a write on a standby. */
const READ_ONLY = '25006';

async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby');
  if (rows[0]?.is_standby) throw Object.assign(new Error('This server is a standby.'), { code: READ_ONLY });
}

/** Tries each server once. Nothing was sent to a server that could not be reached, so nothing can happen twice. */
async function takeConnection(pool: pg.Pool, servers: ServersInTurn): Promise<pg.PoolClient> {
  for (let tries = 1; ; tries++) {
    const server = servers.current();
    try {
      return await pool.connect();
    } catch (error) {
      // Every connection is in use: another server would not help.
      if (isPoolFull(error)) throw error;
      servers.passOver(server);
      if (tries >= servers.count) throw error;
    }
  }
}

async function onConnection<T>(
  pool: pg.Pool,
  servers: ServersInTurn,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await takeConnection(pool, servers);
  try {
    const result = await work(client);
    if (unconfirmed.has(client)) throw new UnconfirmedCommit();
    return result;
  } catch (error) {
    if (endsConnection(error)) spoilt.add(client);
    throw error;
  } finally {
    client.release(spoilt.has(client) || unconfirmed.has(client));
  }
}

const spoilt = new WeakSet<pg.ClientBase>();

/** The connection is unusable: a query timed out, or the server became a standby. */
const endsConnection = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY));

/** Connections on which a commit was not confirmed by the synchronous standby. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/** PostgreSQL only sends a notice in the server's language that it stopped waiting, so compare the routine. */
const isUnconfirmed = ({ routine }: { routine?: string | undefined }): boolean => routine === 'SyncRepWaitForLSN';

/** Committed locally, but lost if this server fails now: the caller must not get a success response. */
class UnconfirmedCommit extends Error {
  readonly code = '57014';
  constructor() {
    super('No standby has confirmed this write.');
  }
}

/** PostgreSQL rolled back one of two deadlocked transactions: it can simply run again. */
const deadlocks = new Set<unknown>(['40P01', '40001']);
const mostTries = 4;

async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === mostTries || !deadlocks.has((error as { code?: unknown }).code)) throw error;
    }
  }
}

async function runTransaction<T>(client: pg.PoolClient, work: (queries: Queries) => Promise<T>): Promise<T> {
  try {
    await client.query('BEGIN');
    const result = await work(toQueries(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!endsConnection(error)) await client.query('ROLLBACK').catch(() => spoilt.add(client));
    throw error;
  }
}

/**
 * Seconds that a snapshot can be idle between statements. More than an export usually pauses between batches and than a
 * caller may stop reading (http/turns/read-ahead.ts); it ends the snapshots of a dead process. Set for the transaction
 * only, so that it also works behind a pooler.
 */
const idleSeconds = 90;

async function openSnapshot<T>(client: pg.PoolClient, begin: (queries: Queries) => Promise<T>): Promise<Snapshot<T>> {
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= endSnapshot(client));
  const { query, run } = toQueries(client);
  const noticing = async <R>(asked: Promise<R>): Promise<R> => {
    try {
      return await asked;
    } catch (error) {
      if (endsConnection(error)) spoilt.add(client);
      throw error;
    }
  };
  const queries: Queries = {
    query: (statement, parameters) => noticing(query(statement, parameters)),
    run: (text) => noticing(run(text)),
  };
  try {
    await queries.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await queries.run(`SET LOCAL idle_in_transaction_session_timeout = '${idleSeconds}s'`);
    return { value: await begin(queries), queries, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Nothing was written, so commit and rollback are equivalent. */
async function endSnapshot(client: pg.PoolClient): Promise<void> {
  if (!spoilt.has(client)) await client.query('COMMIT').catch(() => spoilt.add(client));
  client.release(spoilt.has(client));
}

function toQueries(client: pg.PoolClient): Queries {
  return {
    query: async <Row extends object>(statement: Sql | string, parameters: readonly Parameter[] = []) => {
      const { text, values } = toStatement(statement, parameters);
      return (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows;
    },
    run: async (text) => void (await client.query(text)),
  };
}

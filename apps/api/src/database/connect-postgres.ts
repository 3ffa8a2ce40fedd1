import pg from 'pg';
import { type Database, type Queries, readInteger, readNumeric } from './database.ts';
import { startOptions } from '#database/pooling/own-session.ts';
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
  /** A pooler in transaction mode stands in front: it takes nothing that a session is begun with (pooling/own-session.ts). */
  isPooled?: boolean | undefined;
}

/**
 * Opens a pool of at most `poolSize` connections on PostgreSQL 15 or later. Connects on first use. A statement without an answer for
 * `longestStatement` milliseconds fails, and with it its connection: the other side may have gone without a word.
 */
export function connectPostgres(databaseUrl: string, limits: PostgresLimits): Database {
  const { poolSize = 10, longestStatement, isPooled = false } = limits;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    types,
    connectionTimeoutMillis: 5_000,
    ...(longestStatement === undefined ? {} : ownLimits(longestStatement)),
    ...(isPooled ? {} : { ...serverLimits(longestStatement), options: startOptions }),
  });
  // A connection that dies while idle is replaced on next use; without a listener it would end the process. One that dies between two
  // statements of a transaction says so to nobody else either: its next statement fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    kind: 'postgres',
    ...toQueries(pool),
    transaction: (work) => retryDeadlock(async () => runTransaction(await pool.connect(), work)),
    close: () => pool.end(),
  };
}

/** What this side gives up. */
const ownLimits = (longest: number): pg.PoolConfig => ({
  query_timeout: longest,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** What the other side gives up that nobody hears any more: a transaction whose process is gone would hold its locks for hours. A pooler has its own. */
const serverLimits = (longest: number | undefined): pg.PoolConfig =>
  longest === undefined ? {} : { statement_timeout: longest, idle_in_transaction_session_timeout: longest };

/** PostgreSQL gave one of two transactions up that waited for each other, and undid it: it may simply run again. */
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
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(toQueries(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is dropped instead of going back to the pool.
    if (hasFallenSilent(error)) failure = error;
    else await client.query('ROLLBACK').catch((reason: Error) => (failure = reason));
    throw error;
  } finally {
    client.release(failure);
  }
}

/** The driver has waited for an answer as long as it may: nothing more can be asked on this connection. */
const hasFallenSilent = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

function toQueries(client: pg.Pool | pg.PoolClient): Queries {
  return {
    query: async <Row extends object>(statement: Sql | string, parameters: readonly Parameter[] = []) => {
      const { text, values } = toStatement(statement, parameters);
      return (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows;
    },
    run: async (text) => void (await client.query(text)),
  };
}

import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { isDistributed } from '#database/distribution/distribute.ts';
import { createReplica, type Pools, type Replica } from '#database/replica/replica.ts';
import { createServerLog } from '#node/server-log.ts';
import { requireOwnSessions, requireSettled, settleForPooler } from '#database/pooling/own-session.ts';
import type { ServerSettings } from '#settings.ts';

/** Timeout of a statement in milliseconds; the call itself was given up before. */
const longestStatement = 20_000;
/** The readiness check has timed out by then; a lost connection is closed for the next one. */
const longestCheck = 3_000;
/** A rule of the books over the merchants of one span. It ends before its job's lease does. */
const longestRule = 30_000;

interface Databases {
  database: Database;
  /** A separate pool for exports, so that no list waits for them; the embedded database has a single connection. */
  exportDatabase: Database;
  /** A connection that only readiness uses, so that it does not wait for slow statements. */
  healthDatabase: Database;
  /** A connection for the nightly audit, opened when it runs. It does not lead through a pooler, which has other limits. */
  auditDatabase: Database;
  /** Null without DATABASE_READ_URL. */
  replica: Replica | null;
  close: () => Promise<void>;
}

type Watch = (database: Database) => Database;

type Stores = Pick<
  ServerSettings,
  'databaseUrl' | 'directUrl' | 'readUrl' | 'isPooled' | 'mostReplicaLag' | 'poolSize' | 'exportPoolSize'
>;

/**
 * Opens the database and runs `prepare` without a statement timeout; later statements have one. Throws a message when
 * the database cannot be used.
 */
export async function openDatabases(
  settings: Stores,
  dataDir: string,
  prepare: (direct: Database) => Promise<void>,
  watch: Watch,
): Promise<Databases> {
  const { databaseUrl, directUrl, isPooled, poolSize } = settings;
  const direct = await connect({ databaseUrl: directUrl, dataDir, poolSize });
  const open: Database[] = [direct];
  const close = async () => void (await Promise.all(open.map((each) => each.close())));
  try {
    if (databaseUrl !== undefined) await requireOwnSessions(direct, isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
    await prepare(direct);
    if (databaseUrl === undefined) {
      const whole = watch(direct);
      const pools = { database: whole, exportDatabase: whole, healthDatabase: whole, auditDatabase: whole };
      return { ...pools, replica: null, close };
    }
    if (isPooled) await settleForPooler(direct);
    const pools = await openPools(settings, databaseUrl, watch);
    open.push(...Object.values(pools));
    if (isPooled) await requireSettled(pools.database, direct);
    const isWhole = settings.readUrl === undefined || !(await isDistributed(direct));
    if (!isWhole) throw new Error('DATABASE_READ_URL is for one server: a cluster has replicas of its own.');
    await direct.close();
    open.shift();
    const beside = await openReplica(settings, { calls: pools.database, exports: pools.exportDatabase }, watch);
    return {
      ...pools,
      replica: beside?.replica ?? null,
      close: async () => void (await Promise.all([close(), beside?.stop()])),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPools(settings: Stores, databaseUrl: string, watch: Watch) {
  const { directUrl, isPooled, poolSize, exportPoolSize } = settings;
  const limits = { databaseUrl, longestStatement, isPooled };
  return {
    database: watch(await connect({ ...limits, poolSize })),
    exportDatabase: watch(await connect({ ...limits, poolSize: exportPoolSize })),
    healthDatabase: await connect({ ...limits, poolSize: 1, longestStatement: longestCheck }),
    auditDatabase: watch(await connect({ databaseUrl: directUrl, longestStatement: longestRule, poolSize: 1 })),
  };
}

/** Shorter than a call waits: the primary is then queried instead. */
const longestReplicaStatement = 4_000;
const betweenLooks = 500;

/** A replica that is unavailable at startup can become available later: nothing waits for it. */
async function openReplica({ readUrl, isPooled, mostReplicaLag, ...sizes }: Stores, primary: Pools, watch: Watch) {
  if (readUrl === undefined) return null;
  const limits = { databaseUrl: readUrl, isPooled, longestStatement: longestReplicaStatement };
  const replicaPools = {
    calls: watch(await connect({ ...limits, poolSize: sizes.poolSize })),
    exports: watch(await connect({ ...limits, poolSize: sizes.exportPoolSize })),
  };
  const log = createServerLog((line) => void process.stdout.write(`${line}\n`));
  const replica = createReplica({
    primary,
    replica: replicaPools,
    mostLag: mostReplicaLag,
    now: () => performance.now(),
    onChange: (isThere, reason) =>
      isThere ? log.info('read replica is there', {}) : log.error('read replica is away', { reason }),
  });
  await replica.measure();
  let isOver = false;
  const measureOn = async (): Promise<void> => {
    await replica.measure();
    if (!isOver) setTimeout(() => void measureOn(), betweenLooks);
  };
  void measureOn();
  const stop = async () => {
    isOver = true;
    await Promise.all([replicaPools.calls.close(), replicaPools.exports.close()]);
  };
  return { replica, stop };
}

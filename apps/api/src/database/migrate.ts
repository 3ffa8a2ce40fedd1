import type { Database, Queries } from './database.ts';
import { isDistributed, runOneByOne, spread } from './distribution/distribute.ts';
import { sql } from './sql.ts';
import { type Migration, type MigrationStep, stepsOf } from './migrations/migration.ts';
import { baseline, migrations } from './migrations/migrations.ts';

/** An arbitrary number, the same in all instances: the holder of this lock migrates, the others retry. */
const MIGRATION_LOCK = 7_305_014;
const MILLISECONDS_BETWEEN_TRIES = 200;

/**
 * Each step waits at most this long for its table lock, because queries of the old version queue up behind it. Then it
 * lets them pass and retries, for up to ten minutes.
 */
const LOCK_TIMEOUT = '500ms';
const MOST_TRIES = 800;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Updates the schema while older builds keep using it, and returns the names of the migrations it ran. Several
 * instances can start at the same time: one migrates, the others wait. A schema that a newer build only added to is
 * left unchanged. Throws an error with an explanation when this build cannot use the schema, or when a table's lock
 * cannot be acquired.
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations): Promise<string[]> {
  await refuseForeignSchema(database, known);
  if (database.kind === 'pglite') return runMigrations(database, known);
  for (;;) {
    // A blocking lock call would keep a snapshot open, for which CREATE INDEX CONCURRENTLY waits in turn: a deadlock.
    const ran = await database.transaction(async ({ query }) => {
      const [lock] = await query<{ is_ours: boolean }>(
        `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS is_ours`,
      );
      return lock?.is_ours ? await runMigrations(database, known) : null;
    });
    if (ran) return ran;
    await pass(MILLISECONDS_BETWEEN_TRIES);
  }
}

/** For a start that does not migrate: throws an error with an explanation when this build cannot use the schema as it is. */
export async function requireMigrated(database: Database, known: readonly Migration[] = migrations): Promise<void> {
  await refuseForeignSchema(database, known);
  const [table] = await database.query<{ found: string | null }>(`SELECT to_regclass('migrations')::text AS found`);
  const state = schemaState(table?.found == null ? [] : await recordedMigrations(database), known);
  const due = state.kind === 'KNOWN' ? state.due.map(({ name }) => name) : [baseline.name];
  if (due.length === 0) return;
  throw new Error(
    `MIGRATE=false, and ${due.length} migrations have not run, from ${due[0]} on. Nothing was changed. ` +
      'Run `npm run migrate` of this version first.',
  );
}

async function runMigrations(database: Database, known: readonly Migration[]): Promise<string[]> {
  await database.run(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now(), needs text)',
  );
  await database.run('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS needs text');
  const before = schemaState(await recordedMigrations(database), known);
  if (before.kind === 'BEFORE_BASELINE') await recordAsBaseline(database, before.names);
  const state = schemaState(await recordedMigrations(database), known);
  if (state.kind !== 'KNOWN') throw new Error('Another build changed the schema at the same time: start again.');
  const ran: string[] = [];
  for (const migration of state.due) if (await runMigration(database, migration)) ran.push(migration.name);
  return ran;
}

export interface Recorded {
  name: string;
  /** As in `Migration`; missing in rows of builds that did not record it, which only added. */
  needs?: string | null;
}

/** Selects all columns, because a database that no recent build has migrated lacks the column `needs`. */
export const recordedMigrations = ({ query }: Queries): Promise<Recorded[]> =>
  query<Recorded>('SELECT * FROM migrations ORDER BY name');

/** The schema already equals the baseline's: only the recorded names change. */
function recordAsBaseline(database: Database, names: readonly string[]): Promise<void> {
  return database.transaction(async (queries) => {
    await queries.query('DELETE FROM migrations WHERE name = ANY ($1::text[])', [[...names]]);
    await record(queries, baseline);
  });
}

/** All but the last step can run again after a crash. Returns false when another build ran the migration. */
async function runMigration(database: Database, migration: Migration): Promise<boolean> {
  const steps = stepsOf(migration);
  for (const step of steps.slice(0, -1)) await tryForLock(migration.name, () => runStep(database, step));
  return tryForLock(migration.name, () => runStep(database, steps.at(-1), migration));
}

async function runStep(database: Database, step: MigrationStep | undefined, recordAs?: Migration): Promise<boolean> {
  if (step && 'index' in step) await makeIndex(database, step);
  if (step && 'backfill' in step) await backfill(database, step.backfill);
  return inTransaction(database, async (queries) => {
    const isNew = recordAs === undefined || (await record(queries, recordAs));
    if (isNew && step && 'table' in step) await makeTable(queries, step);
    else if (isNew && step && 'sql' in step) await runStatements(queries, step);
    return isNew;
  });
}

const runStatements = async (
  queries: Queries,
  { sql: text, distributed = text }: { sql: string; distributed?: string },
): Promise<void> => ((await isDistributed(queries)) ? runOneByOne(queries, distributed) : queries.run(text));

/** On a distributed database a table can have foreign keys only to co-located tables, so it is distributed first. */
async function makeTable(
  queries: Queries,
  { table, sql: text, references = [] }: Extract<MigrationStep, { table: string }>,
): Promise<void> {
  const [found] = await queries.query<{ is_there: boolean }>(sql`SELECT to_regclass(${table}) IS NOT NULL AS is_there`);
  if (found?.is_there) return;
  await queries.run(text);
  if (await isDistributed(queries)) await spread(queries, table);
  for (const key of references) await queries.run(`ALTER TABLE ${table} ADD ${key}`);
}

async function record({ query }: Queries, { name, needs }: Migration): Promise<boolean> {
  const recorded = await query(
    sql`INSERT INTO migrations (name, needs) VALUES (${name}, ${needs ?? null}) ON CONFLICT DO NOTHING RETURNING name`,
  );
  return recorded.length > 0;
}

async function backfill(database: Database, sql: string): Promise<void> {
  while ((await inTransaction(database, ({ query }) => query(sql))).length > 0);
}

function inTransaction<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.transaction(async (queries) => {
    // The first setting passes the limit on to the workers of a cluster and has no effect elsewhere.
    if (database.kind === 'postgres')
      await queries.run(
        `SET LOCAL citus.propagate_set_commands TO 'local'; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`,
      );
    return work(queries);
  });
}

/** Outside of a transaction, so that writes continue. An index that an interrupted build left invalid is rebuilt. */
async function makeIndex(database: Database, { index, on }: Extract<MigrationStep, { index: string }>): Promise<void> {
  if (database.kind === 'pglite') return database.run(`CREATE INDEX IF NOT EXISTS ${index} ON ${on}`);
  const [left] = await database.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND NOT indisvalid`,
  );
  if (left) await database.run(`DROP INDEX CONCURRENTLY ${index}`);
  await database.run(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${index} ON ${on}`);
}

async function tryForLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MOST_TRIES) {
        throw new Error(
          `Migration ${name} could not get its table in ten minutes. Nothing of this step was changed. ` +
            'Look for a long transaction in pg_stat_activity, end it, and start again.',
          { cause: error },
        );
      }
      await pass(MILLISECONDS_BETWEEN_TRIES);
    }
  }
}

const pass = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function refuseForeignSchema(database: Database, known: readonly Migration[]): Promise<void> {
  const [table] = await database.query<{ found: string | null }>(`SELECT to_regclass('migrations')::text AS found`);
  if (table?.found == null) return;
  const state = schemaState(await recordedMigrations(database), known);
  if (state.kind === 'FOREIGN') throw new Error(state.sentence);
}

/** The migrations recorded by the last build before the baseline: its schema equals the baseline's. */
const beforeBaseline: readonly string[] = `
  0001-identity 0002-merchants 0003-payments 0004-payment-rules 0005-ledger 0006-deliveries 0007-takings 0008-money-out 0009-balances
  0010-payment-intents 0011-exchange 0012-monthly 0014-last-admin 0015-activity 0016-webhooks 0019-payers 0021-application-secrets
  0022-roll-up-slots 0023-search-letters 0025-email-factor 0026-open-refunds 0027-plain-letters 0030-key-rings 0031-mails-given-up
  0034-trail 0035-trail-of-before 0036-unknown-sign-ins 0044-work-by-kind 0045-suspect-lanes 0048-email-letters 0049-known-places
  0052-moved-money 0053-step-up-codes 0056-exceptions 0057-book-audits 0058-reconciliations`
  .trim()
  .split(/\s+/);

type SchemaState =
  /** `newer` are migrations of a newer build that this build is compatible with. */
  | { kind: 'KNOWN'; due: readonly Migration[]; newer: readonly string[] }
  /** The baseline's schema under the names of an older build. */
  | { kind: 'BEFORE_BASELINE'; names: readonly string[] }
  /** Must not be changed; the message contains the build that made it and what to do. */
  | { kind: 'FOREIGN'; sentence: string };

/** Accepts a newer build's migrations unless they need a newer build than this one. */
export function schemaState(recorded: readonly Recorded[], known: readonly Migration[]): SchemaState {
  const has = new Set(recorded.map(({ name }) => name));
  const names = new Set([...known.map(({ name }) => name), ...beforeBaseline]);
  const newer = recorded.filter(({ name }) => !names.has(name));
  const unusable = newer.find(({ needs }) => needs != null && !names.has(needs));
  if (unusable) {
    const sentence =
      `The database holds migration ${unusable.name}, which works only with builds that know ${unusable.needs}. Nothing was changed. ` +
      'Start such a build, or restore the backup from before the upgrade.';
    return { kind: 'FOREIGN', sentence };
  }
  if (has.size === 0 || has.has(baseline.name))
    return { kind: 'KNOWN', due: known.filter(({ name }) => !has.has(name)), newer: newer.map(({ name }) => name) };
  if (beforeBaseline.every((name) => has.has(name))) return { kind: 'BEFORE_BASELINE', names: beforeBaseline };
  return { kind: 'FOREIGN', sentence: olderSentence([...has]) };
}

function olderSentence(recorded: readonly string[]): string {
  return (
    `The database was made by an older build, up to migration ${[...recorded].sort().at(-1)}; this build takes databases over from ` +
    `${beforeBaseline.at(-1)} on. Nothing was changed. Start a build that still has that migration on it once, then this one ` +
    '(docs/operations.md, Upgrade); samples alone are made anew by `npm run admin -- reset`.'
  );
}

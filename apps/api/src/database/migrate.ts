import type { Database } from './database.ts';
import { migrations } from './migrations/migrations.ts';

/** Any number, the same in every instance: whoever holds it migrates, the others wait. */
const MIGRATION_LOCK = 7_305_011;

/**
 * Brings the schema up to date, each migration in its own transaction, under an advisory lock on PostgreSQL, so that
 * several instances can start at once. Answers the names that ran now. Throws when a recorded migration is unknown to this build.
 * `upTo` names the last one to run: an older build's schema.
 */
export async function migrate(database: Database, upTo?: string): Promise<string[]> {
  await refuseNewerSchema(database);
  const ran: string[] = [];
  for (const { name, sql } of migrations) {
    if (upTo !== undefined && name > upTo) break;
    const isNew = await database.transaction(async (queries) => {
      if (database.kind === 'postgres') await queries.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await queries.run(
        'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())',
      );
      const recorded = await queries.query(
        'INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name',
        [name],
      );
      if (recorded.length === 0) return false;
      await queries.run(sql);
      return true;
    });
    if (isNew) ran.push(name);
  }
  return ran;
}

async function refuseNewerSchema(database: Database): Promise<void> {
  const [table] = await database.query<{ found: string | null }>(`SELECT to_regclass('migrations')::text AS found`);
  if (table?.found == null) return;
  const known = new Set(migrations.map(({ name }) => name));
  const recorded = await database.query<{ name: string }>('SELECT name FROM migrations');
  const newer = recorded.find(({ name }) => !known.has(name));
  if (newer !== undefined) {
    throw new Error(
      `The database holds migration ${newer.name}, which this build does not know: a newer build made it.`,
    );
  }
}

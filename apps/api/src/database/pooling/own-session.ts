import type { Database, Queries } from '#database/database.ts';
import { reasonOf } from '#database/reason-of.ts';
import { sql } from '#database/sql.ts';

/**
 * Settings of every connection. JIT-compiling a page's query costs more than running it; hash joins of a count stay in
 * memory. No parallel workers: starting two costs more than they save, and the pool size is what limits the server's
 * load.
 */
const sessionSettings = {
  jit: 'off',
  TimeZone: 'UTC',
  work_mem: '32MB',
  max_parallel_workers_per_gather: '0',
} as const;

/** Set when a session starts: a pooler in transaction mode drops or rejects it. */
const mark = { name: 'volume.session', value: 'own' } as const;

/** Startup options of a direct connection. A pooler in transaction mode supports none of them. */
export const startOptions = [...Object.entries(sessionSettings), [mark.name, mark.value]]
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/**
 * Throws when `setting` leads to no database, or through a pooler: locks, notifications and migrations need direct
 * sessions.
 */
export async function requireOwnSessions(
  { query }: Queries,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  const [received] = await query<{ mark: string | null }>(
    sql`SELECT current_setting(${mark.name}, true) AS mark`,
  ).catch((error: unknown) => {
    if (/unsupported startup parameter/.test(String(error))) return [];
    throw new Error(`The database in ${setting} cannot be used: ${reasonOf(error)}. Nothing was changed.`, {
      cause: error,
    });
  });
  if (received?.mark === mark.value) return;
  const mend =
    setting === 'DATABASE_URL'
      ? 'Name the server itself in DATABASE_DIRECT_URL beside it.'
      : 'It must name the server itself.';
  throw new Error(
    `${setting} leads to a pooler, which drops what a session is begun with. ${mend} ` +
      'Nothing was changed (docs/operations.md, pgBouncer).',
  );
}

/** An arbitrary number: instances that start at the same time change one row. */
const SETTLE_LOCK = 7_305_015;

/**
 * Stores the session settings as defaults of this role in this database, because connections behind a pooler cannot set
 * them. Needs a direct connection.
 */
export function settleForPooler(direct: Database): Promise<void> {
  return direct.transaction(async ({ query, run }) => {
    await query(sql`SELECT pg_advisory_xact_lock(${SETTLE_LOCK})`);
    const [stored] = await query<{ settings: string[]; change: string }>(
      sql`SELECT format('ALTER ROLE %I IN DATABASE %I SET', current_user, current_database()) AS change,
        coalesce((SELECT s.setconfig FROM pg_db_role_setting AS s JOIN pg_database AS d ON d.oid = s.setdatabase
          WHERE d.datname = current_database() AND s.setrole = current_user::regrole), '{}') AS settings`,
    );
    for (const [name, value] of Object.entries(sessionSettings)) {
      if (!stored?.settings.includes(`${name}=${value}`)) await run(`${stored?.change} ${name} = '${value}'`);
    }
  });
}

interface Stored {
  database: string;
  settings: Record<string, string>;
}

async function readStored({ query }: Queries): Promise<Stored> {
  const [stored] = await query<Stored>(
    sql`SELECT concat_ws(' ', pg_postmaster_start_time(), (SELECT oid FROM pg_database WHERE datname = current_database())) AS database,
      (SELECT jsonb_object_agg(name, current_setting(name)) FROM unnest(${Object.keys(sessionSettings)}::text[]) AS name) AS settings`,
  );
  if (!stored) throw new Error('The database answered nothing.');
  return stored;
}

/** Throws when the pooler leads to another database, or to connections with other settings. */
export async function requireSettled(pooled: Queries, direct: Queries): Promise<void> {
  const [there, here] = [await readStored(pooled), await readStored(direct)];
  if (there.database !== here.database) {
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: they must be one.');
  }
  for (const [name, wanted] of Object.entries(sessionSettings)) {
    const found = there.settings[name];
    if (found === wanted) continue;
    throw new Error(
      `Connections behind DATABASE_URL have ${name} at ${found} instead of ${wanted}: the pooler opened them before this start, or as ` +
        'another role. Let it open new ones (pgBouncer: RECONNECT), as the role of DATABASE_DIRECT_URL, and start again.',
    );
  }
}

import type { Database, Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/**
 * What every connection works with. Compiling a page's query costs more than running it; hash joins of a count stay in memory. A statement
 * takes one process: to begin two more costs more than they save, and the pool's size is what bounds the server's work.
 */
const sessionSettings = {
  jit: 'off',
  TimeZone: 'UTC',
  work_mem: '32MB',
  max_parallel_workers_per_gather: '0',
} as const;

/** Said at the begin of a session of our own: whatever passes it on to others drops or refuses it. */
const mark = { name: 'volume.session', value: 'own' } as const;

/** What a connection of our own is begun with. A pooler in transaction mode takes none of it. */
export const startOptions = [...Object.entries(sessionSettings), [mark.name, mark.value]]
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Throws a sentence where a pooler answers under `setting`: locks, notices and migrations need sessions of their own. */
export async function requireOwnSessions(
  { query }: Queries,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  const [heard] = await query<{ mark: string | null }>(sql`SELECT current_setting(${mark.name}, true) AS mark`).catch(
    (error: unknown) => {
      if (/unsupported startup parameter/.test(String(error))) return [];
      throw error;
    },
  );
  if (heard?.mark === mark.value) return;
  const mend =
    setting === 'DATABASE_URL'
      ? 'Name the server itself in DATABASE_DIRECT_URL beside it.'
      : 'It must name the server itself.';
  throw new Error(
    `${setting} leads to a pooler, which drops what a session is begun with. ${mend} ` +
      'Nothing was changed (docs/operations.md, pgBouncer).',
  );
}

/** Any number: instances that start at once change one row. */
const SETTLE_LOCK = 7_305_015;

/**
 * Makes what a connection works with the default of our role in this database, and of nothing else: behind a pooler no connection can
 * ask for it. The connection must be our own.
 */
export function settleForPooler(direct: Database): Promise<void> {
  return direct.transaction(async ({ query, run }) => {
    await query(sql`SELECT pg_advisory_xact_lock(${SETTLE_LOCK})`);
    const [stored] = await query<{ settings: string[]; place: string }>(
      sql`SELECT format('ALTER ROLE %I IN DATABASE %I SET', current_user, current_database()) AS place,
        coalesce((SELECT s.setconfig FROM pg_db_role_setting AS s JOIN pg_database AS d ON d.oid = s.setdatabase
          WHERE d.datname = current_database() AND s.setrole = current_user::regrole), '{}') AS settings`,
    );
    for (const [name, value] of Object.entries(sessionSettings)) {
      if (!stored?.settings.includes(`${name}=${value}`)) await run(`${stored?.place} ${name} = '${value}'`);
    }
  });
}

interface Place {
  database: string;
  settings: Record<string, string>;
}

/** Which database of which server this is, and what its connections work with. */
async function readPlace({ query }: Queries): Promise<Place> {
  const [place] = await query<Place>(
    sql`SELECT concat_ws(' ', pg_postmaster_start_time(), (SELECT oid FROM pg_database WHERE datname = current_database())) AS database,
      (SELECT jsonb_object_agg(name, current_setting(name)) FROM unnest(${Object.keys(sessionSettings)}::text[]) AS name) AS settings`,
  );
  if (!place) throw new Error('The database answered nothing.');
  return place;
}

/** Throws a sentence where the pooler leads elsewhere than the direct connection, or to connections with other settings. */
export async function requireSettled(pooled: Queries, direct: Queries): Promise<void> {
  const [there, here] = [await readPlace(pooled), await readPlace(direct)];
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

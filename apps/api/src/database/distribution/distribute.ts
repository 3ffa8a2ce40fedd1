import type { Database, Queries } from '#database/database.ts';
import { triggerFunctions } from '#database/migrations/trigger-functions.ts';
import { sql } from '#database/sql.ts';

/** All other tables are co-located with this one: a merchant's rows are on the same server. */
const anchor = 'applications';

/** A reference table on every server: rarely written, joined with users and with payments. */
const everywhere = 'merchants';

/** A queue that is co-located with its merchants, although its primary key is the insertion order. */
export const besideMerchants = ['trail_waiting'];

/**
 * Distributes the merchants' tables over the servers of a Citus cluster by `merchant_id`, empty or filled, in one
 * transaction; all others stay on the coordinator (docs/distribution.md). Tables that are already distributed stay
 * unchanged. Returns the tables it distributed. Vacuums them afterwards: otherwise the first reads would visit every
 * row and be planned without statistics.
 */
export async function distribute(database: Database, { shards }: { shards: number }): Promise<string[]> {
  if (!(await hasCitus(database)))
    throw new Error('This database cannot be spread: its server has no Citus extension. Nothing was changed.');
  const spreadNow = await database.transaction(async (queries) => {
    const all = await listMerchantTables(queries);
    const tables = inOrder(await listUnspread(queries, all));
    // A table on one server cannot reference a distributed one: foreign keys are dropped and added again.
    const keys = (await listKeys(queries)).filter(({ table, to }) => tables.includes(table) || tables.includes(to));
    for (const { name, table } of keys) await queries.run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    // Triggers are dropped while rows are moved: the sums they maintain are moved as well.
    const triggers = (await listTriggers(queries)).filter(({ table }) => tables.includes(table));
    for (const { name, table } of triggers) await queries.run(`DROP TRIGGER ${name} ON ${table}`);
    for (const table of tables) await spread(queries, table, shards);
    await shareConnections(queries);
    for (const definition of triggerFunctions('distributed')) await queries.run(definition);
    for (const { definition } of triggers) await queries.run(definition);
    // A foreign key from a distributed table to one that is not cannot be enforced.
    const inside = keys.filter(({ table, to }) => all.includes(table) && all.includes(to));
    for (const { name, table, definition } of inside)
      await queries.run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    return tables;
  });
  for (const table of spreadNow) await database.run(`VACUUM (ANALYZE) ${table}`);
  return spreadNow;
}

/**
 * A query across all merchants queries a worker's shards one after another over its existing connection, and opens more
 * only after 250 ms: a new connection costs more CPU than such a list. Applies to new connections.
 */
const shareConnections = ({ run }: Queries): Promise<void> =>
  run(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.executor_slow_start_interval TO 250', current_database()); END $$`,
  );

/** Distributes one table: the anchor over this many shards, others co-located with it. Runs in a transaction. */
export async function spread({ run }: Queries, table: string, shards?: number): Promise<void> {
  if (table === everywhere) return run(`SELECT create_reference_table('${table}')`);
  const beside = table === anchor ? `shard_count := ${shards}` : `colocate_with := '${anchor}'`;
  await allowTriggers({ run });
  await run(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
  await run(`SELECT create_distributed_table('${table}', 'merchant_id', ${beside})`);
}

/** For the rest of a transaction. It is safe because triggers write only to co-located shards (`table_beside`). */
export const allowTriggers = ({ run }: Pick<Queries, 'run'>): Promise<void> =>
  run('SET LOCAL citus.enable_unsafe_triggers TO on');

/** Runs schema changes one statement at a time: a cluster forwards the text and accepts only one. */
export async function runOneByOne(queries: Queries, text: string): Promise<void> {
  await allowTriggers(queries);
  // A function's body is not split.
  const statements = text.replaceAll(/--.*$/gm, '').match(/(?:\$\$[^]*?\$\$|[^;])+/g) ?? [];
  for (const statement of statements.filter((each) => !/^\s*(BEGIN|COMMIT)?\s*$/.test(each)))
    await queries.run(statement);
}

export async function hasCitus({ query }: Queries): Promise<boolean> {
  return (await query(sql`SELECT FROM pg_extension WHERE extname = 'citus'`)).length > 0;
}

export async function isDistributed(database: Queries): Promise<boolean> {
  if (!(await hasCitus(database))) return false;
  return (await database.query(`SELECT FROM pg_dist_partition WHERE partmethod = 'h' LIMIT 1`)).length > 0;
}

/** Tables whose primary key begins with the merchant, and the queue co-located with them. */
export async function listMerchantTables({ query }: Queries): Promise<string[]> {
  const rows = await query<{ table: string }>(
    sql`SELECT t.relname AS table FROM pg_class AS t
      JOIN pg_index AS i ON i.indrelid = t.oid AND i.indisprimary
      JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
        AND (a.attname = 'merchant_id' OR t.relname = ANY (${besideMerchants}::text[])) ORDER BY t.relname`,
  );
  return rows.map(({ table }) => table);
}

async function listUnspread({ query }: Queries, tables: readonly string[]): Promise<string[]> {
  const rows = await query<{ table: string }>('SELECT logicalrelid::text AS table FROM pg_dist_partition');
  const spread = new Set(rows.map(({ table }) => table));
  return tables.filter((table) => !spread.has(table));
}

interface Trigger {
  name: string;
  table: string;
  definition: string;
}
interface Key extends Trigger {
  to: string;
}

const listTriggers = ({ query }: Queries): Promise<Trigger[]> =>
  query<Trigger>(
    sql`SELECT tgname AS name, tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS definition
      FROM pg_trigger WHERE NOT tgisinternal`,
  );

const listKeys = ({ query }: Queries): Promise<Key[]> =>
  query<Key>(
    sql`SELECT conname AS name, conrelid::regclass::text AS table, confrelid::regclass::text AS to,
        pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );

/** The reference table and the anchor come first, because the others are co-located with the anchor. */
const inOrder = (tables: readonly string[]): string[] => {
  const first = [everywhere, anchor].filter((table) => tables.includes(table));
  return [...first, ...tables.filter((table) => !first.includes(table))];
};

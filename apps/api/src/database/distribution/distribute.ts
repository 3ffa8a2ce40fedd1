import type { Database, Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Every other table stands with this one: the same merchants' rows on the same server. */
const anchor = 'applications';

/** Stands whole on every server: read with people on the coordinator and with payments on each worker, and seldom written. */
const everywhere = 'merchants';

/** A queue that is filled beside its merchant's rows, although its own key is the order of its rows. */
export const besideMerchants = ['trail_waiting'];

/**
 * Spreads the tables of merchants over the servers of a Citus cluster by `merchant_id`, empty or filled; all else stays on the coordinator
 * (docs/distribution.md). All of it or nothing: it is one transaction. Tables that already are spread stay as they are. Answers what it spread.
 * What was handed over is then vacuumed: else each first reading of it would look into every row, and plan without statistics.
 */
export async function distribute(database: Database, { shards }: { shards: number }): Promise<string[]> {
  if (!(await hasCitus(database)))
    throw new Error('This database cannot be spread: its server has no Citus extension. Nothing was changed.');
  const spreadNow = await database.transaction(async (queries) => {
    const all = await listMerchantTables(queries);
    const tables = inOrder(await listUnspread(queries, all));
    // A table on one server may refer to none that is spread: references are taken off and put back.
    const keys = (await listKeys(queries)).filter(({ table, to }) => tables.includes(table) || tables.includes(to));
    for (const { name, table } of keys) await queries.run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    // Rows that are handed over are not written anew: what triggers sum up of them is handed over too.
    const triggers = (await listTriggers(queries)).filter(({ table }) => tables.includes(table));
    for (const { name, table } of triggers) await queries.run(`DROP TRIGGER ${name} ON ${table}`);
    for (const table of tables) await spread(queries, table, shards);
    await shareConnections(queries);
    for (const { definition } of triggers) await queries.run(definition);
    // No server could hold those true that lead from what is spread to what is not.
    const inside = keys.filter(({ table, to }) => all.includes(table) && all.includes(to));
    for (const { name, table, definition } of inside)
      await queries.run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    return tables;
  });
  for (const table of spreadNow) await database.run(`VACUUM (ANALYZE) ${table}`);
  return spreadNow;
}

/**
 * A question of all merchants asks a worker's shards one after the other over the connection that is kept to it, and opens more only where that
 * takes a quarter of a second: each new one costs more processor than such a list. Holds for connections from now on.
 */
const shareConnections = ({ run }: Queries): Promise<void> =>
  run(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.executor_slow_start_interval TO 250', current_database()); END $$`,
  );

/** Spreads one table, the anchor over so many shards, every other beside it. In a transaction. */
export async function spread({ run }: Queries, table: string, shards?: number): Promise<void> {
  if (table === everywhere) return run(`SELECT create_reference_table('${table}')`);
  const beside = table === anchor ? `shard_count := ${shards}` : `colocate_with := '${anchor}'`;
  await allowTriggers({ run });
  await run(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
  await run(`SELECT create_distributed_table('${table}', 'merchant_id', ${beside})`);
}

/** For the rest of a transaction: the triggers write beside their own shard alone (table_beside). */
export const allowTriggers = ({ run }: Pick<Queries, 'run'>): Promise<void> =>
  run('SET LOCAL citus.enable_unsafe_triggers TO on');

/** Changes of the schema, in a transaction: a cluster passes each on by the text it came in, and takes one at a time. */
export async function runOneByOne(queries: Queries, text: string): Promise<void> {
  await allowTriggers(queries);
  // The body of a function stands as it is.
  const statements = text.includes('$$') ? [text] : text.replaceAll(/--.*$/gm, '').split(';');
  for (const statement of statements.filter((each) => !/^\s*(BEGIN|COMMIT)?\s*$/.test(each)))
    await queries.run(statement);
}

/** Whether this database is one of a Citus cluster. */
export async function hasCitus({ query }: Queries): Promise<boolean> {
  return (await query(sql`SELECT FROM pg_extension WHERE extname = 'citus'`)).length > 0;
}

/** Whether tables of merchants are spread over servers. */
export async function isDistributed(database: Queries): Promise<boolean> {
  if (!(await hasCitus(database))) return false;
  return (await database.query(`SELECT FROM pg_dist_partition WHERE partmethod = 'h' LIMIT 1`)).length > 0;
}

/** Tables whose key begins with the merchant, and the queue beside them. */
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

/** Those of the tables that stand on one server. */
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

/** What stands everywhere and the anchor first: the others stand beside it. */
const inOrder = (tables: readonly string[]): string[] => {
  const first = [everywhere, anchor].filter((table) => tables.includes(table));
  return [...first, ...tables.filter((table) => !first.includes(table))];
};

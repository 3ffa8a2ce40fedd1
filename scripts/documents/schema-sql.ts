import { openEmbeddedDatabase } from '#api/database/embedded-database.ts';
import { migrate } from '#api/database/migrate.ts';
import type { Queries } from '#api/database/database.ts';
import { rooms } from '#scripts/documents/schema-rooms.ts';

interface Table {
  name: string;
  columns: string[];
  constraints: string[];
  indexes: string[];
  triggers: string[];
}

const head = `-- The schema that the migrations make on an empty database, room by room. Written by \`npm run documents\`; to be read,
-- not run. Amounts are minor units, times are UTC. Tables of a merchant begin every key with merchant_id.`;

/** The whole schema as one page: types, tables by room with their comments, functions. Throws when a table has no room. */
export async function schemaSql(): Promise<string> {
  const { database } = await openEmbeddedDatabase({ dataDir: 'memory://' });
  try {
    await migrate(database);
    const tables = new Map((await readTables(database)).map((table) => [table.name, table]));
    const named = Object.values(rooms).flatMap((room) => Object.keys(room));
    const [homeless] = [...tables.keys()].filter((name) => !named.includes(name));
    if (homeless) throw new Error(`Give the table ${homeless} a room and a comment in schema-rooms.ts.`);
    const pages = Object.entries(rooms).map(([room, comments]) => {
      const bodies = Object.entries(comments).map(([name, comment]) => tableSql(comment, tables.get(name), name));
      return [`-- ${room} ${'─'.repeat(Math.max(0, 114 - room.length))}`, ...bodies].join('\n\n');
    });
    return `${[head, await typesSql(database), ...pages, await functionsSql(database)].join('\n\n')}\n`;
  } finally {
    await database.close();
  }
}

function tableSql(comment: string, table: Table | undefined, name: string): string {
  if (!table) throw new Error(`schema-rooms.ts names the table ${name}, which the migrations do not make.`);
  const lines = [...table.columns, ...table.constraints].map((line) => `  ${line}`).join(',\n');
  const after = [...table.indexes, ...table.triggers].map(
    (line) => `${line.replace(/ (WHERE|WHEN|EXECUTE) /, '\n  $1 ')};`,
  );
  return [`-- ${comment}`, `CREATE TABLE ${name} (\n${lines}\n);`, ...after].join('\n');
}

const short = (text: string): string =>
  text
    .replaceAll(/timestamp\((\d)\) with time zone/g, 'timestamptz($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('public.', '')
    .replaceAll(/ = ANY \(ARRAY\[([^\]]+)\](?:::text\[\])?\)/g, ' IN ($1)')
    .replaceAll(
      /::(?:text|jsonb|currency|bigint|smallint|integer|(?:\w+_)(?:status|state|type|kind|category))\b(?!\[)/g,
      '',
    );

async function readTables({ query }: Queries): Promise<Table[]> {
  const tables = await query<Table>(`
    SELECT c.relname AS name,
      ARRAY(SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || CASE WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ') STORED'
                  WHEN a.attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY'
                  WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true) ELSE '' END
          || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
      ARRAY(SELECT pg_get_constraintdef(o.oid, true) FROM pg_constraint o WHERE o.conrelid = c.oid AND o.contype <> 'n'
        ORDER BY array_position('{p,u,f,c}', o.contype::text), o.conname) AS constraints,
      ARRAY(SELECT pg_get_indexdef(i.indexrelid, 0, true) FROM pg_index i WHERE i.indrelid = c.oid
        AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.conrelid = c.oid)
        ORDER BY i.indexrelid::regclass::text) AS indexes,
      ARRAY(SELECT pg_get_triggerdef(t.oid, true) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
        ORDER BY t.tgname) AS triggers
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname`);
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map(short),
    constraints: table.constraints.map(short),
    indexes: table.indexes.map((index) => short(index).replace(' USING btree', '')),
    triggers: table.triggers.map(short),
  }));
}

async function typesSql({ query }: Queries): Promise<string> {
  const types = await query<{ name: string; labels: string }>(`
    SELECT t.typname AS name, string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) AS labels
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname ORDER BY t.typname`);
  return types.map(({ name, labels }) => `CREATE TYPE ${name} AS ENUM (${labels});`).join('\n');
}

async function functionsSql({ query }: Queries): Promise<string> {
  const functions = await query<{ body: string }>(`
    SELECT pg_get_functiondef(p.oid) AS body FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY p.proname`);
  const bodies = functions.map(({ body }) => `${short(body).trimEnd()};`.replaceAll(/[ \t]+$/gm, ''));
  return [`-- functions ${'─'.repeat(105)}`, ...bodies].join('\n\n');
}

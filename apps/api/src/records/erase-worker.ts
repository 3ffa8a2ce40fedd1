import type { Services } from '#core/services.ts';
import type { Database, Queries } from '#database/database.ts';
import { joined, raw, type Sql, sql } from '#database/sql.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { eraseKind, openPerson } from './erasure.ts';
import {
  type Column,
  isAbout,
  patternsOf,
  type Person,
  type PersonTable,
  readPersonTables,
  splitColumns,
} from './person.ts';
import { deletedWhenErased } from './person-tables.ts';

/** Rows that one statement looks at. The embedded database shares its thread with calls. */
const chunkOf = { postgres: 5_000, pglite: 500 } as const;
/** Milliseconds after which the job goes back to the queue, where it continues. */
const longestRun = 10_000;
/** Milliseconds until the second pass: calls that had begun before the person was erased have ended by then. */
const untilSecondPass = 60_000;

/**
 * Erases a person's data from every place, in chunks by primary key. The job stores how far it is, so it continues
 * there after a crash. It goes through everything a second time, for rows that were written in the meantime.
 */
export const eraseWorker: Worker = { kind: eraseKind, concurrency: 1, mostFailures: Infinity, run: erase };

interface Progress {
  sealed: string;
  isSecond?: boolean;
  table?: string;
  after?: readonly string[];
}

async function erase(services: Services, work: DueWork): Promise<void | { againAt: Date }> {
  const { database, clock } = services;
  const { sealed, isSecond = false, ...from } = work.payload as unknown as Progress;
  const person = await openPerson(services, work.workId, sealed);
  const end = performance.now() + longestRun;
  let { after = [] } = from;
  for (const personTable of await readPersonTables(database)) {
    if (personTable.isOwned || personTable.table < (from.table ?? '') || changesOf(personTable, person).length === 0)
      continue;
    if (personTable.table !== from.table) after = [];
    for (let isLast = false; !isLast;) {
      if (performance.now() > end) {
        await store(database, work, { sealed, isSecond, table: personTable.table, after });
        return { againAt: clock.now() };
      }
      const last = await eraseChunk(database, personTable, person, after);
      isLast = last === null;
      after = last ?? [];
    }
  }
  if (isSecond) return undefined;
  await store(database, work, { sealed, isSecond: true });
  return { againAt: new Date(clock.now().getTime() + untilSecondPass) };
}

async function store({ query }: Queries, { workId, attempts }: DueWork, progress: Progress): Promise<void> {
  await query(
    sql`UPDATE due_work SET payload = ${{ ...progress }} WHERE work_id = ${workId} AND attempts = ${attempts}`,
  );
}

/** Erases within the rows after a key; returns the last key that it looked at, null at the end of the table. */
async function eraseChunk(
  { query, kind }: Database,
  personTable: PersonTable,
  person: Person,
  after: readonly string[],
) {
  const names = joined(
    personTable.key.map(({ name }) => raw(name)),
    ', ',
  );
  const since = after.length === 0 ? sql`TRUE` : sql`(${names}) > (${keyOf(personTable, after)})`;
  const texts = joined(
    personTable.key.map(({ name }) => raw(`${name}::text`)),
    ', ',
  );
  const [last] = await query<{ key: string[] }>(
    sql`SELECT ARRAY[${texts}] AS key FROM ${raw(personTable.table)} WHERE ${since} ORDER BY ${names} OFFSET ${chunkOf[kind] - 1} LIMIT 1`,
  );
  const until = last === undefined ? sql`TRUE` : sql`(${names}) <= (${keyOf(personTable, last.key)})`;
  for (const change of changesOf(personTable, person)) await query(sql`${change} AND ${since} AND ${until}`);
  return last?.key ?? null;
}

const keyOf = ({ key }: PersonTable, values: readonly string[]): Sql =>
  joined(
    key.map(({ type }, at) => sql`${values[at] ?? null}::${raw(type)}`),
    ', ',
  );

/** The statements that erase a person from a table, without the limits of a chunk; none where everything is kept. */
function changesOf(personTable: PersonTable, person: Person): Sql[] {
  const table = raw(personTable.table);
  const changes: Sql[] = [];
  if (deletedWhenErased[personTable.table] !== undefined)
    changes.push(sql`DELETE FROM ${table} WHERE ${isAbout(personTable, person, 'deleted')}`);
  const isKey = (name: string) => personTable.key.some((column) => column.name === name);
  const changed = splitColumns(personTable).erased.filter(({ name }) => !isKey(name));
  if (changed.length === 0) return changes;
  const each = changed.map((column) => sql`${raw(column.name)} = ${withoutPerson(column, person)}`);
  const values = personTable.table === 'activity' ? activityChange(person) : joined(each, ', ');
  return [...changes, sql`UPDATE ${table} SET ${values} WHERE ${isAbout(personTable, person, 'erased')}`];
}

/** The text of a column with the person replaced, wherever it names them. */
function withoutPerson({ name, type }: Column, person: Person): Sql {
  const replaced = (text: Sql) =>
    patternsOf(person, type).reduce(
      (before, pattern) => sql`regexp_replace(${before}, ${pattern}, 'erased', 'gi')`,
      text,
    );
  const column = raw(name);
  if (type === 'text[]')
    return sql`CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT ${replaced(raw('each'))} FROM unnest(${column}) AS each) END`;
  return sql`${replaced(sql`${column}::text`)}::${raw(type)}`;
}

/** Only what the triggers of the audit log allow: the chain has digests of these fields and verifies without them. */
function activityChange(person: Person): Sql {
  const names = (column: string) =>
    sql`(${joined(
      patternsOf(person, 'text').map((pattern) => sql`coalesce(${raw(column)} ~* ${pattern}, FALSE)`),
      ' OR ',
    )})`;
  const isActor = sql`(${names('actor')} OR actor_id IS NOT DISTINCT FROM ${person.userAccountId}::uuid AND actor_id IS NOT NULL)`;
  return sql`actor = CASE WHEN ${isActor} THEN 'erased' ELSE actor END,
    ip = CASE WHEN ${isActor} THEN NULL ELSE ip END,
    user_agent = CASE WHEN ${isActor} THEN NULL ELSE user_agent END,
    subject = CASE WHEN ${names('subject')} AND subject LIKE '%@%' THEN 'erased' ELSE subject END,
    detail = CASE WHEN ${names('detail')} OR ${names('subject')} THEN NULL ELSE detail END`;
}

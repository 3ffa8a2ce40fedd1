import { exportPersonalData as endpoint, type PersonExport } from '@volume/contract/personal-data/personal-data.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import type { Database } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import { timeBudget, within } from './find-personal-data.ts';
import { findAccount, isAbout, type Person, readPersonTables, toPerson } from './person.ts';
import { secretColumns } from './person-tables.ts';

/** Rows of one kind in a file. */
const mostRows = 10_000;

/** Everything that is stored about a person: the rows of each table, without secrets. Needs a step-up. */
export const exportPersonalData = handle(endpoint, async (call) => {
  const { body, services } = call;
  const { database, clock } = services;
  const account = await findAccount(database, body.email);
  const person = toPerson(body.email, account);
  const { records, incomplete } = await readRecords(database, person);
  const rows = records.reduce((sum, kind) => sum + kind.rows.length, 0);
  await recordActivity(database, call, {
    merchantId: null,
    action: 'PERSON_EXPORTED',
    subject: person.userAccountId ?? 'person',
    detail: `${rows} records of ${records.length} kinds`,
  });
  return { email: person.email, exportedAtUtc: toWireTime(clock.now()), records, incomplete };
});

type Records = Pick<PersonExport, 'records' | 'incomplete'>;

async function readRecords(database: Database, person: Person): Promise<Records> {
  const found: Records = { records: [], incomplete: [] };
  const all = await readPersonTables(database);
  const conditions = all
    .filter(({ isOwned }) => !isOwned || person.userAccountId !== null)
    .map((personTable) => ({ table: personTable.table, isTheirs: isAbout(personTable, person) }));
  if (person.userAccountId !== null)
    conditions.unshift({ table: 'accounts', isTheirs: sql`user_account_id = ${person.userAccountId}` });
  const remaining = timeBudget();
  for (const { table, isTheirs } of conditions) {
    const rows = await within(
      database,
      remaining(),
    )(({ query }) =>
      query<{ row: Record<string, unknown> }>(
        sql`SELECT to_jsonb(t) - ${secretsOf(table)}::text[] AS row FROM ${raw(table)} AS t WHERE ${isTheirs}
          LIMIT ${mostRows + 1}`,
      ),
    );
    if (rows === null || rows.length > mostRows) found.incomplete.push(table);
    if (rows && rows.length > 0)
      found.records.push({ kind: table, rows: rows.slice(0, mostRows).map(({ row }) => row) });
  }
  return found;
}

const secretsOf = (table: string): string[] =>
  secretColumns.flatMap((name) => {
    const [first = '', column] = name.split('.');
    if (column === undefined) return [first];
    return first === table ? [column] : [];
  });

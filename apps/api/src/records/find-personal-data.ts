import { type ErasureObstacle, type PersonOutcome, personOutcomes } from '@volume/contract/personal-data/labels.ts';
import { findPersonalData as endpoint, type PersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import type { Database, Queries } from '#database/database.ts';
import { joined, raw, sql } from '#database/sql.ts';
import { erasureIdOf } from './erasure.ts';
import {
  type AccountRow,
  findAccount,
  isAbout,
  type Person,
  type PersonTable,
  readPersonTables,
  splitColumns,
  toPerson,
} from './person.ts';
import { deletedWhenErased, keptWhenErased } from './person-tables.ts';

/** The data that is stored about a person, and what erasing them would do. Changes nothing. */
export const findPersonalData = handle(endpoint, async ({ body, services }) => {
  const { database } = services;
  const account = await findAccount(database, body.email);
  const person = toPerson(body.email, account);
  const records: PersonalData['records'] = account
    ? [{ kind: 'accounts', count: 1, outcome: 'ERASED', reason: null }]
    : [];
  const remaining = timeBudget();
  for (const personTable of await readPersonTables(database)) {
    records.push(...(await countRecords(within(database, remaining()), personTable, person)));
  }
  return {
    email: person.email,
    account: account && toAccount(account),
    obstacle: await findObstacle(database, account),
    isErasing: await isErasing(services, person.email),
    records,
  };
});

const toAccount = ({ userAccountId, name, enabled, companyName, lastSignInAt }: AccountRow) => ({
  userAccountId,
  name,
  enabled,
  companyName,
  lastSignInAtUtc: lastSignInAt && toWireTime(lastSignInAt),
});

/** Why an account cannot be erased now. Erasing must not go around the rules for removing administrators. */
export async function findObstacle({ query }: Queries, account: AccountRow | null): Promise<ErasureObstacle | null> {
  if (!account?.enabled) return null;
  if (account.roles.includes('VOLUME_ADMIN')) return 'FULL_ADMINISTRATOR';
  if (account.merchantId === null || !account.roles.includes('MERCHANT_ADMIN')) return null;
  const others = await query(
    sql`SELECT 1 FROM accounts WHERE merchant_id = ${account.merchantId} AND user_account_id <> ${account.userAccountId}
      AND admin_id IS NULL AND is_enabled AND 'MERCHANT_ADMIN' = ANY(roles) AND invitation = 'ACCEPTED'`,
  );
  return others.length > 0 ? null : 'LAST_MERCHANT_ADMIN';
}

async function isErasing(services: Services, email: string): Promise<boolean> {
  const workId = await erasureIdOf(services, email);
  return (await services.database.query(sql`SELECT 1 FROM due_work WHERE work_id = ${workId}`)).length > 0;
}

/** Milliseconds for reading all tables; a call has ten seconds. */
const longest = 6_000;
/** Returns how many milliseconds of the budget are left, at least a few: a table without such rows takes less. */
export function timeBudget(): () => number {
  const end = performance.now() + longest;
  return () => Math.max(50, Math.round(end - performance.now()));
}

type Within = <T>(work: (queries: Queries) => Promise<T>) => Promise<T | null>;

/** Runs statements with a time limit in milliseconds; null when it was exceeded. PGlite has no such limit. */
export const within =
  (database: Database, limit: number): Within =>
  async (work) => {
    try {
      return await database.transaction(async (queries) => {
        await queries.query(`SET LOCAL statement_timeout = ${limit}`);
        return work(queries);
      });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '57014') return null;
      throw error;
    }
  };

async function countRecords(
  limited: Within,
  personTable: PersonTable,
  person: Person,
): Promise<PersonalData['records']> {
  if (personTable.isOwned && person.userAccountId === null) return [];
  const columns = splitColumns(personTable);
  const outcomes = { DELETED: 'deleted', ERASED: 'erased', KEPT: 'kept' } as const;
  const isPossible = {
    DELETED: personTable.isOwned || deletedWhenErased[personTable.table] !== undefined,
    ERASED: !personTable.isOwned && columns.erased.length > 0,
    KEPT: !personTable.isOwned && columns.kept.length > 0,
  };
  const counts = await limited(async ({ query }) => {
    const each = Object.entries(outcomes).map(
      ([name, of]) => sql`count(*) FILTER (WHERE ${isAbout(personTable, person, of)}) AS ${raw(`"${name}"`)}`,
    );
    const [row] = await query<Record<PersonOutcome, number>>(
      sql`SELECT ${joined(each, ', ')} FROM ${raw(personTable.table)} WHERE ${isAbout(personTable, person)}`,
    );
    return row ?? null;
  });
  return personOutcomes
    .map((outcome) => ({
      kind: personTable.table,
      count: counts && counts[outcome],
      outcome,
      reason: outcome === 'KEPT' ? (keptWhenErased[personTable.table]?.why ?? null) : null,
    }))
    .filter(({ count, outcome }) => isPossible[outcome] && count !== 0);
}

import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import type { Queries } from '#database/database.ts';
import { joined, raw, type Sql, sql } from '#database/sql.ts';
import { deletedWhenErased, impersonalTables, keptWhenErased, ownedTables } from './person-tables.ts';

/** A person as they appear in records: by email address, and by name and id if they have an account. */
export interface Person {
  email: string;
  name: string | null;
  userAccountId: string | null;
  /** The account's merchant; null for administrators and for persons without an account. */
  merchantId: string | null;
}

export interface AccountRow {
  userAccountId: string;
  email: string;
  name: string | null;
  merchantId: string | null;
  companyName: string | null;
  enabled: boolean;
  roles: string[];
  lastSignInAt: Date | null;
}

export async function findAccount({ query }: Queries, email: string): Promise<AccountRow | null> {
  const [account] = await query<AccountRow>(
    sql`SELECT a.user_account_id AS "userAccountId", a.email, a.name, a.merchant_id AS "merchantId",
        m.company_name AS "companyName", a.is_enabled AS enabled, a.roles, a.last_sign_in_at AS "lastSignInAt"
      FROM accounts AS a LEFT JOIN merchants AS m ON m.merchant_id = a.merchant_id
      WHERE lower(a.email COLLATE "C") = ${foldEmailAddress(email)}`,
  );
  return account ?? null;
}

export const toPerson = (email: string, account: AccountRow | null): Person => ({
  email: foldEmailAddress(email),
  name: account?.name ?? null,
  userAccountId: account?.userAccountId ?? null,
  merchantId: account?.merchantId ?? null,
});

export interface Column {
  name: string;
  type: string;
}

/** A table that can name a person: its columns with text, its primary key, and how the person's rows are found. */
export interface PersonTable {
  table: string;
  texts: readonly Column[];
  key: readonly Column[];
  isOfMerchants: boolean;
  /** Whether it has rows of one account only. */
  isOwned: boolean;
}

/** All tables, read from the catalogue of the database: a new table is searched and erased without being listed. */
export async function readPersonTables({ query }: Queries): Promise<PersonTable[]> {
  const columns = await query<Column & { table: string; keyPosition: number | null; isText: boolean }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
       array_position(i.indkey::int2[], a.attnum) AS "keyPosition",
       format_type(a.atttypid, NULL) IN ('text', 'text[]', 'jsonb') AS "isText"
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
       JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' AND c.relname <> ALL($1::text[])
     ORDER BY c.relname, a.attnum`,
    [impersonalTables],
  );
  const tables = [...new Set(columns.map(({ table }) => table))];
  return tables.map((table) => {
    const own = columns.filter((column) => column.table === table);
    const key = own.filter(({ keyPosition }) => keyPosition !== null);
    return {
      table,
      texts: own.filter(({ isText }) => isText),
      key: key.toSorted((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0)),
      isOfMerchants: own.some(({ name }) => name === 'merchant_id'),
      isOwned: ownedTables.includes(table),
    };
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** After these, also in JSON, where the end of a line is two letters. */
const begins = (letters: string): string => String.raw`(?<=^|[^${letters}]|\\[bfnrt])`;

/** A text that names the person, and the regular expression that finds it as a whole, not as a part of a longer one. */
interface Naming {
  plain: string;
  pattern: string;
}

const emailNaming = ({ email }: Person): Naming => ({
  plain: email,
  pattern: String.raw`${begins('[:alnum:]._%+-')}${escaped(email)}(?![[:alnum:]-]|\.[[:alnum:]])`,
});

/**
 * The person's name, in JSON as it is written there: without that, one with quotation marks would not be found, and erasing one
 * made of them would break the JSON. Texts can contain JSON. A single word, such as `Finance` or `Ann`, is found in texts that
 * are not about the person.
 */
function nameNamings({ name }: Person, isJson: boolean): Naming[] {
  if (name === null || !/\S\s\S/.test(name)) return [];
  const inJson = JSON.stringify(name).slice(1, -1);
  const forms = isJson ? [inJson] : [...new Set([name, inJson])];
  return forms.map((plain) => ({ plain, pattern: `${begins('[:alnum:]')}${escaped(plain)}(?![[:alnum:]])` }));
}

/** The regular expressions that find the person in a column of this type. */
export const patternsOf = (person: Person, type: string): string[] =>
  [emailNaming(person), ...nameNamings(person, type === 'jsonb')].map(({ pattern }) => pattern);

/**
 * A column's text, with nothing for NULL. Workers of a cluster update only by immutable expressions, which an array as
 * text and concat_ws are not.
 */
const asText = ({ name, type }: Column): Sql =>
  type === 'text[]'
    ? sql`coalesce((SELECT string_agg(each, E'\\n') FROM unnest(${raw(name)}) AS each), '')`
    : sql`coalesce(${raw(name)}::text, '')`;

/**
 * Whether one of these columns names the person. In records of merchants a name counts only for the person's own
 * merchant, and never for an administrator's, because others can have the same name.
 */
function named(personTable: PersonTable, columns: readonly Column[], person: Person): Sql {
  const [json, texts] = [true, false].map((isJson) => columns.filter(({ type }) => (type === 'jsonb') === isJson));
  return sql`(${namedIn(personTable, texts ?? [], person)} OR ${namedIn(personTable, json ?? [], person)})`;
}

/** The same for columns that are all of JSON, or none of them. */
function namedIn(personTable: PersonTable, columns: readonly Column[], person: Person): Sql {
  if (columns.length === 0) return raw('FALSE');
  const text = sql`(${joined(columns.map(asText), ` || E'\\n' || `)})`;
  // The plain comparison comes first, because it is much faster than the expression, in the collation that is fastest.
  const has = ({ plain, pattern }: Naming) =>
    /[^\x20-\x7e]/.test(plain)
      ? sql`(${text} ~* ${pattern})`
      : sql`(strpos(lower(${text} COLLATE "C"), lower(${plain})) > 0 AND ${text} ~* ${pattern})`;
  const byEmail = has(emailNaming(person));
  const names = nameNamings(person, columns[0]?.type === 'jsonb');
  if (names.length === 0 || (personTable.isOfMerchants && person.merchantId === null)) return byEmail;
  const isTheirs = personTable.isOfMerchants ? sql`merchant_id = ${person.merchantId}` : raw('TRUE');
  return sql`(${byEmail} OR (${isTheirs} AND (${joined(names.map(has), ' OR ')})))`;
}

/** The columns of a table that are kept, and those that erasing changes. */
export function splitColumns({ table, texts }: PersonTable): { kept: Column[]; erased: Column[] } {
  const rule = keptWhenErased[table];
  const isKept = ({ name }: Column) => rule !== undefined && (rule.columns?.includes(name) ?? true);
  return { kept: texts.filter(isKept), erased: texts.filter((column) => !isKept(column)) };
}

/**
 * The condition that finds a person's rows: all of them, those that are deleted, and the others with a text that is
 * kept or erased.
 */
export function isAbout(
  personTable: PersonTable,
  person: Person,
  of: 'all' | 'deleted' | 'kept' | 'erased' = 'all',
): Sql {
  const by = deletedWhenErased[personTable.table];
  const isDeleted = personTable.isOwned
    ? sql`user_account_id = ${person.userAccountId}`
    : by === undefined
      ? raw('FALSE')
      : sql`lower(${raw(by)}) = ${person.email}`;
  if (of === 'deleted' || personTable.isOwned) return of === 'all' || of === 'deleted' ? isDeleted : raw('FALSE');
  if (personTable.table === 'payments')
    return of === 'erased' ? raw('FALSE') : sql`lower(payer_email) = ${person.email}`;
  const found = named(personTable, of === 'all' ? personTable.texts : splitColumns(personTable)[of], person);
  if (of === 'all') return sql`(${isDeleted} OR ${found} OR ${isActor(personTable, person)})`;
  return of === 'kept' ? found : sql`(NOT ${isDeleted} AND (${found} OR ${isActor(personTable, person)}))`;
}

/** Actions of a person's account are found by its id too, because its email address can have changed. */
const isActor = ({ table }: PersonTable, { userAccountId }: Person): Sql =>
  table === 'activity' && userAccountId !== null
    ? sql`(actor_id = ${userAccountId} AND actor <> 'erased')`
    : raw('FALSE');

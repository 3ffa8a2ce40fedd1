import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';

interface Known {
  email: string;
  name: string;
  isShared: boolean;
}

/** Two names with the same result look the same: case, widths of spaces and letters, and how a letter is composed, do not count. */
const asRead = (name: Sql): Sql => sql`lower(normalize(regexp_replace(trim(${name}), '\\s+', ' ', 'g'), NFKC))`;

/**
 * Reads the current names of the people with these email addresses, with the address in brackets where another person has the
 * same name, or where the name itself could be taken for an address. Only the merchant's users and administrators are named,
 * because another merchant's user can have the address by now. `merchantId` is null for an administrator's call that concerns
 * no single merchant: then everybody is named.
 */
export async function readPeople(
  { query }: Queries,
  merchantId: string | null,
  emails: readonly string[],
): Promise<(email: string) => string | null> {
  const asked = [...new Set(emails.filter((email) => email.includes('@')).map(foldEmailAddress))];
  if (asked.length === 0) return () => null;
  const people = await query<Known>(
    sql`SELECT a.email, trim(a.name) AS name, EXISTS (SELECT FROM accounts AS o
        WHERE o.user_account_id <> a.user_account_id AND ${asRead(sql`o.name`)} = ${asRead(sql`a.name`)}
          AND (o.merchant_id = coalesce(a.merchant_id, ${merchantId}::uuid) OR o.merchant_id IS NULL)) AS "isShared"
      FROM accounts AS a
      WHERE lower(a.email COLLATE "C") = ANY(${asked}::text[]) AND trim(a.name) <> ''
        AND (a.merchant_id = ${merchantId}::uuid OR a.merchant_id IS NULL OR ${merchantId}::uuid IS NULL)`,
  );
  const names = new Map(people.map((each) => [foldEmailAddress(each.email), sayName(each)]));
  return (email) => names.get(foldEmailAddress(email)) ?? null;
}

const sayName = ({ email, name, isShared }: Known): string =>
  isShared || name.includes('@') ? `${name} (${email})` : name;

/** The name of one person, or the email address if no name is known. */
export async function readPerson(queries: Queries, merchantId: string | null, email: string): Promise<string> {
  return (await readPeople(queries, merchantId, [email]))(email) ?? email;
}

/** `Ada Hart (ada@shop.example)` for mails, which say the address too because a name can be that of two people. */
export async function readPersonForMail(queries: Queries, merchantId: string | null, email: string): Promise<string> {
  const said = await readPerson(queries, merchantId, email);
  const address = `(${email})`.toLowerCase();
  return said === email || said.toLowerCase().endsWith(address) ? said : `${toOneLine(said)} (${email})`;
}

/** A sentence of a mail that begins with the address of who did it, with their name in front of the address. */
export async function sayActor(queries: Queries, merchantId: string | null, sentence: string): Promise<string> {
  const [email] = /^[^\s@]+@[^\s@,]+/.exec(sentence) ?? [];
  if (email === undefined) return sentence;
  return `${await readPersonForMail(queries, merchantId, email)}${sentence.slice(email.length)}`;
}

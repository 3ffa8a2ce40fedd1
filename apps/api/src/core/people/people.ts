import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface Known {
  email: string;
  name: string;
  isShared: boolean;
}

/**
 * Reads what to call the people with these email addresses: the name that they have today, with the address in brackets
 * where somebody else has the same name. Of a merchant's people and the administrators only, because an address can belong to
 * another merchant's user by now; `null` for an administrator's call that belongs to no merchant.
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
        WHERE o.user_account_id <> a.user_account_id AND lower(trim(o.name)) = lower(trim(a.name))
          AND (o.merchant_id = coalesce(a.merchant_id, ${merchantId}::uuid) OR o.merchant_id IS NULL)) AS "isShared"
      FROM accounts AS a
      WHERE lower(a.email COLLATE "C") = ANY(${asked}::text[]) AND trim(a.name) <> ''
        AND (a.merchant_id = ${merchantId}::uuid OR a.merchant_id IS NULL OR ${merchantId}::uuid IS NULL)`,
  );
  const names = new Map(people.map((each) => [foldEmailAddress(each.email), sayName(each)]));
  return (email) => names.get(foldEmailAddress(email)) ?? null;
}

const sayName = ({ email, name, isShared }: Known): string => (isShared ? `${name} (${email})` : name);

/** What to call one person; the email address where no name is known. */
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

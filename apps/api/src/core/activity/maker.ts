import type { Caller } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** The maker of a document, as its foot shows it: a user or a key by name. */
export async function readMaker({ query }: Queries, { apiKey, userAccountId, email }: Caller): Promise<string> {
  if (apiKey) return email;
  const [found] = await query<{ name: string | null }>(
    sql`SELECT name FROM accounts WHERE user_account_id = ${userAccountId}`,
  );
  return found?.name?.trim() || email;
}

import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export interface Recipient {
  email: string;
  name: string | null;
  company: string;
}

/** A user of the merchant for a mail that they chose, with their roles; undefined when they are disabled or left. */
export async function findUserToMail(
  { query }: Queries,
  { merchantId, userAccountId }: { merchantId: string; userAccountId: string },
): Promise<(Recipient & { roles: string[] }) | undefined> {
  const [found] = await query<Recipient & { roles: string[] }>(
    sql`SELECT a.email, a.name, a.roles, m.company_name AS company
      FROM accounts AS a JOIN merchants AS m ON m.merchant_id = a.merchant_id
      WHERE a.user_account_id = ${userAccountId} AND a.merchant_id = ${merchantId} AND a.admin_id IS NULL
      AND a.is_enabled AND a.invitation = 'ACCEPTED'`,
  );
  return found;
}

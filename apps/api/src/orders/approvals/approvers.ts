import { authoritiesOf, merchantRoles } from '@volume/contract/access.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export interface Approver {
  userAccountId: string;
  email: string;
  name: string | null;
}

const mayMoveMoney = merchantRoles.filter((role) => authoritiesOf([role]).includes('EDIT_SETTINGS'));
const isApprover = (merchantId: string) => sql`merchant_id = ${merchantId} AND admin_id IS NULL AND is_enabled
  AND invitation = 'ACCEPTED' AND roles && ${[...mayMoveMoney]}::text[]`;

/** The users of a merchant who can approve (contract §11): enabled, and allowed to move money themselves. */
export function listApprovers({ query }: Queries, merchantId: string): Promise<Approver[]> {
  return query<Approver>(
    sql`SELECT user_account_id AS "userAccountId", email, name FROM accounts WHERE ${isApprover(merchantId)} ORDER BY email`,
  );
}

/** Whether a user is one of them; if so, the user cannot lose the role until the transaction ends. */
export async function staysApprover({ query }: Queries, merchantId: string, userAccountId: string): Promise<boolean> {
  const found = await query(
    sql`SELECT 1 FROM accounts WHERE user_account_id = ${userAccountId} AND ${isApprover(merchantId)} FOR SHARE`,
  );
  return found.length > 0;
}

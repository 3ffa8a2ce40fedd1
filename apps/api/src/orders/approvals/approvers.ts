import { authoritiesOf, merchantRoles } from '@volume/contract/access.ts';
import { newcomerHours } from '@volume/contract/administrators/labels.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';

export interface Approver {
  userAccountId: string;
  email: string;
  name: string | null;
}

export const movesMoney = (roles: readonly string[]): boolean => authoritiesOf(roles).includes('EDIT_SETTINGS');
const approverRoles = merchantRoles.filter((role) => movesMoney([role]));
const isApprover = (merchantId: string) => sql`merchant_id = ${merchantId} AND admin_id IS NULL AND is_enabled
  AND invitation = 'ACCEPTED' AND roles && ${[...approverRoles]}::text[]`;

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

interface Newcomer {
  userAccountId: string;
  email: string;
  reason: 'NEW';
}

/**
 * Users who got the right to move money less than a day ago, by an invitation, another role or when they were enabled. They cannot
 * approve yet: otherwise one user could invite a second account of their own and approve with it (decision 31).
 */
const selectNewcomers = (whom: Sql, now: Date): Sql =>
  sql`SELECT user_account_id AS "userAccountId", email, 'NEW' AS reason FROM accounts
    WHERE ${whom} AND moves_money_since > ${new Date(now.getTime() - newcomerHours * 3_600_000)} ORDER BY email`;

export const listNewcomers = ({ query }: Queries, merchantId: string, now: Date): Promise<Newcomer[]> =>
  query<Newcomer>(selectNewcomers(isApprover(merchantId), now));

/** Also for an administrator of the platform. */
export async function isNewcomer({ query }: Queries, userAccountId: string, now: Date): Promise<boolean> {
  return (await query(selectNewcomers(sql`user_account_id = ${userAccountId}`, now))).length > 0;
}

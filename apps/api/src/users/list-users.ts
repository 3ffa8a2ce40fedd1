import { listUsers as listUsersEndpoint, listRoles as listRolesEndpoint } from '@volume/contract/users/users.ts';
import { merchantRoles } from '@volume/contract/access.ts';
import { handle } from '#core/handler.ts';
import { raw, sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import { requireKnownMerchant } from './rules.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import type { Queries } from '#database/database.ts';

/** A merchant's users, ordered by name and email (§7). */
export const listUsers = handle(listUsersEndpoint, async ({ params, services: { database } }) => {
  await requireKnownMerchant(database, params.merchantId);
  const rows = await database.query<UserRow>(
    sql`SELECT ${userColumns} FROM accounts WHERE merchant_id = ${params.merchantId} AND ${isUser}
     ORDER BY lower(coalesce(name, email)), lower(email)`,
  );
  return rows.map(toUser);
});

/** The roles of merchant users, the most powerful first (§7, contract §5); the same for every merchant. */
export const listRoles = handle(listRolesEndpoint, async ({ params, services }) => {
  await requireKnownMerchant(services.database, params.merchantId);
  return [...merchantRoles];
});

/** A user of a merchant as the table stores it. */
export type UserRow = Omit<User, 'createdAtUtc' | 'lastSignInAtUtc'> & {
  createdAt: Date;
  lastSignInAt: Date | null;
};

export const userColumns = sql`user_account_id AS "userId", merchant_id AS "merchantId", email, roles, name, phone,
  is_enabled AS enabled, two_factor <> 'NONE' AS "twoFactorEnabled", created_at AS "createdAt",
  last_sign_in_at AS "lastSignInAt", invitation, ${versionOf(sql`roles, name, phone`)} AS version`;

/** Platform administrators are users of no merchant, even when their row names one. */
const isUser = sql`merchant_id IS NOT NULL AND admin_id IS NULL`;

/** Converts a row to the wire format (contract §3 MerchantAccount). */
export function toUser({ createdAt, lastSignInAt, ...row }: UserRow): User {
  return { ...row, createdAtUtc: toWireTime(createdAt), lastSignInAtUtc: lastSignInAt && toWireTime(lastSignInAt) };
}

/** A user of the given merchant, or of any merchant without one; null when there is none. `lock` locks the row. */
export async function findUser(
  { query }: Queries,
  { userId, merchantId }: { userId: string; merchantId: string | null },
  lock: 'FOR UPDATE' | '' = '',
): Promise<UserRow | null> {
  const [row] = await query<UserRow>(
    sql`SELECT ${userColumns} FROM accounts
     WHERE user_account_id = ${userId} AND (${merchantId}::uuid IS NULL OR merchant_id = ${merchantId})
     AND ${isUser} ${raw(lock)}`,
  );
  return row ?? null;
}

import { listAccounts as listAccountsEndpoint, listRoles as listRolesEndpoint } from '@volume/contract/users.ts';
import { merchantRoles } from '@volume/contract/access.ts';
import { handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import { accountColumns, type AccountRow, isUser, toAccount } from './account-row.ts';
import { requireKnownMerchant } from './rules.ts';

/** A merchant's users, by name and email (§7). */
export const listAccounts = handle(listAccountsEndpoint, async ({ params, services: { database } }) => {
  await requireKnownMerchant(database, params.merchantId);
  const rows = await database.query<AccountRow>(
    sql`SELECT ${accountColumns} FROM accounts WHERE merchant_id = ${params.merchantId} AND ${isUser}
     ORDER BY lower(coalesce(name, email)), lower(email)`,
  );
  return rows.map(toAccount);
});

/** The roles a merchant's users may have, the most powerful first (§7, contract §5); the same for every merchant. */
export const listRoles = handle(listRolesEndpoint, async ({ params, services }) => {
  await requireKnownMerchant(services.database, params.merchantId);
  return [...merchantRoles];
});

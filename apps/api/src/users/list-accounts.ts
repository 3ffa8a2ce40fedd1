import { listAccounts as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { accountColumns, type AccountRow, isUser, toAccount } from './account-row.ts';
import { requireKnownMerchant } from './rules.ts';
import { sql } from '#database/sql.ts';

/** A merchant's users, by name and email (§7). */
export const listAccounts = handle(endpoint, async ({ params, services: { database } }) => {
  await requireKnownMerchant(database, params.merchantId);
  const rows = await database.query<AccountRow>(
    sql`SELECT ${accountColumns} FROM accounts WHERE merchant_id = ${params.merchantId} AND ${isUser}
     ORDER BY lower(coalesce(name, email)), lower(email)`,
  );
  return rows.map(toAccount);
});

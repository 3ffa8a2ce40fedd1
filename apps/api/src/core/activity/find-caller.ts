import { authoritiesOf, isAdminAuthority, isPermitted, type MerchantAuthority } from '@volume/contract/access.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Caller } from '#core/tenant.ts';

interface Row {
  email: string;
  merchant_id: string | null;
  admin_id: string | null;
  roles: string[];
}

/** Work requested by a user that runs after their call: the merchant and the required authority. */
interface Asked {
  userAccountId: string;
  merchantId: string;
  authority: MerchantAuthority;
  jti: string;
}

/** The user's current account; null when it or the merchant was disabled, or the authority was lost. */
export async function findCaller({ query }: Queries, asked: Asked): Promise<Caller | null> {
  const { userAccountId, merchantId, authority, jti } = asked;
  const [row] = await query<Row>(
    sql`SELECT a.email, a.merchant_id, a.admin_id, a.roles FROM accounts AS a JOIN merchants AS m ON m.merchant_id = ${merchantId}
     WHERE a.user_account_id = ${userAccountId} AND a.is_enabled AND m.is_enabled
       AND (a.merchant_id IS NULL OR a.merchant_id = m.merchant_id)`,
  );
  if (!row) return null;
  const person = { userAccountId, email: row.email, jti };
  if (row.admin_id !== null) {
    const authorities = row.roles.filter(isAdminAuthority);
    const mayWrite = authorities.includes('VOLUME_ADMIN');
    return mayWrite ? { ...person, kind: 'admin', adminId: row.admin_id, authorities } : null;
  }
  const authorities = authoritiesOf(row.roles);
  return isPermitted(authorities, [authority]) ? { ...person, kind: 'merchant', merchantId, authorities } : null;
}

import { authoritiesOf, isAdminAuthority } from '@volume/contract/access.ts';
import type { AccessTokenClaims } from '@volume/contract/session/session.ts';
import type { Authenticate, Caller } from '#core/tenant.ts';
import type { Services } from '#core/services.ts';
import { readAccessToken } from '#session/tokens/access-token.ts';
import { sql } from '#database/sql.ts';

type Holder = Pick<Services, 'database' | 'vault' | 'clock'>;
interface SessionRow {
  user_account_id: string;
  email: string;
  merchant_id: string | null;
  admin_id: string | null;
  roles: string[];
}

/**
 * Finds the account that a token belongs to. The session row and the account decide, not the token: signing out,
 * disabling and role changes take effect on the next call, and the authorities are the current ones of the account.
 */
export function createAuthenticate(services: Holder): Authenticate {
  return async (token) => {
    const claims = await readAccessToken(services, token);
    if (!claims) return null;
    return { jti: claims.jti, userAccountId: String(claims.userAccountId), find: () => findCaller(services, claims) };
  };
}

async function findCaller({ database, clock }: Holder, claims: AccessTokenClaims): Promise<Caller | null> {
  const [row] = await database.query<SessionRow>(
    sql`SELECT a.user_account_id, a.email, a.merchant_id, a.admin_id, a.roles
     FROM sessions s JOIN accounts a ON a.user_account_id = s.user_account_id
     LEFT JOIN merchants m ON m.merchant_id = a.merchant_id
     WHERE s.jti = ${claims.jti} AND s.revoked_at IS NULL AND s.expires_at > ${clock.now()}
       AND a.is_enabled AND (a.merchant_id IS NULL OR m.is_enabled)`,
  );
  return row ? toCaller(claims, row) : null;
}

/** Null when token and account disagree, or when either has neither or both of merchantId and adminId (§4). */
function toCaller(claims: AccessTokenClaims, row: SessionRow): Caller | null {
  const person = { userAccountId: row.user_account_id, email: row.email, jti: claims.jti };
  if (String(claims.userAccountId) !== row.user_account_id) return null;
  if ((claims.merchantId ?? null) !== row.merchant_id) return null;
  if ((claims.adminId === undefined ? null : String(claims.adminId)) !== row.admin_id) return null;
  if (row.merchant_id !== null && row.admin_id === null) {
    return { ...person, kind: 'merchant', merchantId: row.merchant_id, authorities: authoritiesOf(row.roles) };
  }
  if (row.admin_id === null || row.merchant_id !== null) return null;
  const authorities = row.roles.filter(isAdminAuthority);
  return authorities.length > 0 ? { ...person, kind: 'admin', adminId: row.admin_id, authorities } : null;
}

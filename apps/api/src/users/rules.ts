import { isRoleAbove } from '@volume/contract/access.ts';
import type { Caller } from '#core/tenant.ts';
import { type Queries, violates } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { notFound, Problem } from '#core/problem.ts';

/** Rejects roles that allow more than the caller can do: no user grants a role above their own (contract §5). */
export function requireMayGrant({ authorities }: Caller, roles: readonly string[]): void {
  const above = roles.find((role) => isRoleAbove(role, authorities));
  if (above === undefined) return;
  throw new Problem(403, `You cannot grant the role ${titleOfRole(above)}: it is above your own.`, {
    code: 'ROLE_ABOVE_YOURS',
  });
}

/**
 * Rejects disabling or enabling a user whose role is above the caller's: otherwise an editor could lock out
 * administrators, or let in one whom they had locked out.
 */
export function requireWithinReach({ authorities }: Caller, { roles }: { roles: readonly string[] }): void {
  if (!roles.some((role) => isRoleAbove(role, authorities))) return;
  throw new Problem(403, 'This user has a role above your own. Someone with that role can do this.', {
    code: 'ROLE_ABOVE_YOURS',
  });
}

/**
 * The database protects a merchant's last administrator against any concurrent change; this turns its error into a
 * clear message.
 */
export async function keepingLastAdmin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!violates(error, 'accounts_last_admin')) throw error;
    throw new Problem(
      409,
      'This is the last enabled administrator of the merchant. Make another user an administrator first.',
      {
        statusName: 'LAST_MERCHANT_ADMIN',
      },
    );
  }
}

/** The display name of a role: `MERCHANT_EDITOR` is 'Merchant Editor' (§9 Labels). */
export function titleOfRole(role: string): string {
  const words = role.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** 404 for an unknown merchant: administrators can name any id. */
export async function requireKnownMerchant({ query }: Queries, merchantId: string): Promise<void> {
  const found = await query(sql`SELECT 1 FROM merchants WHERE merchant_id = ${merchantId}`);
  if (found.length === 0) throw notFound('This merchant');
}

import { isRoleAbove } from '@volume/contract/access.ts';
import type { Caller } from '#core/tenant.ts';
import { type Queries, violates } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { notFound, Problem } from '#core/problem.ts';

/** Refuses roles that open more than the caller may do: nobody grants a role above their own (contract §5). */
export function requireMayGrant({ authorities }: Caller, roles: readonly string[]): void {
  const above = roles.find((role) => isRoleAbove(role, authorities));
  if (above === undefined) return;
  throw new Problem(403, `You cannot grant the role ${titleOfRole(above)}: it is above your own.`);
}

/**
 * Refuses to take power from, or give it back to, somebody whose role is above the caller's: else an editor could shut
 * administrators out, or let in one whom they shut out.
 */
export function requireWithinReach({ authorities }: Caller, { roles }: { roles: readonly string[] }): void {
  if (!roles.some((role) => isRoleAbove(role, authorities))) return;
  throw new Problem(403, 'This user has a role above your own. Someone with that role can do this.');
}

/** The database keeps a merchant's last administrator, whatever runs at once; this says so in words. */
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

/** A role as people read it: `MERCHANT_EDITOR` is 'Merchant Editor' (§9 Labels). */
export function titleOfRole(role: string): string {
  const words = role.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** 404 for a merchant there is none of: administrators may name any id. */
export async function requireKnownMerchant({ query }: Queries, merchantId: string): Promise<void> {
  const found = await query(sql`SELECT 1 FROM merchants WHERE merchant_id = ${merchantId}`);
  if (found.length === 0) throw notFound('This merchant');
}

import { authoritiesOf, type Authority, isAdminAuthority } from '@volume/contract/access.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** The account columns that signing in needs. */
export interface Account {
  user_account_id: string;
  email: string;
  name: string | null;
  phone: string | null;
  password_hash: string | null;
  /** Passkeys are accepted in addition to codes; PASSKEY means that the account has no other second factor. */
  two_factor: 'NONE' | 'EMAIL' | 'TOTP' | 'PASSKEY';
  totp_secret: string | null;
  totp_last_step: number | null;
  merchant_id: string | null;
  admin_id: string | null;
  roles: string[];
  created_at: Date;
  last_sign_in_at: Date | null;
  invitation: 'PENDING' | 'ACCEPTED';
  /** Whether its merchant requires a second factor from every user. */
  requires_two_factor: boolean;
  /** Whether the account and its merchant are enabled. */
  is_open: boolean;
}

const select = sql`
  SELECT a.user_account_id, a.email, a.name, a.phone, a.password_hash, a.two_factor, a.totp_secret, a.totp_last_step,
    a.merchant_id, a.admin_id, a.roles, a.created_at, a.last_sign_in_at, a.invitation,
    coalesce(m.requires_two_factor, false) AS requires_two_factor,
    a.is_enabled AND (a.merchant_id IS NULL OR coalesce(m.is_enabled, false)) AS is_open
  FROM accounts a LEFT JOIN merchants m ON m.merchant_id = a.merchant_id`;

/** Finds an account by email address, ignoring the case of A to Z only; null when there is none. */
export async function findAccountByEmail({ query }: Queries, email: string): Promise<Account | null> {
  const [account] = await query<Account>(sql`${select} WHERE lower(a.email COLLATE "C") = ${foldEmailAddress(email)}`);
  return account ?? null;
}

export async function findAccount({ query }: Queries, userAccountId: string): Promise<Account | null> {
  const [account] = await query<Account>(sql`${select} WHERE a.user_account_id = ${userAccountId}`);
  return account ?? null;
}

type Belonging = Pick<Account, 'merchant_id' | 'admin_id' | 'roles'>;

/**
 * The authorities of an account: derived from its roles for a merchant's users, stored for administrators (contract
 * §5).
 */
export function accountAuthorities({ merchant_id, admin_id, roles }: Belonging): Authority[] {
  if (merchant_id !== null && admin_id === null) return authoritiesOf(roles);
  if (admin_id !== null && merchant_id === null) return roles.filter(isAdminAuthority);
  return [];
}

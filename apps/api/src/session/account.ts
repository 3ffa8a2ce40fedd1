import { authoritiesOf, type Authority, isAdminAuthority } from '@volume/contract/access.ts';
import { foldEmailAddress } from '@volume/contract/email-address.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** A person's row, as signing in reads it. */
export interface Account {
  user_account_id: string;
  email: string;
  name: string | null;
  phone: string | null;
  password_hash: string | null;
  /** Passkeys are taken beside a code; PASSKEY is an account that has nothing else. */
  two_factor: 'NONE' | 'EMAIL' | 'TOTP' | 'PASSKEY';
  totp_secret: string | null;
  totp_last_step: number | null;
  merchant_id: string | null;
  admin_id: string | null;
  roles: string[];
  created_at: Date;
  last_sign_in_at: Date | null;
  invitation: 'PENDING' | 'ACCEPTED';
  /** Its merchant asks everyone for a second factor. */
  requires_two_factor: boolean;
  /** The account is enabled, and so is its merchant. */
  is_open: boolean;
}

const select = sql`
  SELECT a.user_account_id, a.email, a.name, a.phone, a.password_hash, a.two_factor, a.totp_secret, a.totp_last_step,
    a.merchant_id, a.admin_id, a.roles, a.created_at, a.last_sign_in_at, a.invitation,
    coalesce(m.requires_two_factor, false) AS requires_two_factor,
    a.is_enabled AND (a.merchant_id IS NULL OR coalesce(m.is_enabled, false)) AS is_open
  FROM accounts a LEFT JOIN merchants m ON m.merchant_id = a.merchant_id`;

/** The account of an email address, whichever of A to Z are capitals; or null. */
export async function findAccountByEmail({ query }: Queries, email: string): Promise<Account | null> {
  const [account] = await query<Account>(sql`${select} WHERE lower(a.email COLLATE "C") = ${foldEmailAddress(email)}`);
  return account ?? null;
}

/** The account of an id, or null. */
export async function findAccount({ query }: Queries, userAccountId: string): Promise<Account | null> {
  const [account] = await query<Account>(sql`${select} WHERE a.user_account_id = ${userAccountId}`);
  return account ?? null;
}

type Belonging = Pick<Account, 'merchant_id' | 'admin_id' | 'roles'>;

/** The authorities an account holds: by its roles for a merchant's people, named outright for administrators (contract §5). */
export function accountAuthorities({ merchant_id, admin_id, roles }: Belonging): Authority[] {
  if (merchant_id !== null && admin_id === null) return authoritiesOf(roles);
  if (admin_id !== null && merchant_id === null) return roles.filter(isAdminAuthority);
  return [];
}

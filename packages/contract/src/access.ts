/** The authorities a token can carry (§6). */
export const merchantAuthorities = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'] as const;
export const adminAuthorities = ['VOLUME_ADMIN', 'VOLUME_ADMIN_READ'] as const;
export type MerchantAuthority = (typeof merchantAuthorities)[number];
export type AdminAuthority = (typeof adminAuthorities)[number];
export type Authority = MerchantAuthority | AdminAuthority;

/** What a key is allowed to do. Each call by key needs one scope; primary and secondary keys have all of them. */
export const apiKeyScopes = ['READ', 'LINKS', 'REFUNDS', 'PAYOUTS', 'TOOL'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
/** The scope that a call by key needs; or several, of which one is enough: a refusal names the first. */
export type NeededScope = ApiKeyScope | readonly [ApiKeyScope, ...ApiKeyScope[]];

/**
 * Who is allowed to make a call. `public`: no session needed. `signed-in`: any session. `any-of`: one of these
 * authorities or an admin one (§6: both admin authorities pass every check). `admin`: platform administrators only.
 * With `effect: 'write'`, VOLUME_ADMIN_READ gets 403. `apiKeys`: an application's API key with this scope, or one of these, can also make the call, for that
 * application (contract §11); without it, a key gets 403.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed-in'; effect: 'read' | 'write'; apiKeys?: NeededScope }
  | { kind: 'any-of'; authorities: readonly MerchantAuthority[]; effect: 'read' | 'write'; apiKeys?: NeededScope }
  | { kind: 'admin'; effect: 'read' | 'write' };

/** The scopes with which an application's keys can make a call; empty when they cannot (contract §11). */
export const scopesOf = (access: Access): readonly ApiKeyScope[] =>
  'apiKeys' in access && access.apiKeys ? [access.apiKeys].flat() : [];

/** Allowed to read payments and everything derived from them (contract §8, Who may read). */
export const mayViewPayments = ['VIEW_ONLY', 'PAY_BY_LINK'] as const;

export const merchantRoles = ['MERCHANT_ADMIN', 'MERCHANT_EDITOR', 'MERCHANT_OPERATOR', 'MERCHANT_VIEWER'] as const;
export type MerchantRole = (typeof merchantRoles)[number];

const authoritiesByRole: Record<MerchantRole, readonly MerchantAuthority[]> = {
  MERCHANT_ADMIN: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'],
  MERCHANT_EDITOR: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS'],
  MERCHANT_OPERATOR: ['VIEW_ONLY', 'PAY_BY_LINK'],
  MERCHANT_VIEWER: ['VIEW_ONLY'],
};

/** All authorities that these roles grant (contract §5); unknown roles grant none. */
export function authoritiesOf(roles: readonly string[]): MerchantAuthority[] {
  const held = new Set(roles.flatMap((role) => authoritiesByRole[role as MerchantRole] ?? []));
  return merchantAuthorities.filter((authority) => held.has(authority));
}

/**
 * True when the role grants something that the holder of these authorities is not allowed to do, so they cannot assign
 * it (contract §5).
 */
export function isRoleAbove(role: string, held: readonly string[]): boolean {
  return authoritiesOf([role]).some((authority) => !isPermitted(held, [authority]));
}

export function isAdminAuthority(authority: string): authority is AdminAuthority {
  return (adminAuthorities as readonly string[]).includes(authority);
}

/** True when one of the wanted authorities, or an admin one, is held (§6). */
export function isPermitted(held: readonly string[], wanted: readonly Authority[]): boolean {
  return held.some((authority) => isAdminAuthority(authority) || (wanted as readonly string[]).includes(authority));
}

import type { AdminAuthority, MerchantAuthority } from '@volume/contract/access.ts';

type Person = {
  userAccountId: string;
  email: string;
  /** The session row this token stands for. */
  jti: string;
};

/** A user of one merchant; authorities as the account has them now, whatever the token says. */
export type MerchantCaller = Person & {
  kind: 'merchant';
  merchantId: string;
  authorities: readonly MerchantAuthority[];
};

/** A platform administrator; never bound to a merchant (contract §8). */
export type AdminCaller = Person & { kind: 'admin'; adminId: string; authorities: readonly AdminAuthority[] };

export type Caller = MerchantCaller | AdminCaller;

/**
 * Reads a bearer token: null when its signature or its time is not right, else the session it names and a way to find who
 * holds that, which asks the database and answers null when the session opens nothing any more.
 */
export type Authenticate = (
  token: string,
) => Promise<{ jti: string; userAccountId: string; find: () => Promise<Caller | null> } | null>;

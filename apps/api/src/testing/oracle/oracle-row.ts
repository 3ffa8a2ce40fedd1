import type { Given } from '#testing/call-api.ts';

/**
 * Who may make each call, written by hand from the specification (§6) and the contract document (§5, §8), never taken
 * from the contract package or the server: the two must meet in the test.
 */
export type Who = 'public' | 'signed-in' | 'payments' | 'links' | 'settings' | 'users' | 'account-admins' | 'admins';

export interface OracleRow {
  who: Who;
  effect?: 'write';
  /** A call on what belongs to Harbour & Bloom that would succeed. */
  given: Given;
  /** What those get who may; `let through` where earlier calls decide whether it works out. */
  ok: number | 'let through';
  /** Those who may must have proved themselves again (contract §8): without that it is 403 for them too. */
  needsProof?: true;
  /** The path names what belongs to Harbour & Bloom: for another merchant it is 404. */
  isOwned?: true;
}

/** Harbour & Bloom's payment, written by the refusals' own seed. */
export const paymentId = '01900000-0000-7000-8000-000000000031';
/** Harbour & Bloom's virtual account at OPTIMUS, written by the same; its customer is `C71`. */
export const payInAccountId = 71;

import type { CallInput } from '#testing/call-api.ts';

/**
 * Who is allowed to make each call, written by hand from the specification (§6) and the contract document (§5, §8). It
 * is never derived from the contract package or the server, so that the test compares two independent sources.
 */
export type Who = 'public' | 'signed-in' | 'payments' | 'links' | 'settings' | 'users' | 'account-admins' | 'admins';

export interface OracleRow {
  who: Who;
  effect?: 'write';
  /** A valid call on an object of Harbour & Bloom. */
  input: CallInput;
  /** The status for callers with access; `let through` when it depends on earlier calls. */
  ok: number | 'let through';
  /** Callers with access also need a step-up (contract §8), otherwise they get 403. */
  needsProof?: true;
  /** The path contains an id of Harbour & Bloom, so other merchants get 404. */
  isOwned?: true;
}

/** Harbour & Bloom's payment, seeded by the refusal tests. */
export const paymentId = '01900000-0000-7000-8000-000000000031';
/** Harbour & Bloom's virtual account at OPTIMUS, also seeded by them; its customer is `C71`. */
export const payInAccountId = 71;

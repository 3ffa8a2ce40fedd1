import { type ExclusionReason, exclusionReasons } from '@volume/contract/approvals/labels.ts';
import type { Approval } from '@volume/contract/approvals/approvals.ts';
import type { OrderKind } from '#orders/order.ts';
import { Problem } from '#core/problem.ts';
import { apiKeyNames } from '#core/refused-key.ts';
import type { ApiKey, Caller } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { listApprovers } from './approvers.ts';
import { isAboveThreshold, type OrderSize } from './recipient-sums.ts';

/** The user, key or schedule that makes an order. */
export interface Requester {
  source: Approval['source'];
  /** Account of the user; null for a key, which belongs to no single user. */
  accountId: string | null;
  email: string;
  apiKey?: ApiKey | undefined;
}

export const requesterOf = ({
  userAccountId,
  email,
  apiKey,
}: Pick<Caller, 'userAccountId' | 'email' | 'apiKey'>): Requester =>
  apiKey ? { source: 'KEY', accountId: null, email, apiKey } : { source: 'PERSON', accountId: userAccountId, email };

/** A user who cannot approve an order, and one reason for it. */
export interface Exclusion {
  userAccountId: string;
  email: string;
  reason: ExclusionReason;
}

/** An order that is not stored yet. */
export interface PlannedOrder extends OrderSize {
  kind: OrderKind;
  by: Requester;
  /** The user who chose the default beneficiary to which it goes; null when it goes elsewhere or when that is unknown. */
  defaultSetBy: string | null;
}

/**
 * Decides whether an order waits for a second person, and returns the users who cannot be that person (decision 31); null when it does
 * not wait. Throws 409 NO_APPROVER when no user is left. Call it after `lockOrders`, before anything of the order is written.
 */
export async function planApproval(queries: Queries, order: PlannedOrder): Promise<readonly Exclusion[] | null> {
  if (!(await isAboveThreshold(queries, order))) return null;
  const excluded = await findExcluded(queries, order);
  const approvers = await listApprovers(queries, order.merchantId);
  const isExcluded = (id: string) => excluded.some(({ userAccountId }) => userAccountId === id);
  if (!approvers.every(({ userAccountId }) => isExcluded(userAccountId))) return excluded;
  const ids = new Set(approvers.map(({ userAccountId }) => userAccountId));
  throw noApprover(
    order,
    excluded.filter(({ userAccountId }) => ids.has(userAccountId)),
  );
}

async function findExcluded({ query }: Queries, { by, defaultSetBy }: PlannedOrder): Promise<readonly Exclusion[]> {
  const { source, accountId, email, apiKey } = by;
  const maker: Exclusion[] =
    accountId === null
      ? []
      : [{ userAccountId: accountId, email, reason: source === 'SCHEDULE' ? 'SCHEDULE' : 'REQUESTED' }];
  const named = [...(apiKey?.responsible ?? []), ...(defaultSetBy === null ? [] : [defaultSetBy])];
  if (named.length === 0) return maker;
  const users = await query<{ userAccountId: string; email: string }>(
    sql`SELECT user_account_id AS "userAccountId", email FROM accounts
     WHERE lower(email) = ANY(${named.map((each) => each.toLowerCase())}::text[]) ORDER BY email`,
  );
  const of = (emails: readonly string[], reason: ExclusionReason): Exclusion[] => {
    const wanted = new Set(emails.map((each) => each.toLowerCase()));
    return users.filter((user) => wanted.has(user.email.toLowerCase())).map((user) => ({ ...user, reason }));
  };
  const chosen = defaultSetBy === null ? [] : of([defaultSetBy], 'DEFAULT_BENEFICIARY');
  return [...maker, ...of(apiKey?.responsible ?? [], 'KEY'), ...chosen];
}

const remedies: Partial<Record<ExclusionReason, string>> = {
  KEY: 'let another user reset the key',
  DEFAULT_BENEFICIARY: 'let another user set the default beneficiary',
  SCHEDULE: 'let another user save the payout schedule',
};

/** Names the users who are excluded, with the reasons and the remedies. */
function noApprover({ kind, by }: PlannedOrder, excluded: readonly Exclusion[]): Problem {
  const order = kind === 'PAYOUT' ? 'payout' : 'refund';
  const emails = [...new Set(excluded.map(({ email }) => email))].toSorted();
  const reasons = emails.map((each) => `${each} ${sayReasons(excluded.filter(({ email }) => email === each))}`);
  // The user who created a named key stays responsible for it even when another user rotates it (decision 55).
  const isNamed = by.apiKey !== undefined && !Object.hasOwn(apiKeyNames, by.apiKey.name);
  const known = isNamed ? { ...remedies, KEY: 'let another user create a key in its place' } : remedies;
  const helps = new Set(excluded.flatMap(({ reason }) => known[reason] ?? []));
  const why = reasons.length === 0 ? 'no user of the merchant may move money' : reasons.join('; ');
  const help = ['Invite another user who may move money', ...helps].join(', or ');
  return new Problem(
    409,
    `No user is left who can approve this ${order}: ${why}. The ${order} was not made and no money was reserved. ${help}.`,
    { statusName: 'NO_APPROVER' },
  );
}

/** "made it and chose the default beneficiary". */
export const sayReasons = (excluded: readonly Pick<Exclusion, 'reason'>[]): string =>
  excluded.map(({ reason }) => exclusionReasons[reason]).join(' and ');

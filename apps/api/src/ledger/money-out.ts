import type { Movement } from './transfer.ts';

/** Statuses of refunds and payouts (contract §4). */
export type MoneyOutStatus = 'IN_PROGRESS' | 'HELD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'RETURNED';

const ways: Record<MoneyOutStatus, readonly MoneyOutStatus[]> = {
  IN_PROGRESS: ['PROCESSED', 'FAILED', 'CANCELLED', 'HELD'],
  HELD: ['PROCESSED', 'CANCELLED', 'FAILED'],
  PROCESSED: ['RETURNED'],
  FAILED: [],
  CANCELLED: [],
  RETURNED: [],
};

/**
 * The statuses to pass through from `from` to `news`, ending with `news`; none when the update is old, repeated or
 * impossible. A RETURNED that arrives before its PROCESSED passes through PROCESSED.
 */
export function stepsTo(from: MoneyOutStatus, news: MoneyOutStatus): MoneyOutStatus[] {
  if (ways[from].includes(news)) return [news];
  const between = ways[from].find((next) => ways[next].includes(news) && next !== 'HELD');
  return between === undefined ? [] : [between, news];
}

/**
 * Whether a provider's status contradicts our order with the status `held`, for example another final status. A repeat, or an
 * earlier status that arrives late, is not a contradiction.
 */
export function contradicts(held: MoneyOutStatus, reported: MoneyOutStatus): boolean {
  return held !== reported && stepsTo(held, reported).length === 0 && !leadsTo(reported, held);
}

function leadsTo(from: MoneyOutStatus, to: MoneyOutStatus): boolean {
  return ways[from].some((next) => next === to || leadsTo(next, to));
}

/** Whether an order with this final status returned its money without the money having left. */
export function isGivenBack(status: MoneyOutStatus): boolean {
  return status === 'FAILED' || status === 'CANCELLED';
}

/** Whether the status is final. A PROCESSED order can still be returned. */
export function isSettled(status: MoneyOutStatus): boolean {
  return status !== 'IN_PROGRESS' && status !== 'HELD';
}

const moved: Partial<Record<MoneyOutStatus, 'PROCESSED' | 'GIVEN_BACK' | 'RETURNED'>> = {
  PROCESSED: 'PROCESSED',
  FAILED: 'GIVEN_BACK',
  CANCELLED: 'GIVEN_BACK',
  RETURNED: 'RETURNED',
};

/** The movement of money that a status causes; none for HELD. */
export function movementInto(kind: 'REFUND' | 'PAYOUT', status: MoneyOutStatus): Movement[] {
  const end = moved[status];
  return end === undefined ? [] : [`${kind}_${end}`];
}

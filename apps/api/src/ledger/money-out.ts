import type { Movement } from './transfer.ts';

/** States a refund and a payout go through (contract §4). */
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
 * The states to go through from `from` to `news`, `news` the last; none when the news is old, repeated or impossible.
 * A RETURNED that comes before its PROCESSED passes through it.
 */
export function stepsTo(from: MoneyOutStatus, news: MoneyOutStatus): MoneyOutStatus[] {
  if (ways[from].includes(news)) return [news];
  const between = ways[from].find((next) => ways[next].includes(news) && next !== 'HELD');
  return between === undefined ? [] : [between, news];
}

/**
 * Whether what a provider says can never have been true of an order that stands at `held`: another end than ours. A repeat, and
 * a state on the way to ours that is heard late, agree.
 */
export function contradicts(held: MoneyOutStatus, said: MoneyOutStatus): boolean {
  return held !== said && stepsTo(held, said).length === 0 && !leadsTo(said, held);
}

function leadsTo(from: MoneyOutStatus, to: MoneyOutStatus): boolean {
  return ways[from].some((next) => next === to || leadsTo(next, to));
}

/** Whether the money of an order that ended so was given back without having left. */
export function isGivenBack(status: MoneyOutStatus): boolean {
  return status === 'FAILED' || status === 'CANCELLED';
}

/** Whether nothing more can happen by itself: a processed one can only be returned. */
export function isSettled(status: MoneyOutStatus): boolean {
  return status !== 'IN_PROGRESS' && status !== 'HELD';
}

const moved: Partial<Record<MoneyOutStatus, 'PROCESSED' | 'GIVEN_BACK' | 'RETURNED'>> = {
  PROCESSED: 'PROCESSED',
  FAILED: 'GIVEN_BACK',
  CANCELLED: 'GIVEN_BACK',
  RETURNED: 'RETURNED',
};

/** How reaching a state moves money; not at all for HELD. */
export function movementInto(kind: 'REFUND' | 'PAYOUT', status: MoneyOutStatus): Movement[] {
  const end = moved[status];
  return end === undefined ? [] : [`${kind}_${end}`];
}

import type { BulkGroup, BulkItemState, BulkJob, BulkJobState, BulkKind } from '@volume/contract/bulk/bulk.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount } from '#design/text/format-text.ts';

type Words<Key extends string> = Readonly<Record<Key, { word: string; tone: Tone }>>;

export const jobWords: Words<BulkJobState> = {
  PREPARED: { word: 'Not started', tone: 'calm' },
  QUEUED: { word: 'Waiting', tone: 'move' },
  RUNNING: { word: 'Running', tone: 'move' },
  DONE: { word: 'Finished', tone: 'ok' },
  STOPPED: { word: 'Stopped', tone: 'held' },
};

const itemWords: Words<BulkItemState> = {
  PLANNED: { word: 'Waiting', tone: 'move' },
  EXCLUDED: { word: 'Left out', tone: 'calm' },
  DONE: { word: 'Refund started', tone: 'ok' },
  FAILED: { word: 'Failed', tone: 'bad' },
  STOPPED: { word: 'Not done', tone: 'held' },
};

export const itemWord = (kind: BulkKind, state: BulkItemState) =>
  state === 'DONE' && kind === 'RESEND' ? { ...itemWords.DONE, word: 'Resent' } : itemWords[state];

export const nounOf = (kind: BulkKind): string => (kind === 'REFUND' ? 'payment' : 'event');

export const countText = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `€12.00 and £240.50`; empty when no money moves. */
export const totalsText = (totals: BulkGroup['totals']): string =>
  totals
    .toSorted(byCurrency)
    .map(({ amount, currency }) => formatMoney(amount, currency))
    .join(' and ');

const byCurrency = (a: { currency: string }, b: { currency: string }) => a.currency.localeCompare(b.currency);

export function sumUp({ groups }: BulkJob, ...states: BulkItemState[]): Pick<BulkGroup, 'count' | 'totals'> {
  const own = groups.filter(({ state }) => states.includes(state));
  const sums = new Map<BulkGroup['totals'][number]['currency'], number>();
  for (const { currency, amount } of own.flatMap(({ totals }) => totals)) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    totals: [...sums].map(([currency, amount]) => ({ currency, amount })).toSorted(byCurrency),
  };
}

/** `Refund of 12 payments, £240.50`; excluded rows do not count. */
export function titleOf(job: BulkJob): string {
  const { count, totals } = sumUp(job, 'PLANNED', 'DONE', 'FAILED', 'STOPPED');
  const what = countText(count, nounOf(job.kind));
  const sum = totalsText(totals);
  return `${job.kind === 'REFUND' ? 'Refund' : 'Resend'} of ${what}${sum === '' ? '' : `, ${sum}`}`;
}

import type { BulkGroup, BulkItemState, BulkJob, BulkJobState, BulkKind } from '@volume/contract/bulk/bulk.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount } from '#design/text/format-text.ts';

type Labels<Key extends string> = Readonly<Record<Key, { label: string; tone: Tone }>>;

export const jobLabels: Labels<BulkJobState> = {
  PREPARED: { label: 'Not started', tone: 'calm' },
  QUEUED: { label: 'Waiting', tone: 'move' },
  RUNNING: { label: 'Running', tone: 'move' },
  DONE: { label: 'Finished', tone: 'ok' },
  STOPPED: { label: 'Stopped', tone: 'held' },
};

const itemLabels: Labels<BulkItemState> = {
  PLANNED: { label: 'Waiting', tone: 'move' },
  EXCLUDED: { label: 'Left out', tone: 'calm' },
  DONE: { label: 'Refund started', tone: 'ok' },
  FAILED: { label: 'Failed', tone: 'bad' },
  STOPPED: { label: 'Not done', tone: 'held' },
};

export const itemLabel = (kind: BulkKind, state: BulkItemState) =>
  state === 'DONE' && kind === 'RESEND' ? { ...itemLabels.DONE, label: 'Resent' } : itemLabels[state];

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

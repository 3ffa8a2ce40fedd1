import type {
  BulkGroup,
  BulkItem,
  BulkItemState,
  BulkJob,
  BulkJobState,
  BulkKind,
} from '@volume/contract/bulk/bulk.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount, titleCase } from '#design/text/format-text.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

type Labels<Key extends string> = Readonly<Record<Key, { label: string; tone: Tone }>>;

export const jobLabels: Labels<BulkJobState> = {
  PREPARED: { label: 'Not started', tone: 'calm' },
  QUEUED: { label: 'Waiting', tone: 'move' },
  RUNNING: { label: 'Running', tone: 'move' },
  DONE: { label: 'Finished', tone: 'ok' },
  STOPPED: { label: 'Stopped', tone: 'held' },
};

interface ItemLabel {
  label: string;
  tone: Tone;
}

const itemLabels: Labels<BulkItemState> = {
  PLANNED: { label: 'Waiting', tone: 'move' },
  EXCLUDED: { label: 'Left out', tone: 'calm' },
  DONE: { label: 'Refund started', tone: 'move' },
  FAILED: { label: 'Failed', tone: 'bad' },
  STOPPED: { label: 'Not done', tone: 'held' },
};

/** The current status of a refund that was started. */
const refundLabels: Partial<Record<string, ItemLabel>> = {
  HELD: { label: 'Refund held', tone: 'held' },
  PROCESSED: { label: 'Refunded', tone: 'ok' },
  FAILED: { label: 'Refund failed', tone: 'bad' },
  CANCELLED: { label: 'Refund cancelled', tone: 'bad' },
  RETURNED: { label: 'Refund returned', tone: 'bad' },
};

export function itemLabel(
  kind: BulkKind,
  { state, refundStatus }: Pick<BulkItem, 'state' | 'refundStatus'>,
): ItemLabel {
  if (state === 'DONE' && kind === 'RESEND') return { label: 'Resent', tone: 'ok' };
  return (state === 'DONE' && refundLabels[refundStatus ?? '']) || lookOf(itemLabels, state);
}

/** `Payment completed`: the event that is sent again. */
export const eventLabel = ({ kind, status }: NonNullable<BulkItem['event']>): string =>
  `${titleCase(kind)}${status === null ? '' : ` ${titleCase(status).toLowerCase()}`}`;

/** The payer or recipient, otherwise the reference, otherwise the id. */
export const itemName = ({ name, reference, objectId }: BulkItem): string =>
  [name, reference].find((text) => text?.trim()) ?? objectId;

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

/** The progress of the job: `3 of 3 refunds started`. */
export function progressText(job: BulkJob): string {
  const done = sumUp(job, 'DONE').count;
  const whole = countText(
    sumUp(job, 'PLANNED', 'DONE', 'FAILED', 'STOPPED').count,
    job.kind === 'REFUND' ? 'refund' : 'event',
  );
  return `${formatCount(done)} of ${whole} ${job.kind === 'REFUND' ? 'started' : 'resent'}`;
}

/** The result of an ended job, `3 refunds started, £24.82`; before that, its title. */
export function headingOf(job: BulkJob): string {
  if (job.endedAtUtc === null) return titleOf(job);
  const { count, totals } = sumUp(job, 'DONE');
  const done = job.kind === 'REFUND' ? `${countText(count, 'refund')} started` : `${countText(count, 'event')} resent`;
  const sum = totalsText(totals);
  return `${done}${sum === '' ? '' : `, ${sum}`}`;
}

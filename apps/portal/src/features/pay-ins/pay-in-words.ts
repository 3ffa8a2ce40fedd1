import type { PaymentListItem, PaymentStatus, RiskCategory } from '@volume/contract/pay-ins.ts';
import type { Tone } from '#design/feedback/tag.tsx';
import { titleCase } from '#design/text/title-case.ts';

export interface TagWord {
  word: string;
  tone: Tone;
  hollow?: boolean;
}

const statuses: Record<PaymentStatus, Omit<TagWord, 'word'>> = {
  NEW: { tone: 'calm', hollow: true },
  AWAITING_AUTHORIZATION: { tone: 'move', hollow: true },
  AUTHORIZED: { tone: 'move' },
  PENDING: { tone: 'move' },
  COMPLETED: { tone: 'ok', hollow: true },
  SETTLED: { tone: 'ok' },
  FAILED: { tone: 'bad' },
};
// Maps: a tag of any name, `constructor` too, must find nothing else.
const tags = new Map<string, Tone>([
  ['HELD', 'held'],
  ['REFUNDING', 'move'],
  ['RETURNED', 'bad'],
]);
const refunds = new Map<string, Omit<TagWord, 'word'>>([
  ['IN_PROGRESS', { tone: 'move' }],
  ['HELD', { tone: 'held' }],
  ['PROCESSED', { tone: 'ok' }],
  ['FAILED', { tone: 'bad' }],
  ['RETURNED', { tone: 'bad', hollow: true }],
]);
const risks: Record<RiskCategory, string> = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', NA: 'No name' };

/** A status in the specification's words (§9 Labels) and the tone kept for it. */
export const statusWord = (status: PaymentStatus): TagWord => ({ word: titleCase(status), ...statuses[status] });

/** A tag; unknown ones are shown by the label rule (contract §9 Shapes). */
export const tagWord = (tag: string): TagWord => ({ word: titleCase(tag), tone: tags.get(tag) ?? 'calm' });

export const refundWord = (status: string): TagWord => ({
  word: titleCase(status),
  ...(refunds.get(status) ?? { tone: 'calm' }),
});

/** Status first, then what has come on top of it. */
export const payInWords = (row: PaymentListItem): TagWord[] => [
  statusWord(row.paymentStatus),
  ...row.statusTags.map(tagWord),
];

export const riskWord = (risk: RiskCategory): string => risks[risk];

/** Who paid, as well as it is known: the bank's name for them, else what the merchant was told. */
export function payerName(row: PaymentListItem): string | null {
  const told = row.merchantProvidedPayerDetailsNames;
  const names = Array.isArray(told) ? told.filter((name) => name.trim() !== '').join(', ') : told;
  return [row.payer?.name, names].find((name) => name != null && name.trim() !== '') ?? null;
}

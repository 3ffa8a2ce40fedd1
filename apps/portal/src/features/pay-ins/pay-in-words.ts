import type { PaymentListItem, RiskCategory } from '@volume/contract/pay-ins.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { titleCase } from '#design/text/format-text.ts';
import { paymentStatusWord, type StatusWord } from '#domain/status-words.ts';

// A map: a tag of any name, `constructor` too, must find nothing else.
const tags = new Map<string, Tone>([
  ['HELD', 'held'],
  ['REFUNDING', 'move'],
  ['RETURNED', 'bad'],
]);
export const riskWords: Record<RiskCategory, string> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  NA: 'Not assessed',
};

const riskClasses: Record<RiskCategory, string> = {
  LOW: 'text-ink-3',
  NA: 'text-ink-3',
  MEDIUM: 'font-medium text-held',
  HIGH: 'font-medium text-bad',
};

/** A tag; unknown ones are shown by the label rule (contract §9 Shapes). */
export const tagWord = (tag: string): StatusWord => ({ word: titleCase(tag), tone: tags.get(tag) ?? 'calm' });

/** Status first, then what has come on top of it. */
export const payInWords = (row: PaymentListItem): StatusWord[] => [
  paymentStatusWord(row.paymentStatus),
  ...row.statusTags.map(tagWord),
];

export const riskWord = (risk: RiskCategory): string => riskWords[risk];

/** What the cells of a row say, by their columns, before React as with it (boot/fill-row.ts); where one says nothing a dash stands. */
export const cellWords = {
  payer: (row) => payerName(row),
  reference: (row) => row.paymentRequest.reference,
  order: (row) => row.merchantPaymentId ?? row.merchantReference,
  type: (row) => titleCase(row.paymentType),
  risk: ({ riskCategory }) => riskCategory && riskWord(riskCategory),
  riskClass: ({ riskCategory }) => riskCategory && riskClasses[riskCategory],
} satisfies Record<string, (row: PaymentListItem) => string | null>;

/** Who paid, as well as it is known: the bank's name for them, else what the merchant gave. */
export function payerName(row: PaymentListItem): string | null {
  const provided = row.merchantProvidedPayerDetailsNames;
  const names = Array.isArray(provided) ? provided.filter((name) => name.trim() !== '').join(', ') : provided;
  return [row.payer?.name, names].find((name) => name != null && name.trim() !== '') ?? null;
}

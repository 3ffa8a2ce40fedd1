import type { PaymentListItem, RiskCategory } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { titleCase } from '#design/text/format-text.ts';
import { paymentStatusLabel, type StatusLabel } from './status-labels.ts';

// A Map, so that a tag named like an object's property (`constructor`) finds nothing.
const tags = new Map<string, Tone>([
  ['HELD', 'held'],
  ['REFUNDING', 'move'],
  ['RETURNED', 'bad'],
]);
export const riskLabels: Record<RiskCategory, string> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  NA: 'Not checked',
};

const riskClasses: Record<RiskCategory, string> = {
  LOW: 'text-ink-3',
  NA: 'text-ink-3',
  MEDIUM: 'font-medium text-held',
  HIGH: 'font-medium text-bad',
};

export const tagLabel = (tag: string): StatusLabel => ({ label: titleCase(tag), tone: tags.get(tag) ?? 'calm' });

export const payInLabels = (row: PaymentListItem): StatusLabel[] => [
  paymentStatusLabel(row.paymentStatus),
  ...row.statusTags.map(tagLabel),
];

/** The tag of a payment's own page; lists have a column. */
export function riskTags({ riskCategory }: PaymentListItem): StatusLabel[] {
  if (riskCategory === 'HIGH') return [{ label: 'High risk', tone: 'bad' }];
  return riskCategory === 'MEDIUM' ? [{ label: 'Medium risk', tone: 'held' }] : [];
}

export const riskLabel = (risk: RiskCategory): string => riskLabels[risk];

/** The cell texts of a row by column, used by React and boot code (boot/fill-row.ts). Null is shown as a dash. */
export const cellTexts = {
  payer: (row) => payerName(row),
  reference: (row) => row.paymentRequest.reference,
  order: (row) => row.merchantPaymentId ?? row.merchantReference,
  type: (row) => titleCase(row.paymentType),
  risk: ({ riskCategory }) => riskCategory && riskLabel(riskCategory),
  riskClass: ({ riskCategory }) => riskCategory && riskClasses[riskCategory],
} satisfies Record<string, (row: PaymentListItem) => string | null>;

/** The payer's name from the bank, otherwise the names that the merchant provided. */
export function payerName(row: PaymentListItem): string | null {
  const provided = row.merchantProvidedPayerDetailsNames;
  const names = Array.isArray(provided) ? provided.filter((name) => name.trim() !== '').join(', ') : provided;
  return [row.payer?.name, names].find((name) => name != null && name.trim() !== '') ?? null;
}

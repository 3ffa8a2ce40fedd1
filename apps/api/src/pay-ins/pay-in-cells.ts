import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import type { CsvCell } from '#http/csv-stream.ts';

const columns: readonly (readonly [name: string, cell: (payIn: PaymentListItem) => CsvCell | undefined])[] = [
  ['Created (UTC)', ({ createdAt }) => createdAt],
  ['Payment id', ({ paymentId }) => paymentId],
  ['Merchant payment id', ({ merchantPaymentId }) => merchantPaymentId],
  ['Status', ({ paymentStatus }) => paymentStatus],
  ['Type', ({ paymentType }) => paymentType],
  ['Currency', ({ paymentRequest }) => paymentRequest.currency],
  ['Amount', ({ paymentRequest }) => toMajor(paymentRequest.amount)],
  ['Refunded', ({ amountRefunded }) => toMajor(amountRefunded)],
  ['Refunding', ({ amountRefunding }) => toMajor(amountRefunding)],
  ['Tags', ({ statusTags }) => statusTags.join(' ')],
  ['Risk', ({ riskCategory }) => riskCategory],
  ['Reference', ({ paymentRequest }) => paymentRequest.reference],
  ['Merchant reference', ({ merchantReference }) => merchantReference],
  ['Payer', ({ payer }) => payer?.name],
  ['Payer e-mail', ({ payer }) => payer?.email],
  ['Payer account', ({ payer }) => payer?.accountIdentifier],
  ['Tracing id', ({ tracingId }) => tracingId],
  ['Application id', ({ applicationId }) => applicationId],
  ['Merchant id', ({ merchantId }) => merchantId],
];

export const payInHeader = columns.map(([name]) => name);

/** A pay-in as one line of the export, in the order of `payInHeader`; amounts in major units with two decimals. */
export function payInCells(payIn: PaymentListItem): CsvCell[] {
  return columns.map(([, cell]) => cell(payIn) ?? null);
}

function toMajor(minor: number): string {
  return (minor / 100).toFixed(2);
}

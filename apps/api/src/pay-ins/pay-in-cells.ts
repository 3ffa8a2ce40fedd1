import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { csvAmount, type CsvCell, type CsvClock } from '@volume/contract/csv.ts';

const columns: readonly (readonly [name: string, cell: (payIn: PaymentListItem) => CsvCell | undefined])[] = [
  ['Payment id', ({ paymentId }) => paymentId],
  ['Merchant payment id', ({ merchantPaymentId }) => merchantPaymentId],
  ['Status', ({ paymentStatus }) => paymentStatus],
  ['Type', ({ paymentType }) => paymentType],
  ['Currency', ({ paymentRequest }) => paymentRequest.currency],
  ['Amount', ({ paymentRequest }) => csvAmount(paymentRequest.amount)],
  ['Refunded', ({ amountRefunded }) => csvAmount(amountRefunded)],
  ['Refunding', ({ amountRefunding }) => csvAmount(amountRefunding)],
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

export const payInHeader = (clock: CsvClock): string[] => [clock.header('Created'), ...columns.map(([name]) => name)];

/** A pay-in as one line of the export, in the order of `payInHeader`; amounts in major units with two decimals. */
export function payInCells(payIn: PaymentListItem, clock: CsvClock): CsvCell[] {
  return [clock.time(payIn.createdAt), ...columns.map(([, cell]) => cell(payIn) ?? null)];
}

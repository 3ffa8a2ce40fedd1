import { csvAmount, type CsvCell, type CsvClock } from '@volume/contract/csv.ts';
import { type PayInRow, toStatusTags } from './pay-in-row.ts';

/** A payment as the export reads it: what a line holds and no more, its time already as it is written. */
export type PayInLineRow = Pick<
  PayInRow,
  | 'merchant_id'
  | 'payment_id'
  | 'application_id'
  | 'merchant_payment_id'
  | 'status'
  | 'type'
  | 'currency'
  | 'amount'
  | 'amount_refunded'
  | 'amount_refunding'
  | 'hold'
  | 'risk'
  | 'reference'
  | 'merchant_reference'
  | 'payer_name'
  | 'payer_email'
  | 'payer_account_identifier'
  | 'tracing_id'
> & { created: string };

/** The columns of PayInLineRow from `payments AS p`. */
export const payInLineColumns = `to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS created, p.merchant_id, p.payment_id,
  p.application_id, p.merchant_payment_id, p.status, p.type, p.currency, p.amount, p.amount_refunded, p.amount_refunding, p.hold, p.risk,
  p.reference, p.merchant_reference, p.payer_name, p.payer_email, p.payer_account_identifier, p.tracing_id`;

const columns = [
  'Payment id',
  'Merchant payment id',
  'Status',
  'Type',
  'Currency',
  'Amount',
  'Refunded',
  'Refunding',
  'Tags',
  'Risk',
  'Reference',
  'Merchant reference',
  'Payer',
  'Payer email',
  'Payer account',
  'Tracing id',
  'Application id',
  'Merchant id',
];

export const payInHeader = (clock: CsvClock): string[] => [clock.header('Created'), ...columns];

/** A pay-in as one line of the export, in the order of `payInHeader`; amounts in major units with two decimals. */
export function payInCells(row: PayInLineRow, clock: CsvClock): CsvCell[] {
  return [
    clock.time(row.created),
    row.payment_id,
    row.merchant_payment_id,
    row.status,
    row.type,
    row.currency,
    csvAmount(row.amount),
    csvAmount(row.amount_refunded),
    csvAmount(row.amount_refunding),
    toStatusTags(row).join(' '),
    row.risk,
    row.reference,
    row.merchant_reference,
    row.payer_name,
    row.payer_email,
    row.payer_account_identifier,
    row.tracing_id,
    row.application_id,
    row.merchant_id,
  ];
}

import type { Merchant } from '@volume/contract/merchants.ts';
import { type CsvColumn, type CsvSource, pagedCsv } from '#lists/export/csv-source.ts';
import { currenciesOf } from './currencies-of.ts';

/** The merchants found, in the order shown, as a file; the list holds all of them already. */
export const merchantCsv = (found: readonly Merchant[]): CsvSource =>
  pagedCsv({ columns, rowKey: ({ merchantId }) => merchantId, readPage: async () => ({ rows: found, isLast: true }) });

const columns: CsvColumn<Merchant>[] = [
  { header: 'Merchant id', cell: ({ merchantId }) => merchantId },
  { header: 'Company', cell: ({ companyName }) => companyName },
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Currencies', cell: ({ applications }) => currenciesOf(applications) },
  { header: 'Applications', cell: ({ applications }) => applications.length },
  { header: 'Fee, %', cell: ({ paymentFlatFeeInPercentage }) => paymentFlatFeeInPercentage },
];

import { csvAmount } from '@volume/contract/csv.ts';
import { listPaymentIntents, type PaymentIntent } from '@volume/contract/payment-intents.ts';
import { type CsvColumn, type CsvSource, pagedCsv } from '#lists/export/csv-source.ts';
import { call } from '#platform/provider-api.ts';
import type { PaymentIntentQuery } from './payment-intent-list-query.ts';

/** All links of the list as a file, read by the list's own pages. */
export const linkCsv = (query: PaymentIntentQuery): CsvSource =>
  pagedCsv({
    columns,
    rowKey: ({ paymentIntentId }) => paymentIntentId,
    readPage: async (page, signal) => {
      const { applicationId } = query;
      const found = await call(listPaymentIntents, { query: { ...query, page, size: 100 }, signal, applicationId });
      return { rows: found.content, isLast: found.last };
    },
  });

const columns: CsvColumn<PaymentIntent>[] = [
  { header: 'Created', isTime: true, cell: ({ createdAt }) => createdAt },
  { header: 'Link id', cell: ({ paymentIntentId }) => paymentIntentId },
  { header: 'Status', cell: ({ paymentIntentStatus }) => paymentIntentStatus },
  { header: 'Currency', cell: ({ paymentRequest }) => paymentRequest.currency },
  { header: 'Amount', cell: ({ paymentRequest }) => csvAmount(paymentRequest.amount) },
  { header: 'Reference', cell: ({ paymentRequest }) => paymentRequest.reference },
  { header: 'Merchant payment id', cell: ({ merchantPaymentId }) => merchantPaymentId },
  { header: 'Description', cell: ({ customerIntentDescription }) => customerIntentDescription },
  { header: 'Internal note', cell: ({ merchantIntentDescription }) => merchantIntentDescription },
  { header: 'Attempts', cell: ({ attempts }) => attempts.length },
  { header: 'Expires', isTime: true, cell: ({ expiresAt }) => expiresAt },
  { header: 'Link', cell: ({ paymentIntentLink }) => paymentIntentLink },
];

import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { mostPickedRows } from './labels.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { PayInFilters } from '@volume/contract/pay-ins/pay-ins.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';

/** The ids of selected rows of a list. */
export const PickedIds = z
  .array(Id)
  .check(z.minLength(1, 'must name a row'), z.maxLength(mostPickedRows, `must name at most ${mostPickedRows} rows`));

const mayView = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;
const editorsRead = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' } as const;
const picked = { method: 'POST', produces: 'csv', origin: 'ours', body: z.strictObject({ ids: PickedIds }) } as const;

/** The number of pay-ins created up to `asOfUtc` that match a filter, and their totals by currency. Amounts in minor units inside. */
export const PayInTotals = z.object({
  asOfUtc: UtcTime,
  count: z.int(),
  totals: z.array(z.object({ currency: Currency, count: z.int(), amount: Amount })),
});
export type PayInTotals = z.output<typeof PayInTotals>;

export const totalPayIns = endpoint({
  name: 'totalPayIns',
  summary: 'The number of pay-ins that a filter finds, and their total by currency',
  origin: 'ours',
  method: 'GET',
  path: 'payments/totals',
  access: mayView,
  query: PayInFilters,
  response: PayInTotals,
});

export const exportPickedPayIns = endpoint({
  ...picked,
  name: 'exportPickedPayIns',
  summary: 'Pay-ins named one by one as CSV, newest first',
  path: 'payments/export',
  access: mayView,
  readsReplica: true,
  query: z.object({ merchantId: z.optional(Id), ...csvQuery }),
});

export const exportPickedPayouts = endpoint({
  ...picked,
  name: 'exportPickedPayouts',
  summary: 'Payouts named one by one as CSV, newest first',
  path: 'merchants/{merchantId}/application/{applicationId}/outbound-payments/export',
  access: mayView,
  readsReplica: true,
  params: ApplicationParams,
  query: z.object(csvQuery),
});

export const exportPickedWebhookDeliveries = endpoint({
  ...picked,
  name: 'exportPickedWebhookDeliveries',
  summary: 'Webhook deliveries named one by one as CSV, newest first',
  path: 'merchants/{merchantId}/applications/{applicationId}/webhook-deliveries/export',
  access: editorsRead,
  readsReplica: true,
  params: ApplicationParams,
  query: z.object(csvQuery),
});

export const pickedEndpoints = {
  exportPickedPayIns,
  exportPickedPayouts,
  exportPickedWebhookDeliveries,
  totalPayIns,
};

import * as z from 'zod/mini';
import { bulkItemStates, bulkJobStates, bulkKinds } from './labels.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';
import { growingPageOf, pageOf } from '@volume/contract/lists/page.ts';
import { PayInFilters } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PickedIds } from './picked-rows.ts';
import { listOf, PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { WebhookDeliveryFilters, webhookKinds } from '@volume/contract/webhooks/webhooks.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export * from './labels.ts';

/** Rows of a job with the same state and reason: their count, and totals by currency. Amounts in minor units inside. */
export const BulkGroup = z.object({
  state: z.enum(bulkItemStates),
  reason: z.nullable(z.string()),
  count: z.int(),
  totals: z.array(z.object({ currency: Currency, amount: Amount })),
});
export type BulkGroup = z.output<typeof BulkGroup>;

/** The reason and reference of each refund of a job, as for a single refund. */
const RefundDetails = z.pick(startRefund.body, {
  refundPaymentReference: true,
  refundReason: true,
  refundReasonNote: true,
});
export type RefundDetails = z.output<typeof RefundDetails>;

/** Many refunds or resent webhooks as one job (contract §11). */
export const BulkJob = z.object({
  bulkJobId: z.string(),
  applicationId: z.string(),
  kind: z.enum(bulkKinds),
  state: z.enum(bulkJobStates),
  /** Email address of the user who prepared it. */
  createdBy: z.string(),
  createdByName: PersonName,
  createdAtUtc: UtcTime,
  startedAtUtc: z.nullable(UtcTime),
  endedAtUtc: z.nullable(UtcTime),
  /** Why the job ended before all rows were processed. */
  endReason: z.nullable(z.string()),
  rows: z.int(),
  refundPaymentReference: z.optional(z.nullable(z.string())),
  refundReason: z.optional(z.nullable(z.string())),
  refundReasonNote: z.optional(z.nullable(z.string())),
  groups: z.array(BulkGroup),
});
export type BulkJob = z.output<typeof BulkJob>;
export const BulkJobPage = growingPageOf(BulkJob);
export type BulkJobPage = z.output<typeof BulkJobPage>;

/**
 * One row of a job; `resultId` is its refund. After that refund has ended, `reason` is the provider's message. Amount in
 * minor units inside. Older servers leave out the optional fields.
 */
export const BulkItem = z.object({
  place: z.int(),
  /** The id of the payment or delivery. */
  objectId: z.string(),
  state: z.enum(bulkItemStates),
  amount: z.nullable(Amount),
  currency: z.nullable(Currency),
  reason: z.nullable(z.string()),
  resultId: z.nullable(z.string()),
  doneAtUtc: z.nullable(UtcTime),
  /** The payer, or the recipient of a payout's event. */
  name: z.optional(z.nullable(z.string())),
  /** The reference of the payment or payout. */
  reference: z.optional(z.nullable(z.string())),
  /** The event that a resend repeats, with the status in its body. */
  event: z.optional(z.nullable(z.object({ kind: z.enum(webhookKinds), status: z.nullable(z.string()) }))),
  /** The current status of the refund. */
  refundStatus: z.optional(z.nullable(z.string())),
});
export type BulkItem = z.output<typeof BulkItem>;
export const BulkItemPage = pageOf(BulkItem);
export type BulkItemPage = z.output<typeof BulkItemPage>;

/** The filters of the list, without the owner, which is in the path. */
const BulkPayInFilters = z.strictObject(
  z.omit(PayInFilters, { merchantId: true, applicationId: true, sort: true }).shape,
);
const BulkDeliveryFilters = z.strictObject(WebhookDeliveryFilters.shape);

/** The action, and the rows to apply it to: listed by id, selected by a list's filter, or those that an earlier job did not process. */
export const NewBulkJob = z.union([
  z.strictObject({ kind: z.enum(bulkKinds), ids: PickedIds }),
  z.strictObject({ kind: z.enum(bulkKinds), notDoneOf: Id }),
  z.strictObject({ kind: z.literal('REFUND'), payIns: BulkPayInFilters }),
  z.strictObject({ kind: z.literal('RESEND'), deliveries: BulkDeliveryFilters }),
]);
export type NewBulkJob = z.output<typeof NewBulkJob>;

const JobParams = z.extend(ApplicationParams, { bulkJobId: Id });
const path = 'merchants/{merchantId}/applications/{applicationId}/bulk-jobs';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;
const mayRead = { ...editors, effect: 'read' } as const;
const mayWrite = { ...editors, effect: 'write' } as const;

export const prepareBulkJob = endpoint({
  name: 'prepareBulkJob',
  summary: 'Return what a bulk refund or resend would do with each row, without doing it',
  origin: 'ours',
  method: 'POST',
  path,
  status: 201,
  access: mayWrite,
  params: ApplicationParams,
  body: NewBulkJob,
  response: BulkJob,
});

export const listBulkJobs = endpoint({
  name: 'listBulkJobs',
  summary: "An application's bulk jobs that were started, newest first",
  origin: 'ours',
  method: 'GET',
  path,
  access: mayRead,
  params: ApplicationParams,
  query: z.object({ page: PageNumber, size: PageSize }),
  response: BulkJobPage,
});

export const getBulkJob = endpoint({
  name: 'getBulkJob',
  summary: 'One bulk job and how far it is',
  origin: 'ours',
  method: 'GET',
  path: `${path}/{bulkJobId}`,
  access: mayRead,
  params: JobParams,
  response: BulkJob,
});

export const listBulkItems = endpoint({
  name: 'listBulkItems',
  summary: 'The rows of a bulk job with the result of each',
  origin: 'ours',
  method: 'GET',
  path: `${path}/{bulkJobId}/items`,
  access: mayRead,
  params: JobParams,
  query: z.object({ state: z.optional(listOf(bulkItemStates)), page: PageNumber, size: PageSize }),
  response: BulkItemPage,
});

export const exportBulkItems = endpoint({
  name: 'exportBulkItems',
  summary: 'The rows of a bulk job with the result of each, as CSV',
  origin: 'ours',
  method: 'GET',
  path: `${path}/{bulkJobId}/items/export`,
  produces: 'csv',
  access: mayRead,
  params: JobParams,
  query: z.object(csvQuery),
});

export const startBulkJob = endpoint({
  name: 'startBulkJob',
  summary: 'Start a bulk job as it was prepared',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{bulkJobId}/start`,
  access: mayWrite,
  isIdempotent: true,
  stepUp: 'sometimes',
  params: JobParams,
  /** Only for refunds. */
  body: z.optional(RefundDetails),
  response: BulkJob,
});

/** The entry of `capabilities` for this body: older servers ignore it. */
export const bulkRefundDetails = { ...startBulkJob, path: `${startBulkJob.path} refundReason` };

export const stopBulkJob = endpoint({
  name: 'stopBulkJob',
  summary: 'Stop a bulk job: the rows that are not done yet stay as they are',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{bulkJobId}/stop`,
  access: mayWrite,
  params: JobParams,
  response: BulkJob,
});

export const bulkEndpoints = {
  prepareBulkJob,
  listBulkJobs,
  getBulkJob,
  listBulkItems,
  exportBulkItems,
  startBulkJob,
  stopBulkJob,
};

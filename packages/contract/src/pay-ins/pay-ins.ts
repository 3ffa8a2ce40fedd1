import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { AccountIdentification } from '@volume/contract/merchants/account.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import { Amount, AmountText } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import {
  heldFilters,
  payInSorts,
  paymentStatuses,
  paymentTypes,
  refundedFilters,
  returnedFilters,
  reviewedFilters,
  riskCategories,
  sampleFilters,
  utcHours,
} from './labels.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';
import { Flag, listOf, PageNumber, PageSize, SearchTerm, SearchText } from '@volume/contract/lists/query-text.ts';

export * from './labels.ts';

/** §3 Refund; amounts in minor units inside. */
export const Refund = z.object({
  refundId: z.string(),
  createdAtUtc: UtcTime,
  updatedAtUtc: UtcTime,
  refundPaymentReference: z.nullable(z.string()),
  refundPaymentAmount: Amount,
  refundPaymentCurrency: z.string(),
  refundStatus: z.string(),
  /** Not in the specification: one of `refundReasons` (unknown ones are shown by the label rule), and a note. */
  refundReason: z.optional(z.nullable(z.string())),
  refundReasonNote: z.optional(z.nullable(z.string())),
  /** Not in the specification: why it failed or was cancelled, in the provider's or a user's words. */
  refundStatusDescription: z.optional(z.nullable(z.string())),
});
export type Refund = z.output<typeof Refund>;

/** §3 Payer. */
export const Payer = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  accountIdentifier: z.nullable(z.string()),
  address: z.nullable(z.string()),
  payerIP: z.nullable(z.string()),
});

/** §3: the reference is nullable for EUR and required for GBP, where it can be empty (contract §9). */
export const PaymentRequest = z.discriminatedUnion('currency', [
  z.object({ currency: z.literal('GBP'), amount: Amount, reference: z.string() }),
  z.object({ currency: z.literal('EUR'), amount: Amount, reference: z.nullable(z.string()) }),
]);

/** §3 Payment (pay-in list item), plus the owner's ids so that an administrator's list can show the merchant. */
export const PaymentListItem = z.object({
  paymentId: z.string(),
  merchantId: z.optional(z.nullable(z.string())),
  applicationId: z.optional(z.nullable(z.string())),
  merchantPaymentId: z.nullable(z.string()),
  // Literals, because a list with another value is refused (contract §9, Shapes).
  paymentStatus: z.literal(paymentStatuses),
  paymentType: z.literal(paymentTypes),
  isNewPayment: z.boolean(),
  newPaymentId: z.nullable(z.string()),
  newAttemptId: z.nullable(z.string()),
  tracingId: z.nullable(z.string()),
  createdAt: UtcTime,
  isToVirtualAccount: z.boolean(),
  canStartRefund: z.boolean(),
  amountRefunded: Amount,
  amountRefunding: Amount,
  refunds: z.array(Refund),
  payer: z.nullable(Payer),
  statusTags: z.prefault(z.array(z.string()), []),
  riskCategory: z.nullable(z.literal(riskCategories)),
  merchantReference: z.nullable(z.string()),
  merchantProvidedPayerDetailsNames: z.nullable(z.union([z.array(z.string()), z.string()])),
  paymentRequest: PaymentRequest,
});
export type PaymentListItem = z.output<typeof PaymentListItem>;

export const PayInPage = pageOf(PaymentListItem);
export type PayInPage = z.output<typeof PayInPage>;

/** One entry of a payment's timeline: a status change, a refund, a webhook delivery. */
export const PaymentEvent = z.object({
  type: z.string(),
  atUtc: UtcTime,
  actor: z.nullable(z.string()),
  actorName: PersonName,
  detail: z.nullable(z.string()),
});
export type PaymentEvent = z.output<typeof PaymentEvent>;

/** contract §3 PaymentDetails. */
export const PaymentDetails = z.object({
  paymentId: z.string(),
  applicationId: z.string(),
  merchantId: z.string(),
  errorDescription: z.nullable(z.string()),
  shopperId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  institution: z.nullable(z.object({ institutionId: z.string(), name: z.string() })),
  payee: z.nullable(
    z.object({
      payInAccountId: z.number(),
      accountHolderName: z.string(),
      accountIdentification1: AccountIdentification,
      accountIdentification2: z.nullable(AccountIdentification),
    }),
  ),
  paymentRefundData: z.nullable(
    z.object({ accountHolderName: z.string(), accountIdentifications: z.array(AccountIdentification) }),
  ),
  confirmationOfPayer: z.nullable(
    z.object({ enabled: z.boolean(), score: z.nullable(z.number()), riskCategory: z.nullable(z.string()) }),
  ),
  paymentMetadata: z.nullable(z.record(z.string(), z.string())),
  events: z.array(PaymentEvent),
});
export type PaymentDetails = z.output<typeof PaymentDetails>;

/** The merchant's own id of a payment. Filters compare it exactly. */
export const MerchantPaymentId = z.string().check(z.minLength(1), z.maxLength(64));

/** The filters that GET payments and its export share (§7, contract §3 Filters). Amounts in minor units inside. */
export const PayInFilters = z.object({
  paymentStatuses: z.optional(listOf(paymentStatuses)),
  startDateTimeUtc: z.optional(UtcTime),
  endDateTimeUtc: z.optional(UtcTime),
  currencies: z.optional(listOf(currencies)),
  merchantId: z.optional(Id),
  applicationId: z.optional(Id),
  globalSearch: z.optional(SearchTerm),
  /** Not in the specification. */
  merchantPaymentId: z.optional(MerchantPaymentId),
  minAmount: z.optional(AmountText),
  maxAmount: z.optional(AmountText),
  paymentTypes: z.optional(listOf(paymentTypes)),
  refundedFilter: z.optional(z.enum(refundedFilters)),
  heldFilter: z.optional(z.enum(heldFilters)),
  riskCategory: z.optional(listOf(riskCategories)),
  returnedFilter: z.optional(z.enum(returnedFilters)),
  reviewedFilter: z.optional(z.enum(reviewedFilters)),
  /** Not in the specification; a deployment supports it if it supports `makeSamplePayments`. */
  sampleFilter: z.optional(z.enum(sampleFilters)),
  includeNewPayments: z.optional(Flag),
  /**
   * These three are not in the specification; a deployment supports them if it supports `getPaymentFailures`.
   * `noValue` selects payments without a bank or reason.
   */
  institutionId: z.optional(SearchText),
  failureReason: z.optional(SearchText),
  /** The UTC hour in which the failed payments were created. */
  failureHour: z.optional(z.enum(utcHours)),
  sort: z.optional(z.enum(payInSorts)),
});

export const PayInQuery = z.extend(PayInFilters, { page: PageNumber, size: PageSize });
export type PayInQuery = z.output<typeof PayInQuery>;

const PaymentParams = z.object({ paymentId: Id });
const access = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;

export const listPayIns = endpoint({
  name: 'listPayIns',
  summary: 'Pay-ins by filter, newest first',
  origin: 'specification',
  method: 'GET',
  path: 'payments',
  version: 'v0.8',
  access: { ...access, apiKeys: 'READ' },
  readsReplica: true,
  query: PayInQuery,
  response: PayInPage,
  shapeFailure: 'Failed to fetch payments',
});

/** Takes the filters of GET payments and returns every row, newest first, with times in `zone`. */
export const exportPayIns = endpoint({
  name: 'exportPayIns',
  summary: 'Pay-ins by filter as CSV, streamed, newest first',
  origin: 'ours',
  method: 'GET',
  path: 'payments/export',
  produces: 'csv',
  access,
  readsReplica: true,
  query: z.extend(PayInFilters, csvQuery),
});

export const getPayIn = endpoint({
  name: 'getPayIn',
  summary: 'One pay-in as the list shows it',
  origin: 'specification',
  method: 'GET',
  path: 'payments/{paymentId}',
  version: 'v0.8',
  access: { ...access, apiKeys: 'READ' },
  params: PaymentParams,
  response: PaymentListItem,
});

export const getPayInDetails = endpoint({
  name: 'getPayInDetails',
  summary: "A pay-in's parties, checks and story",
  origin: 'specification',
  method: 'GET',
  path: 'payments/{paymentId}/details',
  version: 'v0.8',
  access,
  params: PaymentParams,
  response: PaymentDetails,
});

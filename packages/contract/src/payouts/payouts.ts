import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { approvalField } from '@volume/contract/approvals/approvals.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { bankReference, longestReference } from '@volume/contract/money/bank-reference.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import { Amount, AmountInput, Currency } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import { listOf, PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const payoutSorts = ['createdAt,desc', 'createdAt,asc'] as const;

/** contract §3 OutboundPayment; amounts in minor units inside. */
export const OutboundPayment = z.object({
  payoutPaymentId: z.string(),
  createdAtUtc: UtcTime,
  updatedAtUtc: UtcTime,
  status: z.string(),
  statusDescription: z.nullable(z.string()),
  payInAccountId: z.number(),
  type: z.string(),
  initiatedBy: z.nullable(z.string()),
  initiatedByName: PersonName,
  payoutRequestDetails: z.object({
    amount: Amount,
    currency: Currency,
    reference: z.nullable(z.string()),
    destination: z.object({
      type: z.string(),
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      accountNumber: z.nullable(z.string()),
      sortCode: z.nullable(z.string()),
      iban: z.nullable(z.string()),
    }),
  }),
});
export type OutboundPayment = z.output<typeof OutboundPayment>;
export const OutboundPaymentPage = pageOf(OutboundPayment);
export type OutboundPaymentPage = z.output<typeof OutboundPaymentPage>;

/**
 * The filters of the list and its export (§7). `statuses` and `globalSearch` are not in the specification; a deployment
 * supports them if it supports `getPayout`.
 */
const PayoutFilters = z.object({
  merchantId: z.optional(Id),
  applicationId: z.optional(Id),
  currency: z.optional(z.enum(currencies)),
  statuses: z.optional(listOf(refundStatuses)),
  globalSearch: z.optional(SearchTerm),
  startDateTimeUtc: z.optional(UtcTime),
  endDateTimeUtc: z.optional(UtcTime),
  sort: z.optional(z.enum(payoutSorts)),
});
export type PayoutFilters = z.output<typeof PayoutFilters>;
const PayoutQuery = z.extend(PayoutFilters, { page: PageNumber, size: PageSize });

const mayRead = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;
const mayWrite = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' } as const;

export const listPayouts = endpoint({
  name: 'listPayouts',
  summary: 'Payouts of an application, newest first',
  origin: 'specification',
  method: 'GET',
  path: 'merchants/{merchantId}/application/{applicationId}/outbound-payments',
  access: { ...mayRead, apiKeys: 'READ' },
  readsReplica: true,
  params: ApplicationParams,
  query: PayoutQuery,
  response: OutboundPaymentPage,
});

export const getPayout = endpoint({
  name: 'getPayout',
  summary: 'One payout of an application',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/application/{applicationId}/outbound-payments/{payoutPaymentId}',
  access: { ...mayRead, apiKeys: 'READ' },
  params: z.extend(ApplicationParams, { payoutPaymentId: Id }),
  response: z.extend(OutboundPayment, approvalField),
});

export const exportPayouts = endpoint({
  name: 'exportPayouts',
  summary: 'The payouts of the list as CSV',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/application/{applicationId}/outbound-payments/export',
  produces: 'csv',
  access: mayRead,
  readsReplica: true,
  params: ApplicationParams,
  query: z.extend(PayoutFilters, csvQuery),
});

export const makePayout = endpoint({
  name: 'makePayout',
  summary: 'Pay out of a virtual account, to a beneficiary or to its default one',
  origin: 'documented',
  method: 'POST',
  path: 'merchants/{merchantId}/applications/{applicationId}/payouts',
  access: { ...mayWrite, apiKeys: 'PAYOUTS' },
  isIdempotent: true,
  stepUp: 'sometimes',
  params: ApplicationParams,
  body: z.strictObject({
    payInAccountId: z.int(),
    amount: AmountInput,
    beneficiaryId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
    /** Not in the documents, and only sent when `capabilities` lists it. At most 18 characters for an account in pounds. */
    reference: z.optional(z.nullable(bankReference(longestReference.EUR))),
  }),
  response: z.extend(OutboundPayment, approvalField),
});

/** The entry of `capabilities` for the reference: other providers only accept the documented fields (contract §11). */
export const payoutReferenceField = { ...makePayout, origin: 'ours', path: `${makePayout.path} reference` } as const;

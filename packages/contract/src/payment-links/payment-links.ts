import * as z from 'zod/mini';
import { EmailAddress } from '@volume/contract/text/email-address.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { linkReference, longestReference } from '@volume/contract/money/bank-reference.ts';
import { Amount, AmountInput } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { paymentLinkStatuses } from '@volume/contract/pay-ins/labels.ts';
import { Metadata, MetadataInput } from '@volume/contract/payment-links/metadata.ts';
import { playScenario } from '@volume/contract/payment-links/scenarios.ts';
import { makeSamplePayments } from '@volume/contract/payment-links/sample-payments.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Flag, listOf, PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const attemptModes = ['ALLOW_MULTIPLE_ATTEMPTS', 'ALLOW_SINGLE_ATTEMPT'] as const;
export type AttemptMode = (typeof attemptModes)[number];

/** contract §3 PaymentIntent; each attempt is a separate payment. Unknown enum values are accepted (contract §1). */
export const PaymentLink = z.object({
  paymentIntentId: z.string(),
  applicationId: z.string(),
  merchantId: z.string(),
  paymentIntentLink: z.nullable(z.string()),
  merchantPaymentId: z.nullable(z.string()),
  customerIntentDescription: z.nullable(z.string()),
  merchantIntentDescription: z.nullable(z.string()),
  attemptMode: z.string(),
  paymentIntentStatus: z.string(),
  paymentRequest: z.object({ amount: Amount, currency: z.string(), reference: z.nullable(z.string()) }),
  createdAt: UtcTime,
  updatedAt: UtcTime,
  expiresAt: z.nullable(UtcTime),
  /** Not in the specification: who cancelled it; null when it was not cancelled or this was not recorded. */
  cancelledBy: z.optional(z.nullable(z.string())),
  cancelledByName: PersonName,
  /**
   * Not in the specification: the number of attempts, and its limit. At the limit an open link accepts no new attempt.
   */
  attemptCount: z.optional(z.number()),
  attemptLimit: z.optional(z.number()),
  /** Not in the specification: the merchant's own texts by name; null without any. */
  metadata: z.optional(z.nullable(Metadata)),
  attempts: z.array(
    z.object({
      paymentId: z.string(),
      newAttemptId: z.nullable(z.string()),
      paymentStatus: z.string(),
      institutionId: z.nullable(z.string()),
      errorDescription: z.nullable(z.string()),
      createdAt: UtcTime,
    }),
  ),
});
export type PaymentLink = z.output<typeof PaymentLink>;

const description = z.optional(z.nullable(z.string().check(z.maxLength(200))));

/** The input for a payment link. The reference is sent with the payment, so it has the length and characters that banks accept. */
export const PaymentLinkRequest = z.strictObject({
  applicationId: Id,
  customerIntentDescription: description,
  merchantIntentDescription: description,
  merchantPaymentId: z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(64),
        // A query cannot contain control characters, so it could never find such a payment.
        z.refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'must be one line without control characters'),
      ),
    ),
  ),
  paymentRequest: z.discriminatedUnion('currency', [
    z.strictObject({
      currency: z.literal('GBP'),
      amount: AmountInput,
      reference: linkReference(longestReference.GBP),
    }),
    z.strictObject({
      currency: z.literal('EUR'),
      amount: AmountInput,
      reference: z.optional(z.nullable(linkReference(longestReference.EUR))),
    }),
  ]),
  attemptMode: z.optional(z.enum(attemptModes)),
  expiresAtUtc: z.optional(z.nullable(UtcTime)),
  metadata: z.optional(z.nullable(MetadataInput)),
});
export type PaymentLinkRequest = z.output<typeof PaymentLinkRequest>;

const LinkParams = z.object({ paymentIntentId: Id });
const mayUseLinks = ['PAY_BY_LINK'] as const;
const read = { kind: 'any-of', authorities: mayUseLinks, effect: 'read' } as const;
const write = { kind: 'any-of', authorities: mayUseLinks, effect: 'write' } as const;

export const listPaymentLinks = endpoint({
  name: 'listPaymentIntents',
  summary: 'Payment intents, newest first',
  origin: 'specification',
  method: 'GET',
  path: 'paymentintents',
  version: 'v1.0',
  access: read,
  readsReplica: true,
  query: z.object({
    applicationId: z.optional(Id),
    merchantId: z.optional(Id),
    startDateTimeUtc: z.optional(UtcTime),
    endDateTimeUtc: z.optional(UtcTime),
    showOnlyLinks: z.optional(Flag),
    showNotStarted: z.optional(Flag),
    // Not in the specification; a deployment supports it if it supports `cancelPaymentLink`.
    statuses: z.optional(listOf(paymentLinkStatuses)),
    globalSearch: z.optional(SearchTerm),
    page: PageNumber,
    size: PageSize,
  }),
  response: pageOf(PaymentLink),
});

export const getPaymentLink = endpoint({
  name: 'getPaymentIntent',
  summary: 'A payment intent with its attempts',
  origin: 'specification',
  method: 'GET',
  path: 'paymentintents/{paymentIntentId}',
  version: 'v1.0',
  access: { ...read, apiKeys: 'READ' },
  params: LinkParams,
  response: PaymentLink,
});

export const createPaymentLink = endpoint({
  name: 'createPaymentLink',
  summary: 'Makes a link that can be paid at a bank',
  origin: 'documented',
  method: 'POST',
  path: 'paymentintents/link',
  version: 'v1.0',
  access: { ...write, apiKeys: 'LINKS' },
  isIdempotent: true,
  body: PaymentLinkRequest,
  response: PaymentLink,
});

/** The entry of `capabilities` for metadata: other providers only accept the documented fields (contract §11). */
export const linkMetadataField = {
  ...createPaymentLink,
  origin: 'ours',
  path: `${createPaymentLink.path} metadata`,
} as const;

export const cancelPaymentLink = endpoint({
  name: 'cancelPaymentIntent',
  summary: 'Ends a payment intent that is not paid',
  origin: 'ours',
  method: 'POST',
  path: 'paymentintents/{paymentIntentId}/cancel',
  version: 'v1.0',
  access: { ...write, apiKeys: 'LINKS' },
  params: LinkParams,
  response: PaymentLink,
});

export const mailPaymentLink = endpoint({
  name: 'mailPaymentLink',
  summary: 'Email a payment link to the payer',
  origin: 'ours',
  method: 'POST',
  path: 'paymentintents/{paymentIntentId}/mail',
  version: 'v1.0',
  access: write,
  isIdempotent: true,
  params: LinkParams,
  body: z.strictObject({ email: EmailAddress }),
  response: PaymentLink,
});

export const paymentLinkEndpoints = {
  listPaymentIntents: listPaymentLinks,
  getPaymentIntent: getPaymentLink,
  createPaymentLink,
  cancelPaymentIntent: cancelPaymentLink,
  mailPaymentLink,
  makeSamplePayments,
  playScenario,
};

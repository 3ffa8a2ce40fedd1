import * as z from 'zod/mini';
import { AccountIdentification } from '@volume/contract/merchants/account.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import type { WebhookKind } from './labels.ts';

/** Major units. */
const Sum = z.number();
/** UTC with microseconds and `Z`, unlike the times in API calls. */
const EventTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/));

const Destination = z.union([
  z.object({ type: z.string(), name: z.nullable(z.string()), iban: z.string() }),
  z.object({
    type: z.string(),
    /** Only for a default beneficiary, of which we know only the provider's id. */
    id: z.optional(z.nullable(z.string())),
    name: z.nullable(z.string()),
    accountNumber: z.nullable(z.string()),
    sortCode: z.nullable(z.string()),
  }),
]);

const PaymentBody = z.object({
  paymentId: z.string(),
  merchantPaymentId: z.nullable(z.string()),
  merchantReference: z.nullable(z.string()),
  paymentStatus: z.enum(['COMPLETED', 'SETTLED', 'FAILED']),
  errorDescription: z.nullable(z.string()),
  paymentRequest: z.object({ amount: Sum, currency: z.enum(currencies), reference: z.nullable(z.string()) }),
  paymentRefundData: z.nullable(
    z.object({ accountHolderName: z.string(), accountIdentifications: z.array(AccountIdentification) }),
  ),
  paymentMetadata: z.nullable(z.record(z.string(), z.string())),
  applicationId: z.string(),
  isExternal: z.boolean(),
  confirmationOfPayer: z.nullable(
    z.object({ enabled: z.boolean(), score: z.nullable(z.number()), riskCategory: z.nullable(z.string()) }),
  ),
});

const RefundBody = z.object({
  eventTimeUtc: EventTime,
  applicationId: z.string(),
  refundId: z.string(),
  paymentId: z.string(),
  merchantPaymentId: z.nullable(z.string()),
  refundAmount: Sum,
  refundCurrency: z.enum(currencies),
  refundReference: z.nullable(z.string()),
  refundStatus: z.string(),
  /** Empty when there is no description. */
  refundStatusDescription: z.string(),
  refundWebhookDeliveryAttempt: z.int(),
  destination: z.nullable(Destination),
});

const PayoutBody = z.object({
  eventTimeUtc: EventTime,
  applicationId: z.string(),
  payoutId: z.string(),
  payoutAmount: Sum,
  payoutCurrency: z.enum(currencies),
  payoutReference: z.nullable(z.string()),
  payoutStatus: z.string(),
  payoutStatusDescription: z.string(),
  payoutWebhookDeliveryAttempt: z.int(),
  destination: z.nullable(Destination),
});

/** The body of each kind of event (contract §6). The API reference documents it for webhook receivers. */
export const webhookBodies = {
  PAYMENT: PaymentBody,
  REFUND: RefundBody,
  PAYOUT: PayoutBody,
} as const satisfies Record<WebhookKind, z.ZodMiniType>;

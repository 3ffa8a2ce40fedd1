import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { Amount } from '@volume/contract/money/money.ts';
import { MerchantPaymentId } from './pay-ins.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';

/** contract §11: a payment's status, looked up by the merchant's own id for it; amount in minor units inside. */
export const PaymentStatus = z.object({
  paymentId: z.string(),
  merchantPaymentId: z.string(),
  paymentStatus: z.string(),
  paymentAmount: Amount,
  paymentCurrency: z.string(),
  /** The sum of completed refunds. */
  amountRefunded: Amount,
  createdAt: UtcTime,
  /** Null until the payer chooses a bank. */
  institutionId: z.nullable(z.string()),
  shopperId: z.nullable(z.string()),
  errorDescription: z.nullable(z.string()),
  tracingId: z.nullable(z.string()),
});
export type PaymentStatus = z.output<typeof PaymentStatus>;

export const getPaymentStatus = endpoint({
  name: 'getPaymentStatus',
  summary:
    'The status of a payment, by the merchant’s own number; of several attempts the one that was paid, otherwise the newest',
  origin: 'documented',
  method: 'GET',
  path: 'payments/status',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read', apiKeys: 'READ' },
  query: z.object({
    merchantPaymentId: MerchantPaymentId,
    merchantId: z.optional(Id),
    applicationId: z.optional(Id),
  }),
  response: PaymentStatus,
});

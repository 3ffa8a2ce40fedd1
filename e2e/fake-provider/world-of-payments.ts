import { ago } from './wire-time.ts';
import { applicationId, merchantId } from './world.ts';

/** The fake provider's pay-ins, links and payouts (section 3), including odd cases. */
export const paymentId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b04';
export const oddPaymentId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b05';
export const paymentIntentId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b06';

const refund = {
  refundId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b08',
  createdAtUtc: ago(30),
  updatedAtUtc: ago(29),
  refundPaymentReference: null,
  refundPaymentAmount: 1.1,
  refundPaymentCurrency: 'GBP',
  refundStatus: 'A_STATUS_OF_TOMORROW',
};

const plainPayment = {
  paymentId,
  merchantPaymentId: 'order-1001',
  paymentStatus: 'SETTLED',
  paymentType: 'VOLUME',
  isNewPayment: true,
  newPaymentId: null,
  newAttemptId: null,
  tracingId: '9f86d081884c7d65',
  createdAt: ago(60),
  isToVirtualAccount: true,
  canStartRefund: true,
  amountRefunded: 1.1,
  amountRefunding: 0,
  refunds: [refund],
  payer: {
    name: 'Ida Standing',
    email: 'ida@payer.example',
    accountIdentifier: '040004-87654321',
    address: null,
    payerIP: '192.0.2.7',
  },
  statusTags: ['PARTIALLY_REFUNDED', 'A_TAG_OF_TOMORROW'],
  riskCategory: 'LOW',
  merchantReference: 'Order 1001',
  merchantProvidedPayerDetailsNames: 'Ida Standing',
  paymentRequest: { amount: 24.23, currency: 'GBP', reference: '241107075526026ABC' },
};

const { statusTags: _, ...untagged } = plainPayment;
/** Null in every nullable field, no tags, and a null EUR reference. */
const oddPayment = {
  ...untagged,
  paymentId: oddPaymentId,
  merchantPaymentId: null,
  paymentStatus: 'FAILED',
  paymentType: 'EXTERNAL',
  isNewPayment: false,
  tracingId: null,
  createdAt: ago(120),
  isToVirtualAccount: false,
  canStartRefund: false,
  amountRefunded: 0,
  refunds: [],
  payer: null,
  riskCategory: null,
  merchantReference: null,
  merchantProvidedPayerDetailsNames: null,
  paymentRequest: { amount: 0.1, currency: 'EUR', reference: null },
};
export const payments = [plainPayment, oddPayment];

export const paymentDetails = (id: string) => ({
  paymentId: id,
  applicationId,
  merchantId,
  errorDescription: id === oddPaymentId ? 'The bank said no' : null,
  shopperId: null,
  paymentIntentId: null,
  institution: null,
  payee: null,
  paymentRefundData: null,
  confirmationOfPayer: null,
  paymentMetadata: null,
  events: [{ type: 'NEW', atUtc: ago(61), actor: null, detail: null }],
});

export const paymentLinks = [
  {
    paymentIntentId,
    applicationId,
    merchantId,
    paymentIntentLink: 'https://pay.example/l/1',
    merchantPaymentId: null,
    customerIntentDescription: null,
    merchantIntentDescription: null,
    attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS',
    paymentIntentStatus: 'EXPIRED',
    paymentRequest: { amount: 5, currency: 'GBP', reference: '' },
    createdAt: ago(600),
    updatedAt: ago(500),
    expiresAt: null,
    attempts: [],
  },
];

export const payouts = [
  {
    payoutPaymentId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b09',
    createdAtUtc: ago(200),
    updatedAtUtc: ago(190),
    status: 'PROCESSED',
    statusDescription: null,
    payInAccountId: 11,
    type: 'PAYOUT',
    initiatedBy: null,
    payoutRequestDetails: {
      amount: 100.5,
      currency: 'GBP',
      reference: null,
      destination: { type: 'SCAN', id: null, name: null, accountNumber: '12345678', sortCode: '040004', iban: null },
    },
  },
];

export const summary = { totals: [{ currency: 'GBP', paymentStatus: 'SETTLED', count: 1, amount: 24.23 }] };

import type { endpoints } from '@volume/contract/endpoints.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import type { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import type { WebhookKind } from '@volume/contract/webhooks/labels.ts';
import type * as z from 'zod/mini';
import { messageAnswers } from './message-answers.ts';

type Endpoints = typeof endpoints;
type AnswerOf<Name extends keyof Endpoints> = Endpoints[Name] extends { response: infer R extends z.ZodMiniType }
  ? z.input<R>
  : never;

/** One order in all examples: a link for 12.50 pounds, paid, partly refunded, and paid out with others. */
const ids = {
  merchantId: '018cc778-5000-7fb8-ab33-00000000a001',
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
};
const paymentId = '019aa5a1-3e80-7c11-9d20-5b0c7d1e4f21';
const refundId = '019aa5b6-0b40-7f02-8a11-2c9e44d0a7b3';
const paymentIntentId = '019aa5a0-f0c0-7d3e-b8a4-90d2f1c36e55';
const payoutPaymentId = '019aa9d2-7d00-7a90-8f3b-61be0d7c2f18';
const merchantPaymentId = 'order-1001';
const refund: AnswerOf<'startRefund'> = {
  refundId,
  createdAtUtc: '2026-11-21T09:25:00.000',
  updatedAtUtc: '2026-11-21T09:25:04.000',
  refundPaymentReference: 'Flowers came late',
  refundPaymentAmount: 2.5,
  refundPaymentCurrency: 'GBP',
  refundStatus: 'PROCESSED',
  refundReason: 'CUSTOMER_REQUEST',
  refundReasonNote: null,
  refundStatusDescription: null,
};

const payment: AnswerOf<'getPayIn'> = {
  paymentId,
  ...ids,
  merchantPaymentId,
  paymentStatus: 'SETTLED',
  paymentType: 'VOLUME',
  isNewPayment: true,
  newPaymentId: '019aa5a1-3e80-7c11-9d20-5b0c7d1e4f22',
  newAttemptId: '019aa5a1-3e80-7c11-9d20-5b0c7d1e4f23',
  tracingId: 'a1b2c3d4e5f60718',
  createdAt: '2026-11-21T09:05:00.000',
  isToVirtualAccount: true,
  canStartRefund: true,
  amountRefunded: 2.5,
  amountRefunding: 0,
  refunds: [refund],
  payer: {
    name: 'Amelia Wright',
    email: 'amelia@shopper.example',
    accountIdentifier: '60161331926819',
    address: '1 High Street, Leeds',
    payerIP: '192.0.2.7',
  },
  statusTags: ['PARTIALLY_REFUNDED'],
  riskCategory: 'LOW',
  merchantReference: 'ORDER1001',
  merchantProvidedPayerDetailsNames: ['Amelia Wright'],
  paymentRequest: { amount: 12.5, currency: 'GBP', reference: '261121090500000RCG' },
};

const link: AnswerOf<'createPaymentLink'> = {
  paymentIntentId,
  ...ids,
  paymentIntentLink: `https://portal.example.com/pay/${paymentIntentId}`,
  merchantPaymentId,
  customerIntentDescription: 'A bunch of tulips',
  merchantIntentDescription: 'Order 1001',
  attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS',
  paymentIntentStatus: 'NOT_STARTED',
  paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'ORDER1001' },
  createdAt: '2026-11-21T09:04:00.000',
  updatedAt: '2026-11-21T09:04:00.000',
  expiresAt: null,
  cancelledBy: null,
  attemptCount: 0,
  attemptLimit: 50,
  metadata: { customer: 'C-4711' },
  attempts: [],
};

const attempt = {
  paymentId,
  newAttemptId: payment.newAttemptId,
  paymentStatus: 'SETTLED',
  institutionId: 'natwest',
  errorDescription: null,
  createdAt: payment.createdAt,
};

const payout: AnswerOf<'getPayout'> = {
  payoutPaymentId,
  createdAtUtc: '2026-11-22T06:00:00.000',
  updatedAtUtc: '2026-11-22T06:00:03.000',
  status: 'PROCESSED',
  statusDescription: null,
  payInAccountId: 1000,
  type: 'PAYOUT',
  initiatedBy: 'Primary key of Harbour Shop',
  payoutRequestDetails: {
    amount: 250,
    currency: 'GBP',
    reference: 'INV-20418',
    destination: {
      type: 'SCAN',
      id: 'B1200ABCDE',
      name: 'Harbour & Bloom Ltd',
      accountNumber: '73014486',
      sortCode: '20-45-77',
      iban: null,
    },
  },
};

type WebhookBody<Kind extends WebhookKind> = z.input<(typeof webhookBodies)[Kind]>;

const account = { accountNumber: '31926819', sortCode: '60-16-13' };
const refundAccount = [
  { type: 'SORT_CODE', number: account.sortCode },
  { type: 'ACCOUNT_NUMBER', number: account.accountNumber },
];

/** The body of each kind of event. */
export const exampleEvents: { [Kind in WebhookKind]: WebhookBody<Kind> } = {
  PAYMENT: {
    paymentId,
    merchantPaymentId,
    merchantReference: 'ORDER1001',
    paymentStatus: 'SETTLED',
    errorDescription: null,
    paymentRequest: { amount: 12.5, currency: 'GBP', reference: '261121090500000RCG' },
    paymentRefundData: { accountHolderName: 'Amelia Wright', accountIdentifications: refundAccount },
    paymentMetadata: { customer: 'C-4711' },
    applicationId: ids.applicationId,
    isExternal: false,
    confirmationOfPayer: null,
  },
  REFUND: {
    eventTimeUtc: '2026-11-21T09:25:04.000000Z',
    applicationId: ids.applicationId,
    refundId,
    paymentId,
    merchantPaymentId,
    refundAmount: 2.5,
    refundCurrency: 'GBP',
    refundReference: 'Flowers came late',
    refundStatus: 'PROCESSED',
    refundStatusDescription: '',
    refundWebhookDeliveryAttempt: 0,
    destination: { type: 'SCAN', name: 'Amelia Wright', ...account },
  },
  PAYOUT: {
    eventTimeUtc: '2026-11-22T06:00:03.000000Z',
    applicationId: ids.applicationId,
    payoutId: payoutPaymentId,
    payoutAmount: 250,
    payoutCurrency: 'GBP',
    payoutReference: 'INV-20418',
    payoutStatus: 'PROCESSED',
    payoutStatusDescription: '',
    payoutWebhookDeliveryAttempt: 0,
    destination: { type: 'SCAN', name: 'Harbour & Bloom Ltd', accountNumber: '73014486', sortCode: '20-45-77' },
  },
};

const onePage = { page: 0, size: 10, totalElements: 1 };

export const answersByKey = {
  listPayIns: toPage([payment], onePage),
  getPayIn: payment,
  getPaymentStatus: {
    paymentId,
    merchantPaymentId,
    paymentStatus: payment.paymentStatus,
    paymentAmount: 12.5,
    paymentCurrency: 'GBP',
    amountRefunded: 2.5,
    createdAt: payment.createdAt,
    institutionId: 'natwest',
    shopperId: null,
    errorDescription: null,
    tracingId: payment.tracingId,
  },
  startRefund: { ...refund, updatedAtUtc: refund.createdAtUtc, refundStatus: 'IN_PROGRESS', approval: null },
  createPaymentLink: link,
  getPaymentIntent: { ...link, paymentIntentStatus: 'COMPLETED', attemptCount: 1, attempts: [attempt] },
  cancelPaymentIntent: {
    ...link,
    paymentIntentStatus: 'EXPIRED',
    updatedAt: '2026-11-21T10:00:00.000',
    cancelledBy: 'Primary key of Harbour Shop',
  },
  listPayInAccounts: [
    {
      id: 1000,
      isVirtualAccount: true,
      forCurrency: 'GBP',
      isLimitedVirtualAccount: false,
      virtualAccountInformation: { availableBalance: 1840.25, balance: 1852.75 },
      accountHolderName: 'Harbour & Bloom Ltd',
      accountIdentification1: { type: 'SORT_CODE', number: '04-00-04' },
      accountIdentification2: { type: 'ACCOUNT_NUMBER', number: '12345678' },
      vaProviderType: 'MODULR',
      defaultForCurrency: true,
      lowBalanceThreshold: null,
    },
  ],
  makePayout: { ...payout, updatedAtUtc: payout.createdAtUtc, status: 'IN_PROGRESS', approval: null },
  listPayouts: toPage([payout], onePage),
  getPayout: { ...payout, approval: null },
  listEvents: {
    events: [
      {
        id: '019aa5a1-9c40-7e57-a1d0-3f6b8e2c9d04',
        type: 'payment.settled',
        atUtc: '2026-11-21T09:05:24.000',
        body: JSON.stringify(exampleEvents.PAYMENT),
      },
    ],
    hasMore: false,
  },
  getOwnKey: {
    ...ids,
    applicationName: 'Web shop',
    key: 'NAMED',
    name: 'Order service',
    scopes: ['READ', 'LINKS'],
    expiresAtUtc: '2027-11-21T00:00:00.000',
    allowedAddresses: ['203.0.113.0/24'],
    calledFrom: '203.0.113.7',
    paymentStatusWebhookUrl: 'https://shop.example.com/volume',
    refundWebhookUrl: 'https://shop.example.com/volume',
    payoutWebhookUrl: null,
    nowUtc: '2026-11-21T09:05:24.000',
  },
  playScenario: {
    scenario: 'refund-failed',
    merchantPaymentId: 'scenario-refund-failed-5F2C',
    paymentIntentId,
    amount: 12.02,
    currency: 'GBP',
    eventTypes: ['payment.completed', 'payment.settled', 'refund.in_progress', 'refund.failed'],
  },
  ...messageAnswers(JSON.stringify(exampleEvents.PAYMENT)),
} satisfies { [Name in keyof Endpoints]?: AnswerOf<Name> };

import type { WebhookKind } from '@volume/contract/webhooks.ts';
import { toWireTime } from '@volume/contract/period.ts';

type About = { applicationId: string; objectId: string; at: Date };

/** The body of an example event; every field is filled, nobody's data is in it. */
export function sampleBody(kind: WebhookKind, about: About): object {
  return { PAYMENT: samplePayment, REFUND: sampleRefund, PAYOUT: samplePayout }[kind](about);
}

const payer = 'Rosalind Example';
const account = { accountNumber: '12345678', sortCode: '00-99-00' };

function samplePayment({ applicationId, objectId }: About): object {
  return {
    paymentId: objectId,
    merchantPaymentId: 'TEST-1001',
    paymentStatus: 'COMPLETED',
    errorDescription: null,
    paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'TEST 1001' },
    paymentRefundData: {
      accountHolderName: payer,
      accountIdentifications: [
        { type: 'ACCOUNT_NUMBER', number: account.accountNumber },
        { type: 'SORT_CODE', number: account.sortCode },
      ],
    },
    paymentMetadata: { basket: 'TEST-1001' },
    applicationId,
    isExternal: false,
    confirmationOfPayer: { enabled: true, score: 96, riskCategory: 'LOW' },
  };
}

function sampleRefund({ applicationId, objectId, at }: About): object {
  return {
    eventTimeUtc: `${toWireTime(at)}000Z`,
    applicationId,
    refundId: objectId,
    paymentId: '00000000-0000-4000-8000-000000000000',
    merchantPaymentId: 'TEST-1001',
    refundAmount: 12.5,
    refundCurrency: 'GBP',
    refundReference: 'TEST REFUND',
    refundStatus: 'PROCESSED',
    refundStatusDescription: '',
    refundWebhookDeliveryAttempt: 0,
    destination: { type: 'SCAN', name: payer, ...account },
  };
}

function samplePayout({ applicationId, objectId, at }: About): object {
  return {
    eventTimeUtc: `${toWireTime(at)}000Z`,
    applicationId,
    payoutId: objectId,
    payoutAmount: 12.5,
    payoutCurrency: 'GBP',
    payoutReference: 'TEST PAYOUT',
    payoutStatus: 'PROCESSED',
    payoutStatusDescription: '',
    payoutWebhookDeliveryAttempt: 0,
    destination: { type: 'SCAN', name: 'Example Trading Ltd', ...account },
  };
}

import type { EventType } from '@volume/contract/webhooks/event-types.ts';
import type { WebhookKind } from '@volume/contract/webhooks/webhooks.ts';
import { type MoneyOutRow, toPayoutBody, toRefundBody } from '#webhooks/deliver/money-out-body.ts';
import { type PaymentRow, toPaymentBody } from '#webhooks/deliver/payment-body.ts';

/** The event in the sample of each kind. */
export const sampleTypes: Record<WebhookKind, EventType> = {
  PAYMENT: 'payment.completed',
  REFUND: 'refund.processed',
  PAYOUT: 'payout.processed',
};

interface About {
  applicationId: string;
  objectId: string;
  at: Date;
}

/** The body of a sample event, rendered like real ones, with every field filled with invented data. */
export function sampleBody(kind: WebhookKind, { applicationId, objectId, at }: About): object {
  const facts = { applicationId, createdAt: at };
  switch (kind) {
    case 'PAYMENT':
      return toPaymentBody({ ...payment, payment_id: objectId }, { ...facts, status: 'COMPLETED' });
    case 'REFUND':
      return toRefundBody({ ...refund, id: objectId }, { ...facts, status: 'PROCESSED' });
    case 'PAYOUT':
      return toPayoutBody({ ...payout, id: objectId }, { ...facts, status: 'PROCESSED' });
  }
}

const account = { accountNumber: '12345678', sortCode: '00-99-00', iban: null };
const payer = {
  accountHolderName: 'Rosalind Example',
  accountIdentifications: [
    { type: 'ACCOUNT_NUMBER', number: account.accountNumber },
    { type: 'SORT_CODE', number: account.sortCode },
  ],
};

const payment: Omit<PaymentRow, 'payment_id'> = {
  merchant_payment_id: 'TEST-1001',
  error_description: null,
  amount: 1250,
  currency: 'GBP',
  reference: 'TEST 1001',
  merchant_reference: 'TEST 1001',
  refund_data: payer,
  metadata: { basket: 'TEST-1001' },
  is_external: false,
  wants_external: false,
  is_payer_checked: true,
  payer_name_score: 96,
  risk: 'LOW',
};

const moneyOut = { amount: 1250, currency: 'GBP', status: 'PROCESSED', status_description: null };

const refund: Omit<MoneyOutRow, 'id'> = {
  ...moneyOut,
  reference: 'TEST REFUND',
  destination: null,
  refund_data: payer,
  payment_id: '00000000-0000-4000-8000-000000000000',
  merchant_payment_id: 'TEST-1001',
};

const payout: Omit<MoneyOutRow, 'id'> = {
  ...moneyOut,
  reference: 'TEST PAYOUT',
  destination: { type: 'SCAN', name: 'Example Trading Ltd', ...account },
  refund_data: null,
  payment_id: null,
  merchant_payment_id: null,
};

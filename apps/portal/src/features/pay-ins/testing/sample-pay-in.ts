import { toPage } from '@volume/contract/lists/page.ts';
import { PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import * as z from 'zod/mini';

export type WirePayIn = z.input<typeof PaymentListItem>;
export type WireDetails = z.input<typeof PaymentDetails>;

export const payInId = (place: number): string => `018cc778-5000-7fb8-ab33-${String(place).padStart(12, '0')}`;
export const merchantId = '018cc778-5000-7fb8-ab33-00000000a001';
export const applicationId = '018cc778-5000-7fb8-ab33-00000000b001';

/** A settled payment as the API sends it: amounts in major units. */
export function wirePayIn(changes: Partial<WirePayIn> = {}): WirePayIn {
  return {
    paymentId: payInId(1),
    merchantId,
    applicationId,
    merchantPaymentId: 'ORD-1001',
    paymentStatus: 'SETTLED',
    paymentType: 'VOLUME',
    isNewPayment: true,
    newPaymentId: null,
    newAttemptId: null,
    tracingId: 'a1b2c3d4e5f60718',
    createdAt: '2026-11-20T09:05:00.000',
    isToVirtualAccount: true,
    canStartRefund: true,
    amountRefunded: 0,
    amountRefunding: 0,
    refunds: [],
    payer: {
      name: 'Amelia Wright',
      email: 'amelia@shopper.example',
      accountIdentifier: '60161331926819',
      address: '1 High Street, Leeds',
      payerIP: '192.0.2.7',
    },
    statusTags: [],
    riskCategory: 'LOW',
    merchantReference: 'Order 1001',
    merchantProvidedPayerDetailsNames: ['Amelia Wright'],
    paymentRequest: { amount: 1249.5, currency: 'GBP', reference: '261120090500000ABC' },
    ...changes,
  };
}

/** The same payment decoded: amounts in minor units. */
export const payIn = (changes: Partial<WirePayIn> = {}): PaymentListItem =>
  z.decode(PaymentListItem, wirePayIn(changes));

export function wirePage(content: unknown[], { page = 0, size = 10, totalElements = content.length } = {}) {
  return toPage(content, { page, size, totalElements });
}

export function wireDetails(changes: Partial<WireDetails> = {}): WireDetails {
  const at = (second: number) => `2026-11-20T09:05:${String(second).padStart(2, '0')}.000`;
  return {
    paymentId: payInId(1),
    applicationId,
    merchantId,
    errorDescription: null,
    shopperId: 'shopper-7',
    paymentIntentId: null,
    institution: { institutionId: 'natwest', name: 'NatWest' },
    payee: {
      payInAccountId: 7,
      accountHolderName: 'Northwind Ltd',
      accountIdentification1: { type: 'SORT_CODE', number: '601613' },
      accountIdentification2: { type: 'ACCOUNT_NUMBER', number: '31926819' },
    },
    paymentRefundData: null,
    confirmationOfPayer: { enabled: true, score: 92, riskCategory: 'LOW' },
    paymentMetadata: { basket: '7' },
    events: [
      { type: 'NEW', atUtc: at(0), actor: null, detail: 'Webshop' },
      { type: 'AUTHORIZED', atUtc: at(20), actor: 'NatWest', detail: null },
      { type: 'SETTLED', atUtc: at(40), actor: 'MODULR', detail: null },
    ],
    ...changes,
  };
}

export const details = (changes: Partial<WireDetails> = {}): PaymentDetails =>
  z.decode(PaymentDetails, wireDetails(changes));

export const bareWirePayIn = (): WirePayIn =>
  wirePayIn({
    merchantId: null,
    applicationId: null,
    merchantPaymentId: null,
    tracingId: null,
    canStartRefund: false,
    payer: null,
    riskCategory: null,
    merchantReference: null,
    merchantProvidedPayerDetailsNames: null,
    paymentRequest: { amount: 0, currency: 'EUR', reference: null },
  });

export const bareWireDetails = (): WireDetails =>
  wireDetails({
    shopperId: null,
    institution: null,
    payee: null,
    confirmationOfPayer: null,
    paymentMetadata: null,
    events: [],
  });

/** Texts that break pages that trust their input. */
export const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\u202Eevil\u202C مرحبا שלום',
  '\u200B\u200D\uFEFF',
  'W'.repeat(10_000),
  '${7*7}{{7*7}}',
];

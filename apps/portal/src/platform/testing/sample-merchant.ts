import type { Application, Merchant, PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import type * as z from 'zod/mini';

export const idOf = (number: number): string => `018cc778-5000-7fb8-ab33-${String(number).padStart(12, '0')}`;

export function payee(changes: Partial<z.input<typeof PayeeDetail>> = {}): PayeeDetail {
  return {
    id: 7,
    selector: null,
    forCurrency: 'GBP',
    defaultForCurrency: true,
    accountHolderName: 'Northwind Ltd',
    accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '31926819' },
    accountIdentification2: { type: 'SORT_CODE', number: '601613' },
    payeeAddress: null,
    isVirtualAccount: true,
    vaCustomerId: 'C1200',
    vaAccountId: 'A1200',
    vaDefaultPayOutBeneficiaryAccountId: null,
    vaIsSandboxAccount: null,
    vaProviderType: 'MODULR',
    ...changes,
  };
}

export function application(changes: Partial<z.input<typeof Application>> = {}): Application {
  return {
    merchantId: idOf(1),
    applicationId: idOf(101),
    applicationName: 'Webshop',
    payeeDetailsPerCurrency: [payee()],
    merchantCallbackUrlForMobile: null,
    merchantCallbackUrlForWeb: 'https://northwind.example/done',
    paymentStatusWebhookUrl: null,
    selectedYapilyClientId: null,
    institutions: [],
    hasVirtualAccountsEnabled: true,
    refundWebhookUrl: null,
    payoutWebhookUrl: null,
    cancelUrl: null,
    sendEmailForExternalPayinPayment: null,
    sendWebhookForExternalPayinPayment: true,
    confirmationOfPayerEnabled: true,
    ...changes,
  };
}

export function merchant(changes: Partial<z.input<typeof Merchant>> = {}): Merchant {
  return {
    merchantId: idOf(1),
    email: 'owner@northwind.example',
    companyName: 'Northwind Ltd',
    paymentFlatFeeInPercentage: 0.75,
    applications: [application()],
    ...changes,
  };
}

export const merchants = (count: number): Merchant[] =>
  Array.from({ length: count }, (_, index) =>
    merchant({
      merchantId: idOf(index + 1),
      companyName: `Merchant ${index + 1}`,
      email: `m${index + 1}@shop.example`,
    }),
  );

import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { PayInAccount } from './balances/balances.ts';
import { Beneficiary } from './payouts/beneficiaries.ts';
import { User } from './merchants/account.ts';
import { Application, Merchant, PayeeAddress, PayeeDetail } from './merchants/merchants.ts';
import { ResetToken } from './session/passwords.ts';
import { PayInPage, Payer, PaymentListItem, PaymentRequest, Refund } from './pay-ins/pay-ins.ts';
import { ProviderErrorPayload } from './provider-error.ts';
import { AccessTokenClaims } from './session/session.ts';

/**
 * An example of each field of each entity in section 3, written by hand. Fields marked `?` can be null, and those marked `~` can
 * be missing; all others must be present and have the right type.
 */
const time = '2026-11-21T09:00:00.000';
const identification = { type: 'IBAN', number: 'GB33BUKB20201555555555' };
const refund = {
  refundId: 'r',
  createdAtUtc: time,
  updatedAtUtc: time,
  refundPaymentReference: 'ORDER-1',
  refundPaymentAmount: 1.5,
  refundPaymentCurrency: 'GBP',
  refundStatus: 'A_STATE_OF_TOMORROW',
};
const address = {
  'streetName?': 'a',
  'buildingNumber?': 'a',
  'postCode?': 'a',
  'townName?': 'a',
  'country?': 'a',
  'department?': 'a',
  'subDepartment?': 'a',
  'addressType?': 'a',
};
const application = {
  merchantId: 'm',
  applicationId: 'a',
  applicationName: 'Web shop',
  'payeeDetailsPerCurrency?': [],
  'merchantCallbackUrlForMobile?': 'a',
  'merchantCallbackUrlForWeb?': 'a',
  'paymentStatusWebhookUrl?': 'a',
  'selectedYapilyClientId?': 'a',
  institutions: ['natwest'],
  hasVirtualAccountsEnabled: true,
  'refundWebhookUrl?': 'a',
  'payoutWebhookUrl?': 'a',
  'cancelUrl?': 'a',
  'sendEmailForExternalPayinPayment?': true,
  'sendWebhookForExternalPayinPayment?': false,
  confirmationOfPayerEnabled: true,
};
const payment = {
  paymentId: 'p',
  'merchantPaymentId?': 'a',
  paymentStatus: 'SETTLED',
  paymentType: 'VOLUME',
  isNewPayment: true,
  newPaymentId: 'a',
  newAttemptId: 'a',
  tracingId: 'a',
  createdAt: time,
  isToVirtualAccount: true,
  canStartRefund: true,
  amountRefunded: 0,
  amountRefunding: 0.1,
  refunds: [refund],
  'payer?': { name: null, email: null, accountIdentifier: null, address: null, payerIP: null },
  'statusTags~': ['A_TAG_OF_TOMORROW'],
  'riskCategory?': 'NA',
  merchantReference: 'a',
  merchantProvidedPayerDetailsNames: ['Amelia'],
  paymentRequest: { amount: 24.23, currency: 'GBP', reference: '' },
};
const sort = { sorted: true, unsorted: false, empty: false };
const pageable = { sort, pageNumber: 0, pageSize: 10, offset: 0, paged: true, unpaged: false };

const entities: Record<string, [schema: z.ZodMiniType, example: Record<string, unknown>]> = {
  Merchant: [
    Merchant,
    { merchantId: 'm', 'email?': 'e', companyName: 'C', paymentFlatFeeInPercentage: 1.25, applications: [] },
  ],
  Application: [Application, application],
  'Payee detail': [
    PayeeDetail,
    {
      id: 7,
      selector: 'a',
      forCurrency: 'GBP',
      'defaultForCurrency?': true,
      accountHolderName: 'a',
      accountIdentification1: identification,
      'accountIdentification2?': identification,
      'payeeAddress?': unmarked(address),
      isVirtualAccount: true,
      'vaCustomerId?': 'a',
      'vaAccountId?': 'a',
      'vaDefaultPayOutBeneficiaryAccountId?': 'a',
      'vaIsSandboxAccount?': false,
      'vaProviderType?': 'ISX',
    },
  ],
  'Payee address': [PayeeAddress, address],
  'Access token claims': [
    AccessTokenClaims,
    {
      jti: 'j',
      iat: 1,
      sub: 's',
      iss: 'i',
      userAccountId: 'u',
      exp: 2,
      'merchantId~': 'm',
      'adminId~': 'a',
      authorities: ['AN_AUTHORITY_OF_TOMORROW'],
    },
  ],
  'Reset-token record': [ResetToken, { token: 't', type: 'RESET_PASSWORD', isUsed: false, expiresAt: time }],
  Payment: [PaymentListItem, payment],
  Refund: [Refund, refund],
  Payer: [Payer, { 'name?': 'a', 'email?': 'a', 'accountIdentifier?': 'a', 'address?': 'a', 'payerIP?': 'a' }],
  'Page of payments': [
    PayInPage,
    {
      content: [unmarked(payment)],
      pageable,
      last: true,
      first: true,
      totalElements: 1,
      totalPages: 1,
      number: 0,
      numberOfElements: 1,
      size: 10,
      empty: false,
    },
  ],
  'Page of payments, its pageable': [PayInPage.shape.pageable, pageable],
  'Page of payments, its sort': [PayInPage.shape.pageable.shape.sort, sort],
  'Payment request in GBP': [PaymentRequest, { amount: 24.23, currency: 'GBP', reference: '' }],
  'Payment request in EUR': [PaymentRequest, { amount: 24.23, currency: 'EUR', 'reference?': 'a' }],
  Beneficiary: [
    Beneficiary,
    {
      optimusBeneficiaryId: 'b',
      optimusExternalCustomerId: 'c',
      firstNames: 'f',
      accountType: 'SCAN',
      'accountNumber?': 'a',
      'sortCode?': 'a',
      'iban?': 'a',
      'status?': 'Active',
    },
  ],
  'Pay-in account': [
    PayInAccount,
    {
      isVirtualAccount: true,
      forCurrency: 'GBP',
      isLimitedVirtualAccount: false,
      'virtualAccountInformation?': { availableBalance: 1, balance: null },
    },
  ],
  'Merchant account': [
    User,
    { merchantId: 'm', email: 'e', roles: ['A_ROLE_OF_TOMORROW'], 'name?': 'n', 'phone?': 'p' },
  ],
  'Provider API error': [
    ProviderErrorPayload,
    { statusCode: 409, statusName: 'CONFLICT', errorMessage: 'No', source: 'A_SOURCE_OF_TOMORROW', 'traceId~': 't' },
  ],
};

/** The example with its wire names, without the marks. */
function unmarked(example: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [nameOf(name), value]));
}
function nameOf(marked: string): string {
  return marked.replace(/[?~]$/, '');
}
/** A type that no field has. */
const wrong = { no: 'field is an object of this' };

describe.each(Object.entries(entities))('§3 %s', (_, [schema, example]) => {
  const whole = unmarked(example);
  const takes = (change: Record<string, unknown>): boolean => schema.safeParse({ ...whole, ...change }).success;

  test('is accepted, also with unknown fields', () => {
    expect(schema.safeParse(whole).error).toBeUndefined();
    expect(takes({ aFieldOfTomorrow: 1 })).toBe(true);
  });
  test.each(Object.keys(example))('%s', (marked) => {
    const name = nameOf(marked);
    expect(takes({ [name]: undefined }), 'left out').toBe(marked.endsWith('~'));
    expect(takes({ [name]: wrong }), 'mistyped').toBe(false);
    if (marked.endsWith('?')) expect(takes({ [name]: null }), 'null').toBe(true);
  });
});

test('a payment request in GBP needs a reference, which can be empty', () => {
  expect(PaymentRequest.safeParse({ amount: 1, currency: 'GBP', reference: null }).success).toBe(false);
});

describe('closed lists', () => {
  test.each([
    ['a payment type', PaymentListItem, unmarked(payment), { paymentType: 'volume' }],
    ['a payment status', PaymentListItem, unmarked(payment), { paymentStatus: 'EXPIRED' }],
    ['a risk category', PaymentListItem, unmarked(payment), { riskCategory: 'NONE' }],
    ['an account type', Beneficiary, unmarked(entities['Beneficiary']![1]), { accountType: 'BBAN' }],
    ['an account provider', PayeeDetail, unmarked(entities['Payee detail']![1]), { vaProviderType: 'OTHER' }],
  ] as const)('rejects %s that is unknown', (_, schema, whole, change) => {
    expect(schema.safeParse(whole).success).toBe(true);
    expect(schema.safeParse({ ...whole, ...change }).success).toBe(false);
  });
  test.each(['NONE', 'MODULR', 'OPTIMUS', 'ISX'])('accepts the account provider %s', (vaProviderType) => {
    expect(PayeeDetail.safeParse({ ...unmarked(entities['Payee detail']![1]), vaProviderType }).success).toBe(true);
  });
});

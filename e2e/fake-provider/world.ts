import { ago } from './wire-time.ts';

/**
 * The fake provider's merchant with its applications, accounts and users. It has every field of section 3, odd cases, and
 * fields that no client knows.
 */
export const merchantId = '6f1c2a52-7f0e-4a55-9f43-1d7f0c7b9a01';
export const applicationId = '2b8f7c14-52b1-4a0e-8a55-90a7f4b6c302';
export const secondApplicationId = '2b8f7c14-52b1-4a0e-8a55-90a7f4b6c303';
const userId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b07';

const sortCode = { type: 'SORT_CODE', number: '040004' };
const account = { type: 'ACCOUNT_NUMBER', number: '12345678' };
const iban = { type: 'IBAN', number: 'DE89370400440532013000' };
const nulls = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]));
const noAddress = nulls('streetName buildingNumber postCode townName country department subDepartment addressType');

const virtualPounds = {
  id: 11,
  selector: 'GBP-1',
  forCurrency: 'GBP',
  defaultForCurrency: true,
  accountHolderName: 'Stand-in Ltd',
  accountIdentification1: account,
  accountIdentification2: sortCode,
  payeeAddress: noAddress,
  isVirtualAccount: true,
  vaCustomerId: 'C1200000',
  vaAccountId: 'A1200000',
  vaDefaultPayOutBeneficiaryAccountId: null,
  vaIsSandboxAccount: true,
  vaProviderType: 'OPTIMUS',
};
const plainEuros = {
  ...virtualPounds,
  id: 12,
  selector: 'EUR-1',
  forCurrency: 'EUR',
  accountIdentification1: iban,
  accountIdentification2: null,
  payeeAddress: null,
  isVirtualAccount: false,
  defaultForCurrency: null,
  vaCustomerId: null,
  vaAccountId: null,
  vaIsSandboxAccount: null,
  vaProviderType: 'NONE',
};

const application = (id: string, name: string, payees: unknown[] | null) => ({
  merchantId,
  applicationId: id,
  applicationName: name,
  payeeDetailsPerCurrency: payees,
  ...nulls('merchantCallbackUrlForMobile selectedYapilyClientId refundWebhookUrl payoutWebhookUrl cancelUrl'),
  merchantCallbackUrlForWeb: 'https://shop.example/back',
  paymentStatusWebhookUrl: 'https://shop.example/hooks/payment',
  institutions: ['natwest', 'a-bank-no-longer-listed'],
  hasVirtualAccountsEnabled: payees !== null,
  sendEmailForExternalPayinPayment: null,
  sendWebhookForExternalPayinPayment: true,
  confirmationOfPayerEnabled: true,
  aFieldOfTomorrow: { any: 'thing' },
});

export const merchant = {
  merchantId,
  email: null,
  companyName: 'Stand-in Ltd',
  paymentFlatFeeInPercentage: 0.35,
  applications: [
    application(applicationId, 'Web shop', [virtualPounds, plainEuros]),
    application(secondApplicationId, 'Nothing yet', null),
  ],
};

export const payInAccounts = [virtualPounds, plainEuros].map((payee) => ({
  id: payee.id,
  isVirtualAccount: payee.isVirtualAccount,
  forCurrency: payee.forCurrency,
  isLimitedVirtualAccount: false,
  virtualAccountInformation: payee.isVirtualAccount ? { availableBalance: 311.07, balance: 411.57 } : null,
  accountHolderName: payee.accountHolderName,
  accountIdentification1: payee.accountIdentification1,
  accountIdentification2: payee.accountIdentification2,
  vaProviderType: payee.vaProviderType,
  defaultForCurrency: payee.defaultForCurrency,
}));

export const self = {
  userId,
  merchantId,
  email: 'ida@fake-provider.example',
  roles: ['MERCHANT_ADMIN'],
  name: 'Ida Standing',
  phone: null,
  enabled: true,
  twoFactorEnabled: false,
  createdAtUtc: ago(90_000),
  lastSignInAtUtc: null,
  invitation: 'ACCEPTED',
};
export const accounts = [
  self,
  {
    ...self,
    userId: `${userId.slice(0, -1)}a`,
    email: 'otto@fake-provider.example',
    name: null,
    roles: ['MERCHANT_VIEWER'],
  },
];
export const roles = ['MERCHANT_ADMIN', 'MERCHANT_EDITOR', 'MERCHANT_OPERATOR', 'MERCHANT_VIEWER'];

export const institutions = ['natwest', 'monzo'].map((institutionId) => ({
  institutionId,
  name: institutionId,
  fullName: `${institutionId} Bank plc`,
  countries: [{ displayName: 'United Kingdom', countryCode2: 'GB' }],
  currencies: ['GBP'],
  environmentType: 'SANDBOX',
}));

export const apiKeys = {
  applicationId,
  primaryKey: { isSet: true, maskedValue: '••••a1b2', updatedAtUtc: null },
  secondaryKey: { isSet: false, maskedValue: null, updatedAtUtc: null },
};

export const beneficiaries = ['Active', 'Inactive', null].map((status, index) => ({
  optimusBeneficiaryId: `B${index}`,
  optimusExternalCustomerId: 'C1200000',
  firstNames: `Beneficiary ${index}`,
  accountType: 'SCAN',
  accountNumber: '12345678',
  sortCode: '040004',
  iban: null,
  status,
}));

import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { type JsonSchema, wireSchema } from './json-schema.ts';

/** A body the call takes; null for a call without one. */
export function exampleBody({ name, body }: AnyEndpoint): unknown {
  return body ? (whole[name] ?? exampleOf(wireSchema(body))) : null;
}

const bank = { name: 'Nordbank', fullName: 'Nordbank AS', letters: null, countries: ['NO'], currencies: ['EUR'] };

const ownAccount = {
  currency: 'GBP',
  bankAccount: { accountHolderName: 'Orchard Lane Nurseries Ltd', sortCode: '20-45-77', accountNumber: '73014486' },
};

/** Where one field's value depends on another's. */
const whole: Record<string, unknown> = {
  addBank: { ...bank, institutionId: null },
  changeBank: bank,
  stepUp: { password: 'quiet-ink-on-paper' },
  createPaymentLink: {
    applicationId: '018cc778-5000-7fb8-ab33-93f5e60e9f83',
    customerIntentDescription: 'A bunch of tulips',
    merchantIntentDescription: 'Order 1001',
    merchantPaymentId: 'order-1001',
    paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'ORDER1001' },
  },
  updateAccount: { roles: ['MERCHANT_VIEWER'], name: 'Isla Reid', phone: null },
  makePayout: { payInAccountId: 1000, amount: 12.5 },
  setLowBalance: { threshold: 1000 },
  setBrand: { name: 'Harbour & Bloom', colour: '#1d4ed8', mark: null },
  shareView: { name: 'Held, high risk', search: '?heldFilter=HELD&riskCategory=HIGH' },
  addFileSchedule: { payInAccountId: 1000, format: 'CAMT_053', frequency: 'MONTHLY', email: null },
  createMerchant: {
    companyName: 'Orchard Lane Nurseries Ltd',
    email: 'office@orchard-lane.example',
    paymentFlatFeeInPercentage: 0.45,
    limits: { largestAmount: 25000 },
    firstUser: { email: 'hannah@orchard-lane.example', name: 'Hannah Doyle', phone: null },
    applications: [
      {
        applicationName: 'Web shop',
        accounts: [
          {
            currency: 'GBP',
            virtualAt: 'MODULR',
            bankAccount: {
              accountHolderName: 'Orchard Lane Nurseries Ltd',
              sortCode: '20-45-77',
              accountNumber: '73014486',
            },
          },
        ],
      },
    ],
  },
  addBeneficiary: {
    payInAccountId: 1000,
    accountHolderName: 'Harbour & Bloom Ltd',
    sortCode: '20-11-09',
    accountNumber: '55190021',
    iban: null,
    acceptsName: false,
  },
  quoteExchange: { fromPayInAccountId: 1000, toPayInAccountId: 1001, sellAmount: 12.5 },
  changeMerchantFee: { percentage: 0.5, validFrom: '2026-12-01', reason: 'Contract of 20 November' },
  changeMerchantCompany: { companyName: 'Orchard Lane Trading Ltd', email: 'office@orchard-lane.example' },
  changeMerchantLimits: { largestAmount: 10000, fromDay: '2026-12-01' },
  addMerchantApplication: {
    applicationName: 'Garden centre tills',
    accounts: [ownAccount],
    requestId: null,
  },
  addMerchantAccount: ownAccount,
  askForApplication: { applicationName: 'Wholesale', currencies: ['GBP', 'EUR'], why: 'A second brand' },
  declineApplicationRequest: { reason: 'Please use tags within your web shop' },
  addMerchantNote: { text: 'Asked about euros on the phone' },
  correctMerchantNote: { text: 'Asked about euros by email' },
  disableMerchant: { reason: 'Ownership dispute, case 4417', mailAdministrators: true },
  enableMerchant: { reason: 'Settled', mailAdministrators: true, disabledAtUtc: '2026-11-25T10:12:00.000' },
  setPayoutSchedule: {
    payInAccountId: 1000,
    enabled: true,
    frequency: 'WEEKLY',
    dayOfWeek: 'MONDAY',
    dayOfMonth: null,
    timeUtc: '06:00',
    amountType: 'ALL',
    amount: null,
    minimumBalance: 100,
  },
};

function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (Object.hasOwn(byName, name)) return byName[name];
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, field]) => [key, exampleOf(field, key)]));
  }
  if (schema.items) return [exampleOf(schema.items, name)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches?.[0]) return exampleOf(branches[0], name);
  if (schema.type === 'integer') return 1000;
  if (schema.type === 'number') return 12.5;
  if (schema.type === 'boolean') return true;
  if (name.includes('Url')) return 'https://shop.example.com/volume';
  if (name.endsWith('Id')) return '018cc778-5000-7fb8-ab33-93f5e60e9f83';
  return 'Order 1001';
}

const byName: Record<string, unknown> = {
  email: 'maya@harbourbloom.example',
  accountEmail: 'maya@harbourbloom.example',
  password: 'quiet-ink-on-paper',
  code: '123456',
  name: 'Maya Okafor',
  personName: 'Maya Okafor',
  fullName: null,
  phone: '+44 20 7946 0101',
  phoneNumber: '+44 20 7946 0101',
  expiresAtUtc: '2030-01-31T17:00:00.000',
  ids: ['018cc778-5000-7fb8-ab33-93f5e60e9f83'],
  institutions: ['natwest'],
  allowedAddresses: ['203.0.113.0/24'],
  // Of a passkey, in base64url; a browser makes them.
  ...Object.fromEntries(
    ['id', 'rawId', 'clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'].map((of) => [
      of,
      'oWNjaGFsbGVuZ2U',
    ]),
  ),
  transports: ['internal'],
};

import { endpoints } from '@volume/contract/endpoints.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';

interface Named {
  method: string;
  path: string;
}

const withoutIds = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
const countIds = (path: string): number => path.split('{').length;
const patterns = Object.values(endpoints)
  .map(({ method, path }: Named) => ({
    method,
    name: `${method} ${withoutIds(path)}`,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    ids: countIds(path),
  }))
  .toSorted((a, b) => a.ids - b.ids);

/** A call of the contract as the table of screens names it: `METHOD path`, every id written `{}`. */
export function nameOf(method: string, path: string): string {
  return patterns.find((each) => each.method === method && each.pattern.test(path))?.name ?? `${method} ${path}`;
}

const sort = { sorted: true, unsorted: false, empty: false };

function pageOf(content: unknown[]) {
  return {
    content,
    pageable: { sort, pageNumber: 0, pageSize: 10, offset: 0, paged: true, unpaged: false },
    last: true,
    first: true,
    totalElements: content.length,
    totalPages: 1,
    number: 0,
    numberOfElements: content.length,
    size: 10,
    sort,
    empty: content.length === 0,
  };
}

export const later = '2099-01-01T00:00:00.000';
const activity = {
  id: 'activity-1',
  atUtc: '2026-03-01T10:00:00.000',
  actor: 'ida@fake-provider.example',
  actorKind: 'MERCHANT',
  action: 'SECRET_RESET',
  subject: 'PRIMARY',
  detail: null,
  ip: null,
  userAgent: null,
  traceId: null,
};
const exception = {
  exceptionId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b66',
  merchantId,
  merchantName: 'Stand-in Ltd',
  kind: 'STATUS_DIFFERS',
  objectKind: 'PAYOUT',
  objectId: 'payout-1',
  payInAccountId: 1,
  provider: 'OPTIMUS',
  currency: 'GBP',
  ourStatus: 'FAILED',
  ourAmount: 40.07,
  providerStatus: 'PROCESSED',
  providerAmount: 40.07,
  providerWords: 'paid after all',
  state: 'OPEN',
  count: 2,
  firstAtUtc: '2026-03-01T10:00:00.000',
  lastAtUtc: '2026-03-01T11:00:00.000',
  note: null,
  decidedBy: null,
  decidedAtUtc: null,
};
export const delivery = {
  id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b55',
  kind: 'PAYMENT',
  objectId: 'payment-1',
  url: 'https://shop.example/hooks/payment',
  state: 'GAVE_UP',
  createdAtUtc: '2026-03-01T10:00:00.000',
  nextAttemptAtUtc: null,
  requestBody: '{}',
  attempts: [],
};
export const exchange = {
  exchangeId: 'exchange-1',
  status: 'COMPLETED',
  sellAmount: 100,
  sellCurrency: 'GBP',
  buyAmount: 115.2,
  buyCurrency: 'EUR',
  rate: 1.152,
  midRate: 1.16,
  fee: 0.5,
  createdAtUtc: '2026-03-01T10:00:00.000',
  createdBy: 'ida@fake-provider.example',
};
const statementLine = {
  id: 'line-1',
  atUtc: '2026-03-01T10:00:00.000',
  kind: 'PAY_IN',
  description: 'Pay-in from Ida Ember',
  counterparty: 'Ida Ember',
  reference: 'STATEMENT-1',
  amount: 24.23,
  balanceAfter: 31.07,
  paymentId: 'payment-1',
  payoutPaymentId: null,
  exchangeId: null,
};
const payout = {
  payoutPaymentId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b77',
  createdAtUtc: '2026-03-01T10:00:00.000',
  updatedAtUtc: '2026-03-01T10:00:05.000',
  status: 'PROCESSED',
  statusDescription: null,
  payInAccountId: 11,
  type: 'PAYOUT',
  initiatedBy: 'ida@fake-provider.example',
  payoutRequestDetails: {
    amount: 40.07,
    currency: 'GBP',
    reference: 'PAYOUT-11-1',
    destination: {
      type: 'SCAN',
      id: 'B7',
      name: 'Stand-in Ltd',
      accountNumber: '55190021',
      sortCode: '20-11-09',
      iban: null,
    },
  },
};
const health = {
  merchantId,
  payments30Days: 3,
  failedShare: 0.25,
  volumes: [{ currency: 'GBP', count: 2, amount: 24.23 }],
  lastPaymentAtUtc: '2026-03-01T10:00:00.000',
  gaps: ['NO_CALLBACK', 'GAP_OF_TOMORROW'],
};
export const beneficiary = {
  beneficiaryId: 'B7',
  accountHolderName: 'Stand-in Ltd',
  accountType: 'SCAN',
  accountNumber: '55190021',
  sortCode: '20-11-09',
  iban: null,
  status: 'Active',
  nameCheck: 'MATCHES',
  nameAtBank: null,
  payInAccountIds: [11],
  defaultForPayInAccountIds: [],
  addedAtUtc: '2026-03-01T10:00:00.000',
  addedBy: 'ida@fake-provider.example',
  coolingUntilUtc: null,
};

const approval = {
  orderId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b78',
  kind: 'PAYOUT',
  state: 'WAITING',
  applicationId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b79',
  payInAccountId: 11,
  paymentId: null,
  amount: 2500,
  currency: 'GBP',
  reference: 'PAYOUT-7C4B78',
  recipient: { name: 'Willow Wholesale Ltd', accountNumber: '55190021', sortCode: '201109', iban: null },
  source: 'PERSON',
  requestedBy: 'ida@fake-provider.example',
  createdAtUtc: '2026-03-01T10:00:00.000',
  expiresAtUtc: later,
  decidedBy: null,
  decidedAtUtc: null,
  reason: null,
};
const bulkJob = {
  bulkJobId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b78',
  applicationId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b79',
  kind: 'REFUND',
  state: 'DONE',
  createdBy: 'ida@fake-provider.example',
  createdAtUtc: '2026-03-01T10:00:00.000',
  startedAtUtc: '2026-03-01T10:00:01.000',
  endedAtUtc: '2026-03-01T10:00:02.000',
  endReason: null,
  rows: 1,
  groups: [{ state: 'DONE', reason: null, count: 1, totals: [{ currency: 'GBP', amount: 12.5 }] }],
};
const bulkItem = {
  place: 0,
  objectId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b80',
  state: 'DONE',
  amount: 12.5,
  currency: 'GBP',
  reason: null,
  resultId: null,
  doneAtUtc: '2026-03-01T10:00:02.000',
};

const resetToken = { token: 'link-of-a-mail', type: 'RESET_PASSWORD', isUsed: false, expiresAt: later };
const factorSetUp = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Volume:ida@fake-provider.example?secret=JBSWY3DPEHPK3PXP&issuer=Volume',
  email: 'ida@fake-provider.example',
  expiresAtUtc: later,
};

/** What is answered to the calls that the specification's table lacks (contract §2), by their names. */
export const ownAnswers: Record<string, unknown> = {
  'GET capabilities': Object.values(endpoints)
    .filter(({ origin }) => origin === 'ours')
    .map(({ method, path }: Named) => `${method} ${withoutIds(path)}`),
  'GET activity': pageOf([activity]),
  'GET exceptions': { ...pageOf([exception]), unresolved: 1 },
  'GET merchants/{}/activity': pageOf([activity]),
  'GET merchants/{}/applications/{}/webhook-deliveries': pageOf([delivery]),
  'GET merchants/{}/applications/{}/exchange': pageOf([exchange]),
  'GET merchants/{}/applications/{}/bulk-jobs': pageOf([bulkJob]),
  'GET merchants/{}/applications/{}/bulk-jobs/{}': bulkJob,
  'GET merchants/{}/applications/{}/bulk-jobs/{}/items': pageOf([bulkItem]),
  'GET merchants/{}/applications/{}/payin-accounts/{}/statement': {
    ...pageOf([statementLine]),
    currency: 'GBP',
    openingBalance: 6.84,
    moneyIn: 24.23,
    moneyOut: 0,
    linesIn: 1,
    linesOut: 0,
    closingBalance: 31.07,
  },
  'GET merchants/health': [health],
  'GET merchants/{}/applications/{}/beneficiaries': [beneficiary],
  'GET merchants/{}/application/{}/outbound-payments/{}': payout,
  'GET payments/{}/notes': {
    notes: [
      {
        noteId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b88',
        text: 'Rang the customer',
        writtenBy: 'ida@fake-provider.example',
        writtenAtUtc: '2026-03-01T10:00:00.000',
        isOwn: true,
      },
    ],
    review: {
      reviewedBy: 'ida@fake-provider.example',
      reviewedAtUtc: '2026-03-01T10:00:00.000',
      note: null,
      isCurrent: true,
    },
  },
  'GET merchants/{}/approvals': { ...pageOf([approval]), waiting: 1, isOn: true },
  'GET merchants/{}/approval-policy': {
    thresholds: { GBP: 1000, EUR: null },
    approvers: [{ email: 'ida@fake-provider.example', name: 'Ida' }],
    proposal: null,
  },
  'GET merchants/{}/shared-views/{}': [
    {
      viewId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b89',
      name: 'Ours',
      search: '',
      sharedBy: 'ida@fake-provider.example',
      sharedAtUtc: '2026-03-01T10:00:00.000',
      isOwn: false,
    },
  ],
  'GET merchants/{}/notice-mails': { kinds: ['PAYMENT_HELD', 'NEWS_OF_TOMORROW'] },
  'GET merchants/{}/notices/unread': { count: 2 },
  'GET merchants/{}/brand': { name: 'Bloom', colour: '#7c2d12', mark: null },
  'GET merchants/{}/two-factor-policy': { isRequired: true },
  'GET merchants/{}/applications/{}/secret/settings': {
    usualMoneyLimit: 1000,
    primaryKey: {
      key: 'PRIMARY',
      allowedAddresses: ['203.0.113.0/24'],
      moneyLimit: null,
      lastUsedAtUtc: '2026-03-01T10:00:00.000',
      lastUsedFrom: '203.0.113.7',
    },
    secondaryKey: null,
  },
  'GET accounts/self/two-factor': {
    kind: 'TOTP',
    isRequired: false,
    recoveryCodesLeft: 7,
    passkeys: [
      {
        passkeyId: '1c0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b13',
        name: 'Studio laptop',
        addedAtUtc: '2026-03-01T10:00:00.000',
        lastUsedAtUtc: null,
      },
    ],
  },
  'GET accounts/self/sessions': [
    {
      sessionId: '5b0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b11',
      device: 'Firefox on Windows',
      address: '203.0.113.7',
      signedInAtUtc: '2026-11-21T09:05:00.000',
      isCurrent: true,
    },
    {
      sessionId: '8d0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b12',
      device: 'Safari on iOS',
      address: null,
      signedInAtUtc: '2026-03-01T10:00:00.000',
      isCurrent: false,
    },
  ],
  'GET accounts/reset-tokens/{}': resetToken,
  'GET accounts/two-factor/{}': factorSetUp,
  'POST accounts/reset-tokens': resetToken,
  'POST accounts/two-factor-set-ups': factorSetUp,
  'POST accounts/one-time-codes/request': { kind: 'TOTP', passkey: null },
};

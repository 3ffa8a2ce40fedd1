import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authoritiesOf, isPermitted } from './access.ts';
import { endpoints } from './endpoints.ts';
import { environmentLabel } from './portal/environment.ts';
import { type Application, deriveApplication, type PayeeDetail } from './merchants/merchants.ts';
import { Amount, AmountInput, AmountText, majorText, writeJson } from './money/money.ts';
import { toPage } from './lists/page.ts';
import { PayInPage, PayInQuery, PaymentListItem } from './pay-ins/pay-ins.ts';
import { parseUtc, toWireTime, UtcTime } from './lists/period.ts';
import { PortalSettings, settingVariable } from './portal/settings.ts';

describe('money', () => {
  test('every amount with two decimals is exact after a round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (minor) => {
        expect(z.decode(Amount, z.encode(Amount, minor))).toBe(minor);
        expect(z.decode(AmountText, z.encode(AmountText, minor))).toBe(minor);
      }),
    );
  });
  test.each([1, 326_373_488_53, 680_818_201_33, 36_292_032_844_874_48, Number.MAX_SAFE_INTEGER])(
    'a request accepts %d minor units exactly',
    (minor) => expect(z.decode(AmountInput, minor / 100)).toBe(minor),
  );
  test('a request accepts every amount that a response can contain', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 15 }), (minor) => {
        expect(z.decode(AmountInput, z.encode(Amount, minor))).toBe(minor);
      }),
    );
  });
  test('a response writes a sum of any size exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (minor) => {
        const json = writeJson({ a: 'x', sum: z.encode(Amount, minor as unknown as number) });
        const [, digits = ''] = /^{"a":"x","sum":(-?[\d.]+)}$/.exec(json) ?? [];
        const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
        expect(BigInt(`${minor < 0n ? '-' : ''}${whole}${fraction.padEnd(2, '0')}`)).toBe(minor);
      }),
    );
    expect(writeJson([z.encode(Amount, Number.MAX_SAFE_INTEGER)])).toBe('[90071992547409.91]');
  });
  test('a client that uses doubles reads every sum up to 2^46 major units exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * 2 ** 46 }), (minor) => {
        const json = writeJson(z.encode(Amount, minor));
        expect(z.decode(Amount, JSON.parse(json))).toBe(minor);
        expect(Number(majorText(minor))).toBe(JSON.parse(json));
      }),
    );
  });
  test('a text that looks like an amount stays a text', () => {
    for (const text of ['\\u00001.00', '"\\u00001.00"', '\\"\\u00001.00']) {
      const sum = z.encode(Amount, (10n ** 20n) as unknown as number);
      expect(writeJson({ text, sum })).toBe(`{"text":${JSON.stringify(text)},"sum":1000000000000000000.00}`);
    }
  });
  test('a response amount with more decimals is rounded, and minus zero becomes zero', () => {
    expect(z.decode(Amount, 24.239)).toBe(2424);
    expect(Object.is(z.decode(Amount, -0), 0)).toBe(true);
  });
  test.each([[12.345], [0], [-1], [326_373_488.531], [90_071_992_547_409.92], [1e15]])(
    'rejects a request amount of %d',
    (major) => {
      expect(z.safeDecode(AmountInput, major).success).toBe(false);
    },
  );
  test.each(['-1', '1e3', '1,00', '12.345', '', 'abc', '٣'])('rejects amount text %j', (text) => {
    expect(z.safeDecode(AmountText, text).success).toBe(false);
  });
});

describe('times', () => {
  test('are accepted with or without Z, are always UTC, and are written without Z', () => {
    expect(z.decode(UtcTime, '2024-11-07T07:55:26.026Z')).toBe('2024-11-07T07:55:26.026');
    expect(parseUtc('2024-11-07T07:55:26.026')).toBe(Date.UTC(2024, 10, 7, 7, 55, 26, 26));
    expect(toWireTime(Date.UTC(2024, 10, 7))).toBe('2024-11-07T00:00:00.000');
  });
  test.each([
    '2024-02-31T00:00:00',
    '0000-01-01T00:00:00',
    '2024-11-07',
    'yesterday',
    '2024-11-07T25:00:00',
    '2024-11-07T07:55:26+02:00',
  ])('rejects %s', (text) => {
    expect(z.safeDecode(UtcTime, text).success).toBe(false);
  });
});

describe('the pay-in query', () => {
  test('accepts comma-joined and repeated lists, and writes comma-joined ones', () => {
    const read = z.decode(PayInQuery, { paymentStatuses: ['FAILED,NEW', 'SETTLED'], currencies: 'GBP' });
    expect(read).toMatchObject({
      paymentStatuses: ['FAILED', 'NEW', 'SETTLED'],
      currencies: ['GBP'],
      page: 0,
      size: 10,
    });
    expect(z.encode(PayInQuery, read)).toMatchObject({ paymentStatuses: 'FAILED,NEW,SETTLED', page: '0', size: '10' });
  });
  test('clamps the size to 1–100', () => {
    expect(z.decode(PayInQuery, { size: '9999' }).size).toBe(100);
    expect(z.decode(PayInQuery, { size: '0' }).size).toBe(1);
  });
  test.each([
    { paymentStatuses: 'EXPIRED' },
    { page: '-1' },
    { sort: 'amount;drop table' },
    { globalSearch: 'a\u0000b' },
    { globalSearch: '\ud800' },
    { merchantId: 'not-an-id' },
  ])('rejects %j', (query) => {
    expect(z.safeDecode(PayInQuery, query as never).success).toBe(false);
  });
});

const row = {
  paymentId: 'p',
  merchantPaymentId: null,
  paymentStatus: 'SETTLED',
  paymentType: 'VOLUME',
  isNewPayment: true,
  newPaymentId: null,
  newAttemptId: null,
  tracingId: null,
  createdAt: '2026-11-21T09:00:00.000',
  isToVirtualAccount: true,
  canStartRefund: true,
  amountRefunded: 0,
  amountRefunding: 0,
  refunds: [],
  payer: null,
  riskCategory: null,
  merchantReference: null,
  merchantProvidedPayerDetailsNames: null,
  paymentRequest: { amount: 24.23, currency: 'GBP', reference: '' },
};

describe('the pay-in shape', () => {
  test('reads amounts in minor units, defaults the tags and ignores unknown fields', () => {
    const read = z.decode(PaymentListItem, { ...row, later: 1 } as never);
    expect(read.paymentRequest.amount).toBe(2423);
    expect(read.statusTags).toEqual([]);
    expect(read).not.toHaveProperty('later');
  });
  test.each([
    ['a GBP payment without a reference', { paymentRequest: { amount: 1, currency: 'GBP', reference: null } }],
    ['an unknown status', { paymentStatus: 'LOST' }],
    ['an unknown currency', { paymentRequest: { amount: 1, currency: 'USD', reference: 'x' } }],
    ['an unknown risk category', { riskCategory: 'EXTREME' }],
    ['an amount as text', { amountRefunded: '0' }],
  ])('rejects %s', (_, change) => {
    expect(z.safeDecode(PaymentListItem, { ...row, ...change } as never).success).toBe(false);
  });
  test('accepts a EUR payment without a reference', () => {
    expect(
      z.safeDecode(PaymentListItem, {
        ...row,
        paymentRequest: { amount: 1, currency: 'EUR', reference: null },
      } as never).success,
    ).toBe(true);
  });
  test('a page envelope has its position and size', () => {
    const page = toPage([], { page: 2, size: 10, totalElements: 21 });
    expect(page).toMatchObject({ totalPages: 3, last: true, first: false, number: 2, empty: true });
    expect(z.safeDecode(PayInPage, page).success).toBe(true);
  });
});

describe('access', () => {
  test.each([
    ['MERCHANT_ADMIN', ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN']],
    ['MERCHANT_EDITOR', ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS']],
    ['MERCHANT_OPERATOR', ['VIEW_ONLY', 'PAY_BY_LINK']],
    ['MERCHANT_VIEWER', ['VIEW_ONLY']],
    ['SOMETHING_ELSE', []],
  ])('%s has the authorities %j', (role, authorities) => {
    expect(authoritiesOf([role])).toEqual(authorities);
  });
  test('both admin authorities pass every check', () => {
    expect(isPermitted(['VOLUME_ADMIN'], ['EDIT_SETTINGS'])).toBe(true);
    expect(isPermitted(['VOLUME_ADMIN_READ'], ['ACCOUNT_ADMIN'])).toBe(true);
    expect(isPermitted(['VIEW_ONLY'], ['EDIT_SETTINGS'])).toBe(false);
  });
});

test('endpoint names and addresses are unique, and every path parameter has a schema', () => {
  const all = Object.values(endpoints);
  expect(new Set(all.map((each) => `${each.method} ${each.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(all.length);
  for (const [name, each] of Object.entries(endpoints)) {
    expect(each.name).toBe(name);
    const named = [...each.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(each.params?.shape ?? {})).toEqual(named);
  }
});

test.each([
  ['https://api.SANDBOX.volumepay.io', 'Sandbox'],
  ['https://integration.sandbox.example', 'Sandbox'],
  ['https://api.integration.example', 'Integration'],
  ['https://api.volumepay.io', 'Live'],
])('%s is labelled %s', (address, label) => {
  expect(environmentLabel(address)).toBe(label);
});

const payee: PayeeDetail = {
  id: 1,
  selector: null,
  forCurrency: 'GBP',
  defaultForCurrency: true,
  accountHolderName: 'A',
  accountIdentification1: { type: 'SORT_CODE', number: '1' },
  accountIdentification2: null,
  payeeAddress: null,
  isVirtualAccount: true,
  vaCustomerId: null,
  vaAccountId: null,
  vaDefaultPayOutBeneficiaryAccountId: null,
  vaIsSandboxAccount: null,
  vaProviderType: 'MODULR',
};

test('derives an application’s currencies, default virtual accounts and providers', () => {
  const payees = [
    payee,
    { ...payee, id: 2, forCurrency: 'EUR', defaultForCurrency: null, vaProviderType: 'NONE' as const },
    { ...payee, id: 3 },
    // The default for EUR, but not a virtual account.
    { ...payee, id: 4, forCurrency: 'EUR', isVirtualAccount: false, vaProviderType: null },
  ];
  const application = {
    payeeDetailsPerCurrency: payees,
    sendEmailForExternalPayinPayment: null,
    sendWebhookForExternalPayinPayment: true,
  } as Application;
  expect(deriveApplication(application)).toEqual({
    hasEUR: true,
    hasGBP: true,
    hasEURForDefaultVirtual: false,
    hasGBPForDefaultVirtual: true,
    shouldSendEmailForExternalPayinPayment: false,
    shouldSendWebhookForExternalPayinPayment: true,
    vaProviders: ['MODULR'],
  });
  const bare = { payeeDetailsPerCurrency: null, sendEmailForExternalPayinPayment: null } as Application;
  expect(deriveApplication({ ...bare, sendWebhookForExternalPayinPayment: null })).toEqual({
    hasEUR: false,
    hasGBP: false,
    hasEURForDefaultVirtual: false,
    hasGBPForDefaultVirtual: false,
    shouldSendEmailForExternalPayinPayment: false,
    shouldSendWebhookForExternalPayinPayment: false,
    vaProviders: [],
  });
});

test('settings have the specified defaults and name their variables', () => {
  const given = {
    apiBaseUrl: 'http://localhost:4000/sandbox',
    automationHookUrl: 'http://localhost:4000/hook',
    signUpEmail: 'a@b.example',
    signUpPassword: '',
    monitoringClientToken: '',
    monitoringApplicationId: '',
  };
  expect(z.parse(PortalSettings, given)).toMatchObject({
    analyticsHost: 'https://eu.i.posthog.com',
    isLocal: false,
    isTestAutomation: false,
  });
  expect(z.safeParse(PortalSettings, { ...given, apiBaseUrl: 'nowhere' }).success).toBe(false);
  expect(settingVariable('apiBaseUrl')).toBe('PORTAL_API_BASE_URL');
});

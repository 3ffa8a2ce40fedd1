import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#platform/provider-api.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { beginCalls } from './begin-calls.ts';

const merchantId = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
const applicationId = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
const claims = {
  jti: 'j',
  iat: 1,
  sub: 's',
  iss: 'i',
  userAccountId: 7,
  exp: Date.parse('2026-11-21T12:00:00Z') / 1000,
  merchantId,
  authorities: ['VIEW_ONLY'],
};
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

function stand({ given = {}, path = `/payments/payin?applicationId=${applicationId}`, stored = {}, block = {} } = {}) {
  history.replaceState(null, '', path);
  putSettings({ apiBaseUrl: 'http://localhost:4000/sandbox/', signUpPassword: 'secret', ...block });
  const token = `e30.${btoa(JSON.stringify({ ...claims, ...given })).replace(/=+$/, '')}.x`;
  for (const [key, value] of Object.entries({ v_accessToken_v1: token, v_email_v1: 'a@b.example', ...stored }))
    localStorage.setItem(key, value);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T11:00:00Z'), toFake: ['Date', 'performance'] });
  fetched.mockImplementation(() => Promise.resolve(new Response('{}', { status: 500 })));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
  localStorage.clear();
  delete window.begunCalls;
});

const asked = () => fetched.mock.calls.map(([url]) => url.replace(/^.*\/api\//, '').replace(/\?.*/, ''));
const listQuery = {
  startDateTimeUtc: '2026-10-22T00:00:00.000',
  endDateTimeUtc: '2026-11-21T23:59:59.999',
  includeNewPayments: true,
  sort: 'createdAt,desc' as const,
  applicationId,
  page: 0,
  size: 10,
};

const capabilities = { ...listCapabilities, access: { kind: 'signed-in', effect: 'read' } } as const;

test('the first page, the merchant and the calls there are are asked for once, the rows first: the pages take up the calls already begun', async () => {
  stand();
  beginCalls();
  expect(asked()).toEqual(['payments', `merchants/${merchantId}`, 'capabilities']);
  const begun = fetched.mock.calls.map(([url, { headers }]) => [url, headers]);
  fetched.mockClear();
  await call(getMerchant, { params: { merchantId } }).catch(() => undefined);
  await call(listPayIns, { query: listQuery, applicationId }).catch(() => undefined);
  await call(capabilities, {}).catch(() => undefined);
  expect(asked()).toEqual([]);
  // And again, now by the pages themselves: to the letter the same.
  await call(listPayIns, { query: listQuery, applicationId }).catch(() => undefined);
  await call(getMerchant, { params: { merchantId } }).catch(() => undefined);
  await call(capabilities, {}).catch(() => undefined);
  expect(fetched.mock.calls.map(([url, { headers }]) => [url, headers])).toEqual(begun);
});

test('rows and page of the address go along; the application last used stands in for a missing one', async () => {
  stand({ path: '/payments/payin?page=3&rows=25', stored: { [`v_application_v1.${merchantId}`]: applicationId } });
  beginCalls();
  fetched.mockClear();
  await call(listPayIns, { query: { ...listQuery, page: 2, size: 25 }, applicationId }).catch(() => undefined);
  expect(asked()).toEqual([]);
});

test('an administrator’s call names the merchant that is open', async () => {
  const given = { merchantId: undefined, adminId: 'a', authorities: ['VOLUME_ADMIN_READ'] };
  stand({ given, stored: { v_merchantId_v1: merchantId, v_email_v1: '' } });
  beginCalls();
  fetched.mockClear();
  await call(listPayIns, { query: { ...listQuery, merchantId }, applicationId }).catch(() => undefined);
  expect(asked()).toEqual([]);
});

test('another token, application or address is asked for anew', async () => {
  stand();
  beginCalls();
  fetched.mockClear();
  await call(listPayIns, { query: listQuery }).catch(() => undefined);
  await call(listPayIns, { query: { ...listQuery, page: 1 }, applicationId }).catch(() => undefined);
  localStorage.setItem('v_accessToken_v1', 'another');
  await call(getMerchant, { params: { merchantId } }).catch(() => undefined);
  expect(asked()).toHaveLength(3);
});

test.each<[string, Parameters<typeof stand>[0], string[]]>([
  ['an expired token', { given: { exp: 1 } }, []],
  ['a token of another shape', { given: { jti: 1 } }, []],
  ['no email stored', { stored: { v_email_v1: '' } }, []],
  ['both claims', { given: { adminId: 'a' } }, []],
  ['neither claim', { given: { merchantId: undefined } }, []],
  [
    'an administrator without a merchant',
    { given: { merchantId: undefined, adminId: 'a', authorities: ['VOLUME_ADMIN'] } },
    [],
  ],
  [
    'an adminId without the authority',
    { given: { merchantId: undefined, adminId: 'a' }, stored: { v_merchantId_v1: merchantId } },
    [],
  ],
  ['a wrong setting', { block: { signUpEmail: 'nobody' } }, []],
  ['a missing setting', { block: { automationHookUrl: undefined } }, []],
  ['sign-in', { path: '/auth/signin' }, []],
  ['the administrators’ pages', { path: '/admin/payments' }, []],
  ['no authority for payments', { given: { authorities: ['EDIT_SETTINGS'] } }, ['merchants', 'capabilities']],
  ['an unknown application', { path: '/payments/payin' }, ['merchants', 'capabilities']],
  [
    'a filter in the address',
    { path: `/payments/payin?applicationId=${applicationId}&currencies=GBP` },
    ['merchants', 'capabilities'],
  ],
  ['another page', { path: '/balances/overview' }, ['merchants', 'capabilities']],
])('with %s nothing is asked that the page would not ask', (_, situation, expected) => {
  stand(situation);
  beginCalls();
  expect(asked().map((path) => path.split('/')[0])).toEqual(expected);
});

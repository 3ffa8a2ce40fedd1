import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { listApprovals } from '@volume/contract/approvals/approvals.ts';
import { countUnreadNotifications } from '@volume/contract/notifications/notifications.ts';
import { capabilitiesKey, writeCapabilities } from '#platform/calls/remembered-capabilities.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { payInSearch, toPayInQuery } from '#features/pay-ins/pay-in-filters.ts';
import { paramsOf } from '#lists/filters.ts';
import { call } from '#platform/provider-api.ts';
import { parseSearch } from '#platform/search-text.ts';
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

function openAddress({
  changedClaims = {},
  path = `/payments/payin?applicationId=${applicationId}`,
  stored = {},
  block = {},
} = {}) {
  history.replaceState(null, '', path);
  putSettings({ apiBaseUrl: 'http://localhost:4000/sandbox/', signUpPassword: 'secret', ...block });
  const token = `e30.${btoa(JSON.stringify({ ...claims, ...changedClaims })).replace(/=+$/, '')}.x`;
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

const sentPaths = () => fetched.mock.calls.map(([url]) => url.replace(/^.*\/api\//, '').replace(/\?.*/, ''));
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

test('requests the first page, the merchant and the capabilities once, the rows first, and the pages take these responses', async () => {
  openAddress();
  beginCalls();
  expect(sentPaths()).toEqual(['payments', `merchants/${merchantId}`, 'capabilities']);
  const begun = fetched.mock.calls.map(([url, { headers }]) => [url, headers]);
  fetched.mockClear();
  await call(getMerchant, { params: { merchantId } }).catch(() => undefined);
  await call(listPayIns, { query: listQuery, applicationId }).catch(() => undefined);
  await call(capabilities, {}).catch(() => undefined);
  expect(sentPaths()).toEqual([]);
  // The pages send exactly the same calls.
  await call(listPayIns, { query: listQuery, applicationId }).catch(() => undefined);
  await call(getMerchant, { params: { merchantId } }).catch(() => undefined);
  await call(capabilities, {}).catch(() => undefined);
  expect(fetched.mock.calls.map(([url, { headers }]) => [url, headers])).toEqual(begun);
});

/** The capabilities of the last visit, which this API gave to this build. */
function remember({ apiBaseUrl = 'http://localhost:4000/sandbox', commit = 'development' } = {}) {
  vi.stubGlobal('__COMMIT__', 'development');
  const calls = ['GET merchants/{}/start', 'GET merchants/{}/applications/{}/overview'];
  return { [capabilitiesKey]: writeCapabilities(calls, { apiBaseUrl, commit }) };
}

test('requests the whole start of a page with one call if the last visit has shown that this works, and the pages take the responses', async () => {
  openAddress({ path: '/balances', stored: remember() });
  const body = `${JSON.stringify({ call: 'capabilities', status: 200, body: ['GET capabilities'] })}\n${JSON.stringify({
    call: `merchants/${merchantId}`,
    status: 403,
    body: { statusCode: 403, statusName: 'FORBIDDEN', errorMessage: 'No.', traceId: 't', source: 'VOLUME' },
  })}\n${JSON.stringify({ call: `merchants/${merchantId}/notices/unread`, status: 200, body: { count: 2 } })}\n`;
  fetched.mockImplementation(() => Promise.resolve(new Response(body)));
  beginCalls();
  expect(fetched.mock.calls.map(([url]) => url.replace(/^.*\/api\//, ''))).toEqual([`merchants/${merchantId}/start`]);
  expect(await call(capabilities, {})).toEqual(['GET capabilities']);
  expect(await call(countUnreadNotifications, { params: { merchantId } })).toEqual({ count: 2 });
  const refused = await call(getMerchant, { params: { merchantId } }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 403, errorMessage: 'No.' });
  expect(sentPaths()).toEqual([`merchants/${merchantId}/start`]);
  // The line of this call has not arrived.
  const query = { state: ['WAITING'], page: 0, size: 1 } as const;
  await call(listApprovals, { params: { merchantId }, query: { ...query, state: [...query.state] } }).catch(
    () => undefined,
  );
  expect(sentPaths()).toEqual([`merchants/${merchantId}/start`, `merchants/${merchantId}/approvals`]);
});

test('requests the whole overview of the address', () => {
  openAddress({ path: `/?days=7&applicationId=${applicationId}`, stored: remember() });
  beginCalls();
  expect(fetched.mock.calls.map(([url]) => url.replace(/^.*\/api\//, ''))).toEqual([
    `merchants/${merchantId}/start`,
    `merchants/${merchantId}/applications/${applicationId}/overview?from=2026-11-14&to=2026-11-21&today=2026-11-21`,
  ]);
});

test.each([
  ['another API', { apiBaseUrl: 'https://pay.example' }],
  ['another build', { commit: 'another' }],
])('makes the calls themselves when the capabilities are remembered of %s', (_, source) => {
  openAddress({ path: `/?applicationId=${applicationId}`, stored: remember(source) });
  beginCalls();
  expect(sentPaths()).toEqual([`merchants/${merchantId}`, 'capabilities']);
});

test('sends the page and rows of the address, and the merchant’s first application when the address has none', async () => {
  openAddress({
    path: '/payments/payin?page=3&rows=25',
    stored: { [`v_application_v1.${merchantId}`]: applicationId },
  });
  beginCalls();
  fetched.mockClear();
  await call(listPayIns, { query: { ...listQuery, page: 2, size: 25 }, applicationId }).catch(() => undefined);
  expect(sentPaths()).toEqual([]);
});

const filtered = [
  'searchFilter=Ann%20%26%20co&from=2026-11-01',
  'from=2026-11-01&to=2026-11-03',
  'paymentStatuses=FAILED%2CNEW&currencies=GBP&paymentTypes=VOLUME&riskCategory=HIGH%2CLOW',
  'amountFrom=0&amountTo=12.50',
  'refundedFilter=REFUNDED&heldFilter=HELD&returnedFilter=RETURNED&reviewedFilter=REVIEWED&sampleFilter=HIDE',
  'institutionId=natwest&failureReason=DECLINED&failureHour=7&columns=status.amount',
  'sort=created-asc&rows=50&page=2&unknown=1&currencies=XXX',
];
test.each(filtered)('sends the call of the filtered list, which the page takes: %s', async (search) => {
  openAddress({ path: `/payments/payin?${search}&applicationId=${applicationId}` });
  const { askForRows } = beginCalls();
  const url = fetched.mock.calls[0]?.[0];
  fetched.mockClear();
  const query = toPayInQuery(payInSearch.read(parseSearch(window.location.search)), { today: '2026-11-21' });
  await call(listPayIns, { query, applicationId }).catch(() => undefined);
  expect(sentPaths()).toEqual([]);
  await call(listPayIns, { query, applicationId }).catch(() => undefined);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([url]);
  // The session has ended in the meantime.
  localStorage.removeItem('v_accessToken_v1');
  expect(askForRows?.()).toBeUndefined();
});

test('every filter of the list is in an address of the test above', () => {
  const given = new URLSearchParams(filtered.join('&'));
  const params = payInSearch.filters.flatMap((filter) => paramsOf(filter));
  expect(params.filter((param) => !given.has(param))).toEqual([]);
});

test('an administrator’s call names the merchant that is open', async () => {
  const changedClaims = { merchantId: undefined, adminId: 'a', authorities: ['VOLUME_ADMIN_READ'] };
  openAddress({ changedClaims, stored: { v_merchantId_v1: merchantId, v_email_v1: '' } });
  beginCalls();
  fetched.mockClear();
  await call(listPayIns, { query: { ...listQuery, merchantId }, applicationId }).catch(() => undefined);
  expect(sentPaths()).toEqual([]);
});

test('sends a call again for another token, application or address', async () => {
  openAddress();
  beginCalls();
  fetched.mockClear();
  await call(listPayIns, { query: { ...listQuery, applicationId: merchantId } }).catch(() => undefined);
  await call(listPayIns, { query: { ...listQuery, page: 1 }, applicationId }).catch(() => undefined);
  localStorage.setItem('v_accessToken_v1', 'another');
  await call(getMerchant, { params: { merchantId } }).catch(() => undefined);
  expect(sentPaths()).toHaveLength(3);
});

test.each<[string, Parameters<typeof openAddress>[0], string[]]>([
  ['an expired token', { changedClaims: { exp: 1 } }, []],
  ['a token of another shape', { changedClaims: { jti: 1 } }, []],
  ['no email stored', { stored: { v_email_v1: '' } }, []],
  ['both claims', { changedClaims: { adminId: 'a' } }, []],
  ['neither claim', { changedClaims: { merchantId: undefined } }, []],
  [
    'an administrator without a merchant',
    { changedClaims: { merchantId: undefined, adminId: 'a', authorities: ['VOLUME_ADMIN'] } },
    [],
  ],
  [
    'an adminId without the authority',
    { changedClaims: { merchantId: undefined, adminId: 'a' }, stored: { v_merchantId_v1: merchantId } },
    [],
  ],
  ['a wrong setting', { block: { signUpEmail: 'nobody' } }, []],
  ['a missing setting', { block: { automationHookUrl: undefined } }, []],
  ['sign-in', { path: '/auth/signin' }, []],
  ['the administrators’ pages', { path: '/admin/payments' }, []],
  ['no authority for payments', { changedClaims: { authorities: ['EDIT_SETTINGS'] } }, ['merchants', 'capabilities']],
  ['an unknown application', { path: '/payments/payin' }, ['merchants', 'capabilities']],
  ['another page', { path: '/balances/overview' }, ['merchants', 'capabilities']],
])('with %s, sends only the calls that the page itself would send', (_, situation, expected) => {
  openAddress(situation);
  beginCalls();
  expect(sentPaths().map((path) => path.split('/')[0])).toEqual(expected);
});

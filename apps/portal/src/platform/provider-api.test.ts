import { getMerchant, listMerchants } from '@volume/contract/merchants/merchants.ts';
import { getPayIn, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { listInstitutions } from '@volume/contract/institutions/institutions.ts';
import { listOptimusBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { disableUser } from '@volume/contract/users/users.ts';
import { renewSession, signIn, signOut } from '@volume/contract/session/session.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, KnownGenericError, ProviderApiError, ShapeError } from './errors.ts';
import { merchantQuery, selectApplication } from './merchant-query.ts';
import { call } from './provider-api.ts';
import { createQueryClient } from './query-client.ts';
import { isWorthRetrying } from '#platform/calls/retries.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { watchOtherTabs } from '#platform/session/own-tab.ts';
import { clearSession, type SessionChange, subscribeSession } from '#platform/session/session.ts';

const id = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
const application = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
const fetched = vi.fn<typeof fetch>();
const heard: SessionChange[] = [];
let stopListening: () => void;
let logged: { mock: { calls: unknown[][] } };

function answer(status: number, body?: unknown, headers: Record<string, string> = {}): void {
  fetched.mockImplementation(
    async () => new Response(body === undefined ? null : JSON.stringify(body), { status, headers }),
  );
}
function sent(): { url: string; method: string; headers: Record<string, string>; body: unknown } {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  const { method = '', headers, body } = init ?? {};
  return {
    url: String(url),
    method,
    headers: headers as Record<string, string>,
    body: body ? JSON.parse(String(body)) : undefined,
  };
}
const refusal = { statusCode: 401, statusName: 'UNAUTHORIZED', errorMessage: 'Sign in again', source: 'VOLUME' };
/** Writes like another tab, without notifying this one. */
function store(token: string): void {
  localStorage.setItem('v_email_v1', 'e');
  localStorage.setItem('v_accessToken_v1', token);
}
function tokenOf(userAccountId: string, jti = 'j'): string {
  const claims = { jti, iat: 1, sub: 's', iss: 'i', userAccountId, exp: 9e9, merchantId: 'm', authorities: [] };
  return `e30.${btoa(JSON.stringify(claims))}.x`;
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

beforeEach(() => {
  putSettings({ apiBaseUrl: 'http://localhost:4000/sandbox/' });
  vi.stubGlobal('fetch', fetched);
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
  localStorage.setItem('v_accessToken_v1', 'the-token');
  heard.length = 0;
  stopListening = subscribeSession((change) => heard.push(change));
});
afterEach(() => {
  stopListening();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockReset();
});

describe('every request (§7 Common; contract §1)', () => {
  test('sends caller, build, versioned media type and bearer token', async () => {
    answer(200, []);
    await call(listInstitutions, { applicationId: application });
    expect(sent()).toMatchObject({ url: 'http://localhost:4000/sandbox/api/institutions', method: 'GET' });
    expect(sent().headers).toEqual({
      accept: 'application/vnd.volume.v0.7+json',
      'x-caller-type': 'merchant_portal',
      'x-caller-version': 'test',
      'x-application-id': application,
      authorization: 'Bearer the-token',
    });
  });
  test('omits an empty bearer token', async () => {
    localStorage.clear();
    answer(200, { otpRequestId: 'x' });
    await call(signIn, { body: { email: 'e', password: 'p' } });
    expect(sent().headers).not.toHaveProperty('authorization');
  });
  test("puts ids into the path and the query into the URL, with the endpoint's own version", async () => {
    answer(404, { ...refusal, statusCode: 404 });
    await failure(call(getPayIn, { params: { paymentId: 'a/b?c' } }));
    expect(sent().url).toBe('http://localhost:4000/sandbox/api/payments/a%2Fb%3Fc');
    await failure(
      call(listPayIns, {
        query: { page: 0, size: 10, paymentStatuses: ['NEW', 'FAILED'], minAmount: 1250, globalSearch: 'a b' },
      }),
    );
    const url = new URL(sent().url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      page: '0',
      size: '10',
      paymentStatuses: 'NEW,FAILED',
      minAmount: '12.5',
      globalSearch: 'a b',
    });
    expect(sent().headers['accept']).toBe('application/vnd.volume.v0.8+json');
  });
  test('sends the content type of its body', async () => {
    answer(200, { otpRequestId: 'x' });
    await expect(call(signIn, { body: { email: 'e', password: 'p' } })).resolves.toEqual({ otpRequestId: 'x' });
    expect(sent()).toMatchObject({ method: 'POST', body: { email: 'e', password: 'p' } });
    expect(sent().headers).toMatchObject({ 'content-type': 'application/vnd.volume.v0.7+json' });
    expect(sent().headers).not.toHaveProperty('authorization');
  });
  test('returns undefined for an empty response to a write, whatever its declared shape', async () => {
    answer(204);
    await expect(call(signOut)).resolves.toBeUndefined();
    answer(200);
    await expect(call(disableUser, { params: { userId: id } })).resolves.toBeUndefined();
    expect(await failure(call(listInstitutions))).toBeInstanceOf(ShapeError);
  });
});

describe('a failed request (§8)', () => {
  test('is 500 Internal Error without network', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await failure(call(listInstitutions));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 500,
      statusText: 'Internal Error',
      endpoint: 'institutions',
      method: 'GET',
      isNetworkFailure: true,
    });
  });
  test('remains an abort when it was aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    fetched.mockRejectedValue(new DOMException('gone', 'AbortError'));
    expect(await failure(call(listInstitutions, { signal: controller.signal }))).toMatchObject({ name: 'AbortError' });
  });
  test('times out after 30 seconds and is not retried automatically', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))),
        ),
    );
    let error: unknown;
    void failure(call(listInstitutions)).then((given) => (error = given));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(error).toMatchObject({ status: 500, statusText: 'Internal Error', isNetworkFailure: true });
    expect(isWorthRetrying(error)).toBe(false);
  });
  test('counts as a network failure when the response breaks off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    fetched.mockResolvedValue(new Response(body));
    const error = await failure(call(listInstitutions));
    expect(error).toMatchObject({ statusText: 'Internal Error', isNetworkFailure: true });
    expect(isWorthRetrying(error)).toBe(true);
  });
  test('reports how long to wait', async () => {
    answer(429, { ...refusal, statusCode: 429 }, { 'retry-after': '17' });
    expect(await failure(call(signIn, { body: { email: 'e', password: 'p' } }))).toMatchObject({
      status: 429,
      retryAfter: 17,
    });
  });
  test.each([[{ not: 'a list' }], [null], ['text'], ['']])(
    'reports the response %j with an invalid shape',
    async (body) => {
      answer(200, body);
      for (const [asked, message] of [
        [() => call(listPayIns, { query: { page: 0, size: 1 } }), 'Failed to fetch payments'],
        [() => call(getMerchant, { params: { merchantId: id } }), 'Failed to fetch merchant details'],
        [
          () => call(listOptimusBeneficiaries, { params: { customerId: 'c' } }),
          'Failed to fetch optimus beneficiaries',
        ],
        [() => call(getPayIn, { params: { paymentId: id } }), 'Failed to fetch data'],
      ] as const) {
        const error = await failure(asked());
        expect(error).toBeInstanceOf(ShapeError);
        expect(error).toMatchObject({ message });
      }
    },
  );
  test('logs its status and body', async () => {
    answer(418, { reason: 'no coffee here' });
    await failure(call(listInstitutions));
    expect(logged.mock.calls[0]?.slice(1)).toEqual(['GET institutions answered 418', '{"reason":"no coffee here"}']);
  });
  test('logs no token echoed by a response', async () => {
    answer(500, { echoed: 'x'.repeat(60) });
    await failure(call(listInstitutions));
    expect(JSON.stringify(logged.mock.calls)).not.toContain('xxxx');
  });
});

describe('401 (§8; contract §9 Errors)', () => {
  test('ends the session once for ten requests', async () => {
    answer(401, refusal);
    const errors = await Promise.all(Array.from({ length: 10 }, () => failure(call(listInstitutions))));
    expect(errors.every((error) => error instanceof ProviderApiError)).toBe(true);
    expect(heard).toEqual([{ kind: 'signed-out', keepAddress: true }]);
    expect(localStorage.length).toBe(0);
  });
  test.each<[string, () => Promise<unknown>]>([
    ['sign-in, whose 401 is an expected response', () => call(signIn, { body: { email: 'e', password: 'p' } })],
    ['the merchants list, whose 401 its caller handles', () => call(listMerchants, { unauthorised: 'answer' })],
    ['a renewal', () => call(renewSession, { unauthorised: 'answer' })],
  ])('does not end the session on %s', async (_, make) => {
    answer(401, refusal);
    await failure(make());
    expect(heard).toEqual([]);
    expect(localStorage.getItem('v_accessToken_v1')).toBe('the-token');
  });
});

describe('merchant (§4 Caching, §8 Merchant details)', () => {
  test.each([401, 403])('signs out without a return address on %d', async (status) => {
    answer(status, { ...refusal, statusCode: status });
    await failure(createQueryClient().fetchQuery(merchantQuery(id)));
    expect(heard).toEqual([{ kind: 'signed-out', keepAddress: false }]);
  });
  test.each([
    ['another failure', 404, { ...refusal, statusCode: 404 }],
    ['an invalid shape', 200, { merchantId: id }],
  ])('is ‘Failed to fetch merchant details’ on %s', async (_, status, body) => {
    answer(status, body);
    expect(await failure(createQueryClient().fetchQuery(merchantQuery(id)))).toMatchObject({
      message: 'Failed to fetch merchant details',
    });
    expect(heard).toEqual([]);
  });
  test('is cached indefinitely and refetched on focus', () => {
    expect(merchantQuery(id)).toMatchObject({ staleTime: Infinity, gcTime: Infinity, refetchOnWindowFocus: 'always' });
  });
  test('selects the application of the address, otherwise the first, otherwise throws the known error', () => {
    const applications = [{ applicationId: 'a' }, { applicationId: 'b' }];
    const merchant = { applications } as Parameters<typeof selectApplication>[0];
    expect(selectApplication(merchant, 'b')).toBe(applications[1]);
    expect(selectApplication(merchant, 'unknown')).toBe(applications[0]);
    expect(selectApplication(merchant)).toBe(applications[0]);
    expect(() => selectApplication({ ...merchant, applications: [] })).toThrow(
      new KnownGenericError('Invalid application configuration'),
    );
  });
});

test('refuses writes after another tab changed the signed-in user', async () => {
  const stop = watchOtherTabs();
  answer(204);
  await call(signOut);
  store(tokenOf('u'));
  expect(await failure(call(signOut))).toBeInstanceOf(KnownGenericError);
  expect(fetched).toHaveBeenCalledTimes(1);
  answer(200, []);
  await call(listInstitutions);
  stop();
});

describe("a page that has not been notified of another tab's changes, as when it returns from the back-forward cache", () => {
  let stop: () => void;
  beforeEach(() => {
    store(tokenOf('u'));
    stop = watchOtherTabs();
    return () => stop();
  });
  test('sends nothing after the session has ended: that is a 401 without a request', async () => {
    localStorage.clear();
    answer(200, []);
    expect(await failure(call(listInstitutions))).toMatchObject({ status: 401, isNetworkFailure: false });
    expect(await failure(createQueryClient().fetchQuery(merchantQuery(id)))).toMatchObject({ status: 401 });
    expect(fetched).not.toHaveBeenCalled();
  });
  test("sends nothing with another user's token, whose session a refusal would end", async () => {
    store(tokenOf('somebody else'));
    answer(403, { ...refusal, statusCode: 403 });
    await failure(createQueryClient().fetchQuery(merchantQuery(id)));
    expect(localStorage.getItem('v_accessToken_v1')).toBe(tokenOf('somebody else'));
    expect(heard).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });
  test('continues with a renewed token of the same user', async () => {
    store(tokenOf('u', 'renewed'));
    answer(200, []);
    await call(listInstitutions);
    expect(sent().headers['authorization']).toBe(`Bearer ${tokenOf('u', 'renewed')}`);
  });
});

test('sends nothing from the remaining page after this tab has signed out', async () => {
  const stop = watchOtherTabs();
  clearSession();
  answer(200, []);
  await failure(call(listInstitutions));
  expect(fetched).not.toHaveBeenCalled();
  stop();
});

test('requests the merchant by its id', async () => {
  answer(404, '');
  await failure(call(getMerchant, { params: { merchantId: id } }));
  expect(sent().url).toBe(`http://localhost:4000/sandbox/api/merchants/${id}`);
});

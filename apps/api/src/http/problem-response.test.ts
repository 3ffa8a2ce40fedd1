import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { errorCodes } from '@volume/contract/error-codes.ts';
import { mediaType } from '@volume/contract/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { exampleBody } from '#docs/example-body.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const problemType = 'application/problem+json';
let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { allowedOrigins: ['https://portal.example'] } });
});
afterAll(() => database.close());

const ask = async (path: string, accept: string, init: RequestInit = {}) => {
  const headers = { accept, ...(init.headers as Record<string, string>) };
  const response = await app.app.request(path, { ...init, headers });
  const type = response.headers.get('content-type');
  return { status: response.status, type, headers: response.headers, body: (await response.json()) as object };
};

test('a refusal is a problem of RFC 9457 for a caller that accepts it, with everything that the usual form contains', async () => {
  const token = await signInAs(app, 'merchantadmin');
  const call = { params: { paymentId: ids.nobody }, body: exampleBody(startRefund), token };
  const usual = (await app.call(startRefund, call)).problem();
  const { statusCode, errorMessage, traceId: _, ...rest } = usual;
  const { headers, text } = await app.call(startRefund, { ...call, headers: { accept: problemType } });
  expect(headers.get('content-type')).toBe(problemType);
  expect(JSON.parse(text)).toEqual({
    type: '/sandbox/docs/guides/errors#IDEMPOTENCY_KEY_REQUIRED',
    title: errorCodes.IDEMPOTENCY_KEY_REQUIRED[1],
    status: statusCode,
    detail: errorMessage,
    traceId: headers.get('x-trace-id'),
    ...rest,
  });
});

test.each([
  ['a call without a token', '/sandbox/api/accounts/self', {}, 'UNAUTHORIZED'],
  ['an unknown call', '/sandbox/api/nothing', {}, 'NOT_FOUND'],
  ['an unknown address', '/nothing', {}, 'NOT_FOUND'],
  ['another method', '/sandbox/api/accounts/self', { method: 'DELETE' }, 'METHOD_NOT_ALLOWED'],
  ['a body that is no JSON', '/sandbox/api/accounts/sign-in', { method: 'POST', body: 'x' }, 'UNSUPPORTED_MEDIA_TYPE'],
])('%s is refused in either form', async (_, path, init, code) => {
  const problem = await ask(path, `application/json, ${problemType};q=0.5`, init);
  expect([problem.type, problem.headers.get('vary')]).toEqual([problemType, expect.stringContaining('Accept')]);
  expect(problem.body).toMatchObject({ code, type: expect.stringContaining(`#${code}`), status: problem.status });
  for (const accept of ['*/*', 'application/json', `${problemType};q=0`, mediaType('v0.7')]) {
    const { type, body, headers } = await ask(path, accept, init);
    expect([accept, type, headers.get('vary')]).toEqual([
      accept,
      'application/json',
      expect.stringContaining('Accept'),
    ]);
    expect(body).toMatchObject({ code, statusCode: problem.status, errorMessage: expect.any(String) });
  }
});

test('a rate limit is refused in either form, and keeps Retry-After', async () => {
  const limited = createTestApp(database, { settings: { signInsPerMinute: 1 } });
  const body = JSON.stringify({ email: 'nobody@test.example', password: 'wrong' });
  const init = (accept: string) => ({ method: 'POST', body, headers: { accept, 'content-type': 'application/json' } });
  const signIn = (accept: string) => limited.app.request('/sandbox/api/accounts/sign-in', init(accept));
  await signIn('*/*');
  for (const [accept, type] of [
    [problemType, problemType],
    ['*/*', 'application/json'],
  ] as const) {
    const refused = await signIn(accept);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, type]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
});

test('a page of another origin can read both forms, and caches store them separately', async () => {
  const { headers } = await ask('/sandbox/api/accounts/self', problemType, {
    headers: { origin: 'https://portal.example' },
  });
  expect(headers.get('access-control-allow-origin')).toBe('https://portal.example');
  expect(headers.get('vary')?.toLowerCase().split(/, */).toSorted()).toEqual(['accept', 'origin']);
});

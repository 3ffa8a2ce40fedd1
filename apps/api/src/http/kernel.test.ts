import { endpoint } from '@volume/contract/endpoint.ts';
import { listInstitutions } from '@volume/contract/institutions/institutions.ts';
import { listMerchants } from '@volume/contract/merchants/merchants.ts';
import { getSelf, signIn, signOut } from '@volume/contract/session/session.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Database } from '#database/database.ts';
import { compression } from '#node/compression.ts';
import { handle, handlePublic } from '#core/handler.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(() => {
  app = createTestApp(database, { parts: { compression } });
});
afterEach(() => database.run('DELETE FROM throttle_counters'));

const readAnything = endpoint({
  name: 'readAnything',
  summary: 'Anything',
  origin: 'ours',
  method: 'GET',
  path: 'anything',
  access: { kind: 'signed-in', effect: 'read' },
  response: z.object({ word: z.string() }),
});
const answered = handle(readAnything, async () => ({ word: 'yes' }));

describe('the app refuses to start', () => {
  const start = (handlers: Parameters<typeof createTestApp>[1]) => () => createTestApp(database, handlers);
  const endpoints = { readAnything };

  test('when an endpoint has no handler, or two', () => {
    expect(start({ parts: { endpoints, handlers: [answered] } })).not.toThrow();
    expect(start({ parts: { endpoints, handlers: [] } })).toThrow(/readAnything has 0 handlers/);
    expect(start({ parts: { endpoints, handlers: [answered, answered] } })).toThrow(/readAnything has 2 handlers/);
  });

  test('when an endpoint has no access rule', () => {
    const open = { ...readAnything, access: undefined } as never;
    expect(start({ parts: { endpoints: { open }, handlers: [handle(open, async () => undefined as never)] } })).toThrow(
      /no access rule/,
    );
  });

  test('when a public handler serves an endpoint that needs a session', () => {
    const handlers = [handlePublic(readAnything, async () => ({ word: 'yes' }))];
    expect(start({ parts: { endpoints, handlers } })).toThrow(/does not fit its access rule 'signed-in'/);
  });
});

describe('every response', () => {
  const paths = [
    '/',
    '/health/live',
    '/metrics',
    '/sandbox/docs',
    '/sandbox/api/merchants',
    '/sandbox/api/nothing',
    '/assets/x.js',
  ];
  test.each(paths)('at %s has the security headers and a trace id', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { headers } = await app.app.request(path, { method });
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-trace-id')).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  test('of the API is never cached', async () => {
    const token = await signInAs(app, 'viewer');
    for (const answer of [
      await app.call(getSelf, { token }),
      await app.call(getSelf),
      await app.call(listMerchants, { token }),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('with an error has the complete payload, with the trace id of its header', async () => {
    const answer = await app.call(getSelf);
    expect(answer.problem()).toEqual({
      statusCode: 401,
      statusName: 'UNAUTHORIZED',
      errorMessage: expect.any(String),
      traceId: answer.headers.get('x-trace-id'),
      source: 'VOLUME',
      code: 'UNAUTHORIZED',
    });
  });

  test('has the vendor media type, or plain JSON when the caller asks for it', async () => {
    const token = await signInAs(app, 'viewer');
    const typeFor = async (accept: string) =>
      (await app.call(listInstitutions, { token, headers: { accept } })).headers.get('content-type');
    expect(await typeFor('application/vnd.volume.v0.7+json')).toBe('application/vnd.volume.v0.7+json');
    expect(await typeFor('*/*')).toBe('application/vnd.volume.v0.7+json');
    expect(await typeFor('application/json')).toBe('application/json');
  });
});

test('compresses a long response when the caller accepts it, with the same content', async () => {
  const token = await signInAs(app, 'admin');
  const plain = await app.call(listMerchants, { token });
  const packed = await app.app.request('/sandbox/api/merchants', {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
  });
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  const text = await new Response(packed.body!.pipeThrough(new DecompressionStream('gzip'))).text();
  expect(JSON.parse(text)).toEqual(JSON.parse(plain.text));
});

test.each([
  ['gzip;q=0', null],
  ['gzip; Q=0.0, br', null],
  ['*;q=0', null],
  ['br, gzip;q=0.5', 'gzip'],
  ['*', 'gzip'],
])('accept-encoding “%s” gives content-encoding %s', async (accepted, encoding) => {
  const headers = { authorization: `Bearer ${await signInAs(app, 'admin')}`, 'accept-encoding': accepted };
  const answer = await app.app.request('/sandbox/api/merchants', { headers });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
});

test('an unknown path is 404, a known path with another method 405 with the allowed ones', async () => {
  const unknown = await app.app.request('/sandbox/api/nothing');
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { statusName: 'NOT_FOUND', source: 'VOLUME' }]);
  const wrong = await app.app.request('/sandbox/api/merchants', { method: 'PUT' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  expect(await wrong.json()).toMatchObject({ statusName: 'METHOD_NOT_ALLOWED' });
});

test('allowed origins can call with our headers, others get no permission', async () => {
  const preflight = (origin: string) =>
    app.app.request('/sandbox/api/merchants', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-caller-type' },
    });
  const allowed = await preflight('https://portal.example.com');
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://portal.example.com');
  for (const name of [
    'authorization',
    'x-caller-type',
    'x-caller-version',
    'x-application-id',
    'idempotency-key',
    'x-step-up',
    'traceparent',
  ]) {
    expect(allowed.headers.get('access-control-allow-headers')).toContain(name);
  }
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const refused = await app.call(getSelf, { headers: { origin: 'https://portal.example.com' } });
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://portal.example.com');
  expect(refused.headers.get('access-control-expose-headers')).toMatch(/retry-after/i);
  // The name of an exported file.
  expect(refused.headers.get('access-control-expose-headers')).toMatch(/content-disposition/i);
});

test('a token above the rate limit gets 429 with the time to wait, others do not', async () => {
  app = createTestApp(database, { settings: { callsPerSecond: 5 } });
  const [token, other] = [await signInAs(app, 'viewer'), await signInAs(app, 'editor')];
  const statusOf = async (by: string) => (await app.call(getSelf, { token: by })).status;
  for (let count = 0; count < 5; count++) expect(await statusOf(token)).toBe(200);
  const refused = await app.call(getSelf, { token });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await statusOf(other)).toBe(200);
  app.pass({ seconds: 1 });
  expect(await statusOf(token)).toBe(200);
});

test('an internal error returns no details, and is logged with its trace id', async () => {
  const broken = handle(readAnything, async () => {
    throw new Error('relation "accounts" at 10.0.0.7 fell over');
  });
  app = createTestApp(database, {
    parts: { endpoints: { readAnything, signIn }, handlers: [broken, await signInHandler()] },
  });
  const answer = await app.call(readAnything, { token: await signInAs(app, 'viewer') });
  expect([answer.status, answer.problem().statusName]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
  expect(answer.text).not.toMatch(/relation|10\.0\.0\.7/);
  const line = app.logLines.find((entry) => entry.includes(answer.problem().traceId!));
  expect(JSON.parse(line!)).toMatchObject({
    route: '/sandbox/api/anything',
    status: 500,
    error: expect.stringContaining('fell over'),
  });
});

async function signInHandler() {
  return (await import('#session/sign-in.ts')).signIn;
}

test('parameters of statements are not logged', async () => {
  const broken = handle(readAnything, async ({ services }) => {
    const keep = () => services.database.query('INSERT INTO server_secrets (name, value) VALUES ($1, $1)', ['hunter2']);
    await keep();
    await keep();
    return { word: 'kept twice' };
  });
  app = createTestApp(database, {
    parts: { endpoints: { readAnything, signIn }, handlers: [broken, await signInHandler()] },
  });
  await app.call(readAnything, { token: await signInAs(app, 'viewer') });
  expect(app.logLines.at(-1)).toContain('duplicate key');
  expect(app.logLines.join('')).not.toContain('hunter2');
});

test('a response that does not match its schema is 500 and not sent', async () => {
  const wrong = handle(readAnything, async () => ({ word: 7 }) as never);
  app = createTestApp(database, {
    parts: { endpoints: { readAnything, signIn }, handlers: [wrong, await signInHandler()] },
  });
  expect((await app.call(readAnything, { token: await signInAs(app, 'viewer') })).status).toBe(500);
});

const lost: Record<string, () => Promise<never>> = {
  'refuses the connection': () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
  'is on a machine that is gone': () =>
    Promise.reject(Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' })),
  'has no space left on its disk': () =>
    Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' })),
  'shuts down': () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
  'has become a standby': () => Promise.reject(Object.assign(new Error('read-only'), { code: '25006' })),
  'is behind an error of another library': () =>
    Promise.reject(new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })),
  'never answers': () => new Promise<never>(() => undefined),
};
test.each(Object.keys(lost))('a database that %s gives a clear 503 soon', async (kind) => {
  const stopped: Database = { ...database, query: lost[kind]!, transaction: lost[kind]! };
  app = createTestApp(stopped, { parts: { giveUpAfter: 50 } });
  const answer = await app.call(signIn, { body: { email: emailOf('viewer'), password } });
  expect([answer.status, answer.problem().statusName]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(answer.headers.get('retry-after')).not.toBeNull();
});

test('the liveness check works without the database, the readiness check only with it', async () => {
  const stopped: Database = { ...database, query: lost['shuts down']! };
  const ill = createTestApp(stopped);
  expect((await ill.app.request('/health/live')).status).toBe(200);
  expect((await ill.app.request('/health/ready')).status).toBe(503);
  expect((await app.app.request('/health/ready')).status).toBe(200);
});

test('metrics are labelled by pattern, never by id', async () => {
  await app.app.request('/sandbox/api/merchants/01900000-0000-7000-8000-000000000001');
  await app.app.request('/wp-login.php');
  const text = await (await app.app.request('/metrics')).text();
  expect(text).toContain('http_requests_total{method="GET",route="/sandbox/api/merchants/:merchantId",status="401"} 1');
  expect(text).toContain(
    'http_request_duration_seconds_bucket{method="GET",route="/sandbox/api/merchants/:merchantId",le="+Inf"} 1',
  );
  expect(text).not.toMatch(/01900000|wp-login/);
});

test('logs one line per request with caller and reason and no secret', async () => {
  const token = await signInAs(app, 'viewer');
  await app.call(getSelf, { token, query: 'token=secret-of-a-link' });
  const line = JSON.parse(app.logLines.at(-1)!) as Record<string, unknown>;
  expect(line).toMatchObject({
    method: 'GET',
    route: '/sandbox/api/accounts/self',
    status: 200,
    ms: expect.any(Number),
  });
  expect(line).toHaveProperty('userAccountId');
  expect(line).toHaveProperty('merchantId');
  expect(app.logLines).toHaveLength(2);
  expect(app.logLines.join('\n')).not.toMatch(new RegExp(`${password}|${token}|secret-of-a-link`));
});

test('a session that ends while the body of its call arrives slowly changes nothing', async () => {
  const changed: string[] = [];
  const change = endpoint({
    ...readAnything,
    method: 'POST',
    access: { kind: 'signed-in', effect: 'write' },
    body: z.object({ word: z.string() }),
  });
  const handler = handle(change, async ({ body }) => {
    changed.push(body.word);
    return body;
  });
  const { app: own } = createTestApp(database, { parts: { endpoints: { change }, handlers: [handler] } });
  const token = await signInAs(app, 'admin');
  const post = (leave: () => Promise<unknown>) => {
    // Read only once the caller is known.
    const pull = async (controller: ReadableStreamDefaultController) => {
      await leave();
      controller.enqueue(new TextEncoder().encode('{"word":"yes"}'));
      controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return own.request('/sandbox/api/anything', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  };
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now');
  const wait = () => clock.mockImplementation(() => now() + 2_000);
  expect((await post(async () => wait())).status).toBe(200);
  clock.mockImplementation(now);
  const late = await post(async () => {
    expect((await app.call(signOut, { token })).status).toBeLessThan(300);
    wait();
  });
  clock.mockRestore();
  expect([late.status, changed]).toEqual([401, ['yes']]);
});

import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { signIn } from '@volume/contract/session/session.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { readRenderer } from '#node/portal/read-renderer.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, password } from '#testing/seed-people.ts';
import { exampleBody } from './example-body.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());

interface Response {
  description?: string;
  content?: Record<string, unknown>;
}
interface Operation {
  tags: string[];
  operationId: string;
  responses: Record<string, Response & { $ref?: string }>;
  requestBody?: unknown;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
}
interface OpenApi {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, Record<string, unknown>>; responses: Record<string, Response> };
}
const nameIn = (reference = ''): string => reference.split('/').at(-1) ?? '';
const readOpenApi = async () => (await (await app.app.request('/sandbox/docs/openapi.json')).json()) as OpenApi;

test('the OpenAPI document has every endpoint of the contract with its response', async () => {
  const document = await readOpenApi();
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: 'http://localhost/sandbox/api' }]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  const list = document.paths['/payments']!['get']!;
  expect(Object.keys(list.responses['200']!.content!)).toContain('application/vnd.volume.v0.8+json');
  expect(list.responses).toHaveProperty('401');
  expect(document.paths['/accounts/sign-in']!['post']!.security).toEqual([]);
});

test('every endpoint with a search lists the error for a short term', async () => {
  const { paths, components } = await readOpenApi();
  const searched = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((each) => {
      const body = components.schemas[`${each.operationId.charAt(0).toUpperCase()}${each.operationId.slice(1)}Body`];
      return JSON.stringify([each.parameters, each.requestBody, body]).includes('globalSearch');
    });
  expect(searched.length).toBeGreaterThan(5);
  for (const { operationId, responses } of searched)
    expect([operationId, components.responses[nameIn(responses['400']?.$ref)]?.description]).toEqual([
      operationId,
      expect.stringContaining('SEARCH_TOO_SHORT'),
    ]);
});

test('amounts and times are documented in wire format', async () => {
  const text = await (await app.app.request('/sandbox/docs/openapi.json')).text();
  expect(text).toContain('"paymentRequest"');
  expect(text).not.toContain('"$schema"');
});

test('documents required headers, the sandbox credentials, and the format of lists', async () => {
  const { paths } = await readOpenApi();
  const headersOf = (path: string) =>
    paths[path]!['post']!.parameters.filter((parameter) => parameter.in === 'header' && parameter.required).map(
      ({ name }) => name,
    );
  expect(headersOf('/payments/{paymentId}/refunds')).toEqual(['idempotency-key']);
  expect(headersOf('/accounts/self/password')).toEqual(['x-step-up']);
  expect(paths['/merchants/create-with-non-virtual-pay-in-account/sandbox']!['post']!.security).toEqual([
    { basic: [] },
  ]);
  const query = paths['/payments']!['get']!.parameters;
  expect(query.find(({ name }) => name === 'currencies')).toMatchObject({
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { enum: ['EUR', 'GBP'] } },
  });
  expect(query.find(({ name }) => name === 'page')).toMatchObject({ schema: { type: 'integer', default: 0 } });
});

test('a file has its media types instead of any, so that a client knows what arrives', async () => {
  const { paths } = await readOpenApi();
  const statement =
    '/merchants/{merchantId}/applications/{applicationId}/payin-accounts/{payInAccountId}/statement/file';
  expect(Object.keys(paths[statement]!['get']!.responses['200']!.content!)).toEqual([
    'application/xml',
    'text/plain',
    'application/x-ofx',
    'text/csv',
  ]);
  const types = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {})));
  expect(types).not.toContain('*/*');
});

test('the body of every example is accepted by its endpoint', () => {
  const wrong = Object.values<AnyEndpoint>(endpoints)
    .filter(({ body }) => body !== undefined)
    .filter((endpoint) => endpoint.body?.safeParse(exampleBody(endpoint)).success !== true);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('webhooks are documented with their fields', async () => {
  const { webhooks, components } = await readOpenApi();
  expect(Object.keys(webhooks)).toEqual(['payment', 'refund', 'payout']);
  for (const name of ['PaymentWebhook', 'RefundWebhook', 'PayoutWebhook'])
    expect(JSON.stringify(webhooks)).toContain(`#/components/schemas/${name}"`);
  const fieldsOf = (name: string) => JSON.stringify(components.schemas[name]);
  expect(fieldsOf('PayoutWebhook')).toContain('payoutStatusDescription');
  expect(fieldsOf('RefundWebhook')).toContain('refundWebhookDeliveryAttempt');
  expect(fieldsOf('PaymentWebhook')).toContain('isExternal');
});

test('shapes have names, every reference resolves, and the document stays small', async () => {
  const text = await (await app.app.request('/sandbox/docs/openapi.json')).text();
  const { paths, components } = JSON.parse(text) as OpenApi;
  const schemaOf = (path: string) => JSON.stringify(paths[path]!['get']!.responses['200']!.content);
  expect(schemaOf('/payments')).toContain('"#/components/schemas/PaymentPage"');
  expect(components.schemas['PaymentPage']).toMatchObject({
    properties: { content: { items: { $ref: '#/components/schemas/Payment' } } },
  });
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Payment', 'Refund', 'Payout', 'PaymentIntent', 'Merchant', 'ProviderError']),
  );
  const parts = components as unknown as Record<string, Record<string, unknown>>;
  const missing = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].filter(
    ([, kind = '', name = '']) => parts[kind]?.[name] === undefined,
  );
  expect(missing.map(([reference]) => reference)).toEqual([]);
  expect(text).not.toContain('$defs');
  // With every shape in every place it has 1.9 MB.
  expect(text.length).toBeLessThan(1_300_000);
});

test("uses the server's public address when it is known", async () => {
  const publicUrl = 'https://api.example.com';
  const behindProxy = createTestApp(database, { settings: { publicUrl } });
  const document = (await (await behindProxy.app.request('/sandbox/docs/openapi.json')).json()) as OpenApi;
  expect(document.servers).toEqual([{ url: `${publicUrl}/sandbox/api` }]);
  expect(await (await behindProxy.app.request('/sandbox/docs')).text()).not.toContain('http://localhost');
});

test('the OpenAPI document is valid by the schema of OpenAPI 3.1, and one with an error is not', async () => {
  const document = await readOpenApi();
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  const { paths, ...pathless } = document;
  const faulty = { ...pathless, paths: { ...paths, '/x': { get: { parameters: [{ name: 'x' }] } } } };
  expect(await new Validator().validate({ ...faulty })).toMatchObject({ valid: false });
});

test("endpoints for keys come first, with both key headers and without the portal's headers", async () => {
  const document = await readOpenApi();
  expect(document.tags.slice(0, 2).map(({ name }) => name)).toEqual(['Calls by key', 'Webhooks']);
  const byKey = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === 'Calls by key')
      .map(([method, { security, parameters }]) => {
        expect(security).toContainEqual({ applicationId: [], applicationSecret: [] });
        expect(parameters.map(({ name }) => name)).not.toContain('x-caller-type');
        return `${method.toUpperCase()} ${path}`;
      }),
  );
  expect(byKey.toSorted()).toEqual([
    'DELETE /merchants/{merchantId}/applications/{applicationId}/keys/{keyId}',
    'GET /keys/self',
    'GET /merchants/{merchantId}/application/{applicationId}/outbound-payments',
    'GET /merchants/{merchantId}/application/{applicationId}/outbound-payments/{payoutPaymentId}',
    'GET /merchants/{merchantId}/applications/{applicationId}/events',
    'GET /merchants/{merchantId}/applications/{applicationId}/payin-accounts-with-aggregated-balances',
    'GET /merchants/{merchantId}/applications/{applicationId}/webhook-endpoints/{endpointId}/replays/{replayId}',
    'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages',
    'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages/replay',
    'GET /merchants/{merchantId}/applications/{applicationId}/webhook-messages/sample',
    'GET /paymentintents/{paymentIntentId}',
    'GET /payments',
    'GET /payments/status',
    'GET /payments/{paymentId}',
    'POST /merchants/{merchantId}/applications/{applicationId}/payouts',
    'POST /merchants/{merchantId}/applications/{applicationId}/scenarios',
    'POST /merchants/{merchantId}/applications/{applicationId}/webhook-endpoints/{endpointId}/replays',
    'POST /paymentintents/link',
    'POST /paymentintents/{paymentIntentId}/cancel',
    'POST /payments/{paymentId}/refunds',
  ]);
});

test('the reference loads its renderer only from this server, under a strict policy, also in a deployment', async () => {
  const renderer = await readRenderer();
  const settings = { isLocal: false, publicUrl: 'https://api.example.com', provider: 'NONE' as const };
  const { app: deployed } = createTestApp(database, { settings, parts: { renderer } });
  const answer = await deployed.request('/sandbox/docs');
  const page = await answer.text();
  expect([...page.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    `/sandbox/docs/renderer-${renderer.hash}.js`,
  ]);
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  for (const path of ['/sandbox/docs/guides/testing', '/sandbox/docs/openapi.json']) {
    expect((await deployed.request(path)).status).toBe(200);
  }
});

test('the renderer is cached forever, compressed, and contains no external picture', async () => {
  const renderer = await readRenderer();
  const { app: own } = createTestApp(database, { parts: { renderer } });
  const read = async (accepted: string) =>
    own.request(`/sandbox/docs/renderer-${renderer.hash}.js`, { headers: { 'accept-encoding': accepted } });
  const [plain, br, zipped] = await Promise.all(['', 'gzip, br', 'gzip'].map(read));
  const text = await plain!.text();
  expect(text).not.toContain('cdn.redoc.ly');
  expect(plain!.headers.get('cache-control')).toContain('immutable');
  expect([br!.headers.get('content-encoding'), zipped!.headers.get('content-encoding')]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(await br!.arrayBuffer()).toString()).toBe(text);
  expect(gunzipSync(await zipped!.arrayBuffer()).toString()).toBe(text);
});

test('the document is compressed for callers that accept it, with the same content', async () => {
  const zipped = await app.app.request('/sandbox/docs/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  const document: unknown = JSON.parse(gunzipSync(await zipped.arrayBuffer()).toString());
  expect(document).toEqual(await readOpenApi());
});

test('without the renderer the page links to the document and the guides, and runs no script', async () => {
  const page = await (await app.app.request('/sandbox/docs')).text();
  expect(page).toContain('href="/sandbox/docs/openapi.json"');
  expect(page).toContain('href="/sandbox/docs/guides/webhooks"');
  expect(page).not.toContain('<script');
});

test('the headings of the guides and of the outbox descend one level at a time', async () => {
  await app.call(signIn, { body: { email: emailOf('byemail'), password } });
  for (const path of ['/sandbox/docs/guides/keys', '/sandbox/docs/guides/webhooks', '/sandbox/outbox']) {
    const page = await (await app.app.request(path)).text();
    const levels = [...page.slice(page.indexOf('<main')).matchAll(/<h([1-6])/g)].map((found) => Number(found[1]));
    expect(levels.length).toBeGreaterThan(1);
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([]);
  }
});

test('the outbox shows outgoing mails with their markup escaped', async () => {
  await database.query(`UPDATE accounts SET email = '<b>byemail@test.example' WHERE email = $1`, [emailOf('byemail')]);
  // A sign-in code is mailed at most once in 30 s, and an earlier test has just caused one.
  app.pass({ seconds: 30 });
  await app.call(signIn, { body: { email: '<b>byemail@test.example', password } });
  const page = await (await app.app.request('/sandbox/outbox')).text();
  expect(page).toContain('is your sign-in code');
  expect(page).toContain('&lt;b&gt;byemail');
  const mails: unknown = await (await app.app.request('/sandbox/outbox.json')).json();
  const mail = { to: '<b>byemail@test.example', text: expect.stringMatching(/\d{6}/) as string };
  expect(mails).toContainEqual(expect.objectContaining(mail));
});

test.each([
  ['from another machine', {}, { remoteAddress: '10.1.2.3' }, 'http://localhost/sandbox/outbox'],
  [
    'through a proxy',
    { 'x-forwarded-for': '10.1.2.3' },
    { remoteAddress: '127.0.0.1' },
    'http://localhost/sandbox/outbox',
  ],
  ['by a foreign name', {}, { remoteAddress: '127.0.0.1' }, 'http://rebound.example/sandbox/outbox'],
])('the outbox is not available %s', async (_, headers, bindings, url) => {
  expect((await app.app.request(url, { headers }, bindings)).status).toBe(404);
  expect((await app.app.request(`${url}.json`, { headers }, bindings)).status).toBe(404);
});

test('the outbox is not available outside local use', async () => {
  const deployed = createTestApp(database, { settings: { isLocal: false } });
  expect((await deployed.app.request('/sandbox/outbox')).status).toBe(404);
});

test('a hundred requests with any hosts build the document once', async () => {
  let summaries = 0;
  const planted = Object.defineProperty({ ...signIn }, 'summary', { get: () => `Sign in ${++summaries}` });
  const parts = {
    endpoints: { signIn: planted },
    handlers: [{ endpoint: planted, isPublic: true, run: async () => undefined }],
  };
  const settings = { isLocal: false, publicUrl: null };
  const { app: other } = createTestApp(database, { settings, parts });
  const read = async (at: number, path: string) =>
    (await other.request(`https://h${at}.evil.example/sandbox/docs${path}`)).text();
  const made = await read(0, '/openapi.json');
  const before = summaries;
  for (let at = 1; at < 100; at++) {
    expect((await read(at, '/openapi.json')) === made).toBe(true);
  }
  expect(summaries).toBe(before);
  expect(made).toContain('https://portal.example.com/sandbox');
});

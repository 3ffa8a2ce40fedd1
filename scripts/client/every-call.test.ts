import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { createClient, isRefusal, type CallOptions } from '@volume/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#api/database/database.ts';
import { answersOf } from '#api/docs/answers.ts';
import { takesApiKeys } from '#api/docs/takes-api-keys.ts';
import { oracle } from '#api/testing/access-oracle.ts';
import { makeApiKey } from '#api/testing/api-keys/make-api-key.ts';
import { openPeople } from '#api/testing/open-people.ts';
import { type OracleRow, payInAccountId } from '#api/testing/oracle/oracle-row.ts';
import { seedOraclePayment } from '#api/testing/oracle/seed-payment.ts';
import { ids } from '#api/testing/seed-people.ts';
import { seedAccount } from '#api/testing/seed-money.ts';
import { proved, signInAs } from '#api/testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#api/testing/test-app.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
const byKey = Object.values(endpoints).filter(({ access }) => takesApiKeys(access));

let database: Database;
let api: TestApp;
let sent: { request: Request; body: unknown; status: number }[] = [];

beforeAll(async () => {
  database = await openPeople();
  await seedOraclePayment(database);
  const documents = { make: async () => ({ name: 'x.pdf', pdf: new Uint8Array() }) };
  api = createTestApp(database, { documents, settings: { signInsPerMinute: 100_000, signUpsPerHour: 100_000 } });
  await seedAccount(api.services, {
    merchantId: ids.harbour,
    payInAccountId,
    currency: 'GBP',
    applicationId: ids.harbourShop,
    provider: 'OPTIMUS',
  });
});
beforeEach(() => void (sent = []));
afterAll(() => database.close());

let calls = 0;
/** The real app, without a network. Each call has its own address, so that limits per address do not interfere. */
const fetchFromApp: typeof fetch = async (url, init) => {
  const request = new Request(url, init);
  calls += 1;
  const from = { remoteAddress: `198.18.${calls >> 8}.${calls & 255}` };
  if (request.url.endsWith('/oauth/token')) return api.app.request(request, undefined, from);
  const text = await request.clone().text();
  const response = await api.app.request(request, undefined, from);
  sent.push({ request, body: text === '' ? undefined : (JSON.parse(text) as unknown), status: response.status });
  return response;
};

/** Every method of a client, called by its name. */
type Methods = Record<string, (input: object, options: CallOptions) => Promise<unknown>>;
const base = { baseUrl: 'http://localhost/sandbox', fetch: fetchFromApp, retries: 0 };
const clientOf = (token?: string): Methods =>
  createClient({ ...base, ...(token !== undefined && { token }) }) as unknown as Methods;
async function openByKey(way: 'the key' | 'OAuth'): Promise<Methods> {
  const { 'x-application-id': id = '', 'x-application-secret': secret = '' } = await makeApiKey(api);
  const credentials = way === 'OAuth' ? { clientId: id, clientSecret: secret } : { applicationId: id, secret };
  return createClient({ ...base, ...credentials }) as unknown as Methods;
}

/** The row's call in the form that the client takes. */
function inputOf({ input: { params, query, body } }: OracleRow) {
  return {
    ...(params && { path: params }),
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== undefined && { body }),
  };
}

async function optionsOf({ input, needsProof }: OracleRow, token?: string): Promise<CallOptions> {
  const { 'idempotency-key': idempotencyKey, ...headers } = input.headers ?? {};
  const proof = needsProof && token !== undefined ? await proved(api, token) : {};
  return { headers: { ...headers, ...proof }, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

/** Makes the call, and returns the code of its refusal; null when it succeeded. */
async function codeOf(call: Promise<unknown>): Promise<string | null> {
  try {
    const answer = await call;
    if (answer instanceof Response) await answer.body?.cancel();
    return null;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

function expectArrived({ method, path, name }: AnyEndpoint, { input }: OracleRow): void {
  expect(sent.length, name).toBe(1);
  const [{ request, body }] = sent as [(typeof sent)[number]];
  const { pathname, searchParams } = new URL(request.url);
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(input.params?.[key] ?? ''));
  expect([request.method, pathname]).toEqual([method, `/sandbox/api/${filled}`]);
  expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(new URLSearchParams(input.query ?? '')));
  expect(body).toEqual(input.body === undefined ? undefined : JSON.parse(JSON.stringify(input.body)));
}

/** A refusal that says that the address or the body is not as the API expects, which would be the client's fault. */
function expectUnderstood(endpoint: AnyEndpoint, code: string | null, ok: OracleRow['ok']): void {
  const [{ status }] = sent as [(typeof sent)[number]];
  const answer = answersOf(endpoint).find((each) => each.status === status);
  expect(answer, `${endpoint.name} answered ${status}`).toBeDefined();
  if (code !== null) expect(answer?.codes).toContain(code);
  if (typeof ok === 'number') expect([endpoint.name, status, code]).toEqual([endpoint.name, ok, code]);
  else expect([401, 403, 404, 405, 415, 500, 503]).not.toContain(status);
}

test('the client has exactly the calls of the contract', () => {
  const { pages: _, ...methods } = clientOf();
  expect(Object.keys(methods).toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test.each(Object.keys(oracle))(
  '%s arrives at the app as it was called, and is answered as documented',
  async (name) => {
    const row = oracle[name]!;
    const person = row.who === 'admins' ? 'admin' : 'merchantadmin';
    const token = row.who === 'public' ? undefined : await signInAs(api, person);
    const options = await optionsOf(row, token);
    sent = [];
    const code = await codeOf(clientOf(token)[name]!(inputOf(row), options));
    expectArrived(endpoints[name]!, row);
    expectUnderstood(endpoints[name]!, code, row.ok);
  },
);

const ways = byKey.flatMap(({ name }) => [[name, 'the key'] as const, [name, 'OAuth'] as const]);
test.each(ways)('%s can be called by a server, with %s', async (name, way) => {
  const row = oracle[name]!;
  const client = await openByKey(way);
  const { headers: _, ...options } = await optionsOf(row);
  sent = [];
  const code = await codeOf(client[name]!(inputOf(row), options));
  expectArrived(endpoints[name]!, row);
  expect([401, 403, 405, 415, 500, 503], code ?? '').not.toContain(sent[0]!.status);
  const { headers } = sent[0]!.request;
  expect([headers.has('authorization'), headers.has('x-application-secret')]).toEqual([
    way === 'OAuth',
    way !== 'OAuth',
  ]);
});

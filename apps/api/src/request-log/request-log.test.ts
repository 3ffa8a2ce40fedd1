import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { listRequestLog, type LoggedRequest } from '@volume/contract/request-log/request-log.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { clientOf, tokenOf } from '#testing/api-keys/ask-token.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { payInAccountId, paymentId } from '#testing/oracle/oracle-row.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let key: Record<string, string>;
let editor: string;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  await seedAccount(app.services, { ...shop, payInAccountId, currency: 'GBP', provider: 'OPTIMUS' });
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference, merchant_payment_id)
     VALUES ($1, $2, $3, $4, $4, 1250, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, 'ORDER-1', 'BASKET-1')`,
    [ids.harbour, paymentId, ids.harbourShop, new Date(Date.UTC(2026, 10, 21, 8))],
  );
  key = await makeApiKey(app);
  editor = await signInAs(app, 'editor');
});
afterAll(() => database.close());
beforeEach(() => database.run('DELETE FROM key_requests; DELETE FROM key_request_days'));

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...key, ...type, ...headers } };
  const request = new Request(`https://provider.example/sandbox/api/${path}`, {
    ...init,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return app.app.request(request, {}, { remoteAddress: '203.0.113.14' });
}

async function readLog(query = ''): Promise<LoggedRequest[]> {
  return (await readPage(query)).content;
}

async function readPage(query = '') {
  await app.writeRequestLog();
  return (await app.call(listRequestLog, { token: editor, params: shop, query })).value();
}

const stored = async () => JSON.stringify(await database.query('SELECT * FROM key_requests'));

const link = {
  applicationId: ids.harbourShop,
  merchantPaymentId: 'BASKET-7',
  customerIntentDescription: 'For Ada Lindqvist',
  paymentRequest: { currency: 'GBP', amount: 12.5, reference: 'ORDER-7' },
};
const idempotencyKey = '0e9d1a7c-64f2-4f6b-b1d5-7a2f9c3e8b40';

test('logs an accepted call with the ids in it, its headers and its duration', async () => {
  const answer = await send(`payments/${paymentId}`, { headers: { 'user-agent': 'shop/1.0', accept: '*/*' } });
  expect(answer.status).toBe(200);
  const [call] = await readLog();
  expect(call).toMatchObject({
    key: 'PRIMARY',
    method: 'GET',
    path: `payments/${paymentId}`,
    query: '',
    status: 200,
    code: null,
    errorMessage: null,
    address: '203.0.113.14',
    traceId: answer.headers.get('x-trace-id'),
    headers: [
      { name: 'accept', value: '*/*' },
      { name: 'user-agent', value: 'shop/1.0' },
    ],
    body: null,
    objectIds: [paymentId],
  });
  expect(call?.durationMs).toBeGreaterThanOrEqual(0);
});

test('logs a refused call with its code and sentence, and the body that was sent', async () => {
  const body = { refundPaymentAmount: 'ten', refundReasonNote: 'Ada was unhappy' };
  const answer = await send(`payments/${paymentId}/refunds`, {
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
    body,
  });
  expect(answer.status).toBe(400);
  const [call] = await readLog();
  expect(call).toMatchObject({ method: 'POST', status: 400, code: 'BAD_REQUEST' });
  expect(call?.errorMessage).toContain('refundPaymentAmount');
  expect(JSON.parse(call?.body ?? '')).toEqual({ refundPaymentAmount: 'ten', refundReasonNote: '…' });
  expect(call?.headers).toContainEqual({ name: 'idempotency-key', value: idempotencyKey });
});

test('logs a call with an access token as a call of the token’s key, without the token', async () => {
  const accessToken = await tokenOf(app, clientOf(key));
  const sendWith = (token: string) =>
    app.app.request('/sandbox/api/payments', { headers: { authorization: `Bearer ${token}` } }, {});
  expect((await sendWith(accessToken)).status).toBe(200);
  app.pass({ seconds: 1 });
  expect((await sendWith(`${accessToken}x`)).status).toBe(401);
  expect(await readLog()).toMatchObject([
    { status: 401, key: null },
    { status: 200, key: 'PRIMARY' },
  ]);
  expect(await stored()).not.toContain('volume_token_');
});

test('finds the calls that name or made a payment, a link or a payout', async () => {
  const made = await send('paymentintents/link', {
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
    body: link,
  });
  expect(made.status).toBe(200);
  const { paymentIntentId } = (await made.json()) as { paymentIntentId: string };
  await send(`payments/${paymentId}`);
  await send('payments?page=0');
  expect(await readLog()).toHaveLength(3);
  expect((await readLog(`objectId=${paymentIntentId}`)).map(({ path }) => path)).toEqual(['paymentintents/link']);
  expect((await readLog(`objectId=${paymentId}`)).map(({ path }) => path)).toEqual([`payments/${paymentId}`]);
  await database.query('UPDATE payments SET payment_intent_id = $1 WHERE payment_id = $2', [
    paymentIntentId,
    paymentId,
  ]);
  expect(await readLog(`objectId=${paymentId}`)).toHaveLength(2);
});

test('stores no secret from a header, a parameter, a body, an id or a name, whether the call is accepted or refused', async () => {
  const secret = key[apiKeyHeader] ?? '';
  const planted = [secret, `eyJ${'aB3'.repeat(12)}`, 'MEUCIQDx+Yz/9aBcDeFgHiJkLmNoPqRsTuVwXyZ0123='];
  for (const each of planted) {
    const text = encodeURIComponent(each);
    const headers = { 'user-agent': `shop ${each}`, accept: `application/${each.slice(0, 30)}`, 'x-token': each };
    await send(`payments?globalSearch=${text}&page=0`, { headers });
    await send(`payments?${text}=1&status=${text}`, { headers });
    await send(`payments?${'a'.repeat(30)} ${text}=1`);
    await send(`payments/${text}`, { headers: { ...headers, 'content-type': `text/${each}` } });
    const bodies = [
      { ...link, merchantPaymentId: each, customerIntentDescription: each, secret: each },
      { ...link, paymentRequest: { ...link.paymentRequest, reference: each, [each]: each } },
      { [each]: each, paymentRequest: { paymentRequest: { amount: each } } },
      [each],
      `{"${each}`,
    ];
    for (const body of bodies)
      await send('paymentintents/link', { method: 'POST', headers: { ...headers, 'idempotency-key': each }, body });
    await send('paymentintents/link', { headers: { [apiKeyHeader]: each } });
  }
  await app.writeRequestLog();
  const text = await stored();
  expect(JSON.parse(text)).toHaveLength(planted.length * 10);
  for (const each of planted) {
    expect(text).not.toContain(each);
    expect(text).not.toContain(each.slice(4, 28));
  }
  expect(text).not.toContain('Ada');
});

test('logs no call with a session, none that is public and none of an unknown application', async () => {
  await send('sessions', { method: 'POST', body: { email: 'ada@example.com', password: 'a-password' } });
  await send('payments', { headers: { authorization: `Bearer ${editor}` } });
  await send('payments', { headers: { [applicationIdHeader]: '01900000-0000-7000-8000-0000000000ff' } });
  await send('payments', { headers: { [applicationIdHeader]: 'shop' } });
  await app.call(listRequestLog, { token: editor, params: shop });
  expect(await readLog()).toEqual([]);
  expect(await database.query('SELECT 1 FROM key_request_days')).toEqual([]);
});

test('stores only the refusal of a call with a wrong key, and nothing that its sender wrote', async () => {
  const headers = { [apiKeyHeader]: 'volume_guess', 'user-agent': 'stranger' };
  const answer = await send('payments?page=3', { headers });
  expect(answer.status).toBe(401);
  const [call] = await readLog();
  expect(call).toMatchObject({
    key: null,
    path: 'payments',
    query: '',
    status: 401,
    code: 'UNAUTHORIZED',
    headers: [],
  });
});

test('stores 500 calls without a valid key a day and counts the others; calls with a key still have room', async () => {
  await database.query(`INSERT INTO key_request_days VALUES ($1, $2, '2026-11-21', '2026-11-21', 9499, 499, 0)`, [
    ids.harbour,
    ids.harbourShop,
  ]);
  const wrong = { [apiKeyHeader]: 'volume_guess' };
  for (const headers of [wrong, wrong, {}, {}, {}]) await send('payments', { headers });
  const page = await readPage();
  expect(new Set(page.content.map(({ key: slot }) => slot))).toEqual(new Set(['PRIMARY', null]));
  expect(page.unstored).toEqual([{ day: '2026-11-21', count: 3 }]);
});

test('filters by method, class of status, code, path, trace id and time, and sorts by time', async () => {
  const first = await send('payments');
  app.pass({ minutes: 5 });
  await send(`payments/${ids.nobody}`);
  await send('exchange/quotes', { method: 'POST', body: {} });
  await send('paymentintents/link', { method: 'POST', body: link });
  const paths = async (query: string) => (await readLog(query)).map(({ path }) => path);
  expect(await paths('method=POST')).toHaveLength(1);
  expect(await paths('status=2xx')).toEqual(['payments']);
  expect(await paths('status=4xx,5xx')).toHaveLength(2);
  expect(await paths('code=IDEMPOTENCY_KEY_REQUIRED')).toEqual(['paymentintents/link']);
  expect(await paths('search=idempotency_key_required')).toEqual(['paymentintents/link']);
  expect(await paths('search=LINK')).toEqual(['paymentintents/link']);
  expect(await paths(`search=${first.headers.get('x-trace-id')}`)).toEqual(['payments']);
  expect(await paths('to=2026-11-21T09:05:59.999')).toHaveLength(1);
  expect((await paths('sort=at,asc'))[0]).toBe('payments');
  for (const query of ['sort=path', 'status=3', 'from=today', 'objectId=7', 'method=TRACE', 'code=MADE_UP']) {
    const { status } = await app.call(listRequestLog, { token: editor, params: shop, query });
    expect([query, status]).toEqual([query, 400]);
  }
});

test('shows an application’s calls to users who can edit its settings and to both kinds of administrator', async () => {
  await send('payments');
  await app.writeRequestLog();
  const statusFor = async (who: Parameters<typeof signInAs>[1]) =>
    (await app.call(listRequestLog, { token: await signInAs(app, who), params: shop })).status;
  for (const who of ['merchantadmin', 'editor', 'admin', 'reader'] as const) expect(await statusFor(who)).toBe(200);
  for (const who of ['operator', 'viewer'] as const) expect(await statusFor(who)).toBe(403);
  expect(await statusFor('stranger')).toBe(404);
  const other = { ...shop, applicationId: ids.harbourApp };
  expect((await app.call(listRequestLog, { token: editor, params: other })).value().content).toEqual([]);
});

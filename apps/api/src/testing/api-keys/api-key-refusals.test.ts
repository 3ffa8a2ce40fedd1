import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { applicationIdHeader, apiKeyHeader } from '@volume/contract/headers.ts';
import { setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Documents } from '#core/files.ts';
import type { Database } from '#database/database.ts';
import { oracle } from '#testing/access-oracle.ts';
import { payInAccountId, paymentId } from '#testing/oracle/oracle-row.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { makeApiKey } from './make-api-key.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
const names = Object.keys(endpoints);
const withSession = names.filter((name) => oracle[name]?.who !== 'public');
const blank: Documents = { make: async (_, read) => ({ name: (await read()).name, pdf: new Uint8Array() }) };
const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const allowed = '203.0.113.7';

/** The result of the row's call with a key of the web shop (contract §11). All other calls return 403 for a key. */
const openedByKeys: Record<string, number | 'let through'> = {
  createPaymentLink: 400,
  getPaymentStatus: 200,
  listPayIns: 200,
  getPayIn: 200,
  getPaymentIntent: 404,
  cancelPaymentIntent: 404,
  listPayInAccounts: 200,
  listPayouts: 200,
  getPayout: 404,
  listEvents: 200,
  listWebhookMessages: 200,
  getSampleMessage: 200,
  listReplayMessages: 200,
  getOwnKey: 200,
  startRefund: 'let through',
  makePayout: 422,
  revokeKey: 404,
  playScenario: 422,
  startWebhookReplay: 404,
  getWebhookReplay: 404,
};

type Key = Record<string, string>;
let database: Database;
let app: TestApp;
const keys: Record<string, Key> = {};

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, {
    documents: blank,
    settings: { signInsPerMinute: 100_000, failedSignInsPerAddress: 100_000, signUpsPerHour: 100_000 },
  });
  await seedAccount(app.services, { ...shop, payInAccountId, currency: 'GBP', provider: 'OPTIMUS' });
  await seedPayments();
  keys['wrong'] = { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: `volume_${'x'.repeat(43)}` };
  keys['reset'] = await makeApiKey(app);
  keys['good'] = await makeApiKey(app);
  keys['secondary'] = await makeApiKey(app, { key: 'SECONDARY' });
  keys['other application'] = await makeApiKey(app, { applicationId: ids.harbourApp });
  keys['stranger'] = await makeApiKey(app, { applicationId: ids.strangerShop, by: 'stranger' });
  await allowOnly('SECONDARY', [`${allowed}/32`]);
});
afterAll(() => database.close());

async function seedPayments(): Promise<void> {
  for (const [id, applicationId, number] of [
    [paymentId, ids.harbourShop, 'BASKET-1'],
    [otherPayment, ids.harbourApp, 'BASKET-2'],
  ] as const) {
    await database.query(
      `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
         is_to_virtual_account, is_new_payment, is_payer_checked, reference, merchant_payment_id)
       VALUES ($1, $2, $3, $4, $4, 1250, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, 'ORDER-1', $5)`,
      [ids.harbour, id, applicationId, new Date(Date.UTC(2026, 10, 21, 8)), number],
    );
  }
}
/** A payment of Harbour & Bloom's other application. */
const otherPayment = '01900000-0000-7000-8000-000000000032';

async function allowOnly(key: 'PRIMARY' | 'SECONDARY', allowedAddresses: string[]): Promise<void> {
  const token = await signInAs(app, 'editor');
  const headers = await proved(app, token);
  const body = { allowedAddresses, moneyLimit: null };
  (await app.call(setApiKeySettings, { token, params: { ...shop, key }, body, headers })).value();
}

let calls = 0;
function callWith(name: string, key: Key, more: { address?: string; token?: string; query?: string } = {}) {
  const { input } = oracle[name]!;
  calls += 1;
  const address = `198.18.${calls >> 8}.${calls & 255}`;
  return app.call(endpoints[name]!, { address, ...input, ...more, headers: { ...input.headers, ...key } });
}

describe.each(names)('%s', (name) => {
  const { who, ok } = oracle[name]!;
  const opens = openedByKeys[name] ?? 403;
  const isPublic = who === 'public';

  test.each(['good', 'secondary'])('answers a key (%s) as the oracle specifies', async (kind) => {
    const { status, text } = await callWith(name, keys[kind]!, { address: allowed });
    const expected = isPublic ? ok : opens;
    if (expected === 'let through') expect([401, 403, 404, 500, 503], text).not.toContain(status);
    else expect(status, text).toBe(expected);
    expect(text).not.toContain('Canary');
  });

  test.each(['wrong', 'reset'])('answers a key that is %s with 401, unless the call is public', async (kind) => {
    expect((await callWith(name, keys[kind]!)).status).toBe(isPublic ? ok : 401);
  });

  test('answers a key with the id of another application with 401, unless the call is public', async () => {
    for (const other of ['other application', 'stranger']) {
      const mixed = { ...keys['good']!, [applicationIdHeader]: keys[other]![applicationIdHeader]! };
      expect((await callWith(name, mixed)).status).toBe(isPublic ? ok : 401);
    }
  });

  test('answers a key from an address that is not on its allow list with 403, unless the call is public', async () => {
    const { status, text } = await callWith(name, keys['secondary']!, { address: '203.0.113.8' });
    expect(status).toBe(isPublic ? ok : 403);
    if (!isPublic) expect(JSON.parse(text).statusName).toBe('ADDRESS_NOT_ALLOWED');
  });

  test('answers a key of another application or another merchant as if the object did not exist', async () => {
    const expected = isPublic
      ? [ok]
      : opens === 403
        ? [403]
        : ['listPayIns', 'getOwnKey'].includes(name)
          ? [200]
          : [404];
    for (const other of ['other application', 'stranger']) {
      const { status, text } = await callWith(name, keys[other]!);
      expect(expected, text).toContain(status);
      expect(text).not.toContain(paymentId);
    }
  });
});

test('returns 400 for a bearer token and a key on the same call, for any call', async () => {
  const token = await signInAs(app, 'merchantadmin');
  for (const name of withSession) {
    const answer = await callWith(name, keys['good']!, { token });
    expect([name, answer.status, answer.problem().errorMessage]).toEqual([
      name,
      400,
      'Send a bearer token or an application key, not both.',
    ]);
  }
});

test('returns 401 for an invalid key: no application, an invalid application id, an empty key, and 100 kB', async () => {
  const secret = keys['good']![apiKeyHeader]!;
  for (const key of [
    { [apiKeyHeader]: secret },
    { [applicationIdHeader]: 'shop', [apiKeyHeader]: secret },
    { [applicationIdHeader]: ids.nobody, [apiKeyHeader]: secret },
    { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: '' },
    { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: secret.slice(0, -1) },
    { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: 'x'.repeat(100_000) },
  ]) {
    const answer = await callWith('listPayIns', key);
    expect([answer.status, answer.problem().statusName]).toEqual([401, 'UNAUTHORIZED']);
  }
});

test('a key of a disabled merchant gets 401, and works again after the merchant is enabled', async () => {
  const set = (isEnabled: boolean) =>
    database.query('UPDATE merchants SET is_enabled = $2 WHERE merchant_id = $1', [ids.stranger, isEnabled]);
  await set(false);
  expect((await callWith('listPayIns', keys['stranger']!)).status).toBe(401);
  await set(true);
  expect((await callWith('listPayIns', keys['stranger']!)).status).toBe(200);
});

test('a key lists only payments of its own application, for any query', async () => {
  const own = await callWith('listPayIns', keys['good']!);
  expect(JSON.parse(own.text).content.map((payment: { paymentId: string }) => payment.paymentId)).toEqual([paymentId]);
  const headers = keys['good']!;
  const ask = (query: string) => app.call(endpoints['listPayIns']!, { query, headers });
  expect((await ask(`applicationId=${ids.harbourApp}`)).status).toBe(404);
  expect((await ask(`merchantId=${ids.stranger}`)).status).toBe(404);
  const status = await app.call(endpoints['getPaymentStatus']!, { query: 'merchantPaymentId=BASKET-2', headers });
  expect(status.status).toBe(404);
});

test.each([
  [
    'listPayIns',
    'merchantPaymentID=BASKET-1&size=1',
    'merchantPaymentID',
    /It takes paymentStatuses, .*, page, size\.$/,
  ],
  ['listPayIns', 'size=1&payment_status=SETTLED&from=2026-11-21', 'payment_status', /It takes paymentStatuses, /],
  [
    'getPaymentStatus',
    'merchantPaymentId=BASKET-1&currency=GBP',
    'currency',
    /It takes merchantPaymentId, merchantId, applicationId\.$/,
  ],
  ['getPayIn', 'paymentId=BASKET-1', 'paymentId', /It takes none\.$/],
  ['makePayout', 'dryRun=true', 'dryRun', /It takes none\.$/],
])(
  'rejects a query parameter that %s does not take (%s) with 400 when a key calls, and names those that it takes',
  async (name, query, named, takes) => {
    const answer = await callWith(name, keys['good']!, { query });
    const { errorMessage } = answer.problem();
    expect(answer.status).toBe(400);
    expect(errorMessage).toContain(`does not take the query parameter '${named}'. Nothing was read or changed.`);
    expect(errorMessage).toMatch(takes);
  },
);

test.each([
  ['/sandbox/api/keys/self/', 404, 'Leave out the additional slash.'],
  ['/sandbox/api//keys/self', 404, 'Leave out the additional slash.'],
  ['/sandbox/api/api/keys/self', 404, 'The reference lists all calls: /sandbox/docs.'],
  ['/sandbox/keys/self', 404, 'The calls of the API begin with /sandbox/api/.'],
  ['/api/keys/self', 404, 'The calls of the API begin with /sandbox/api/.'],
])('a server that calls %s is told what to change', async (path, status, hint) => {
  const answer = await app.app.request(path, { headers: keys['good']! });
  expect([answer.status, (await answer.json()).errorMessage]).toEqual([status, expect.stringContaining(hint)]);
});

test.each([undefined, 'shop-1'])('a key with the application id %s is not called wrong itself', async (id) => {
  const { [applicationIdHeader]: _, ...secret } = keys['good']!;
  const answer = await callWith('getOwnKey', id === undefined ? secret : { ...secret, [applicationIdHeader]: id });
  expect([answer.status, answer.problem().errorMessage]).toEqual([
    401,
    'A key needs the id of its application, a UUID, in x-application-id. Nothing was done.',
  ]);
});

test('ignores an unknown query parameter when a session calls', async () => {
  const token = await signInAs(app, 'merchantadmin');
  expect((await app.call(endpoints['listPayIns']!, { token, query: 'size=1&later=1' })).status).toBe(200);
});

test('finds exactly the payments of one merchantPaymentId for a key, and none of another application', async () => {
  const find = async (number: string) => {
    const answer = await callWith('listPayIns', keys['good']!, { query: `merchantPaymentId=${number}` });
    const { content, totalElements } = JSON.parse(answer.text) as { content: object[]; totalElements: number };
    return [answer.status, totalElements, content.map((payment) => 'paymentId' in payment && payment.paymentId)];
  };
  expect(await find('BASKET-1')).toEqual([200, 1, [paymentId]]);
  for (const other of ['BASKET-2', 'BASKET', 'basket-1']) expect(await find(other)).toEqual([200, 0, []]);
  expect((await callWith('listPayIns', keys['good']!, { query: 'merchantPaymentId=' })).status).toBe(400);
});

test('returns amount, currency, refunded amount and time of a payment by its merchantPaymentId', async () => {
  await database.query('UPDATE payments SET amount_refunded = 250 WHERE payment_id = $1', [paymentId]);
  const { text } = await callWith('getPaymentStatus', keys['good']!);
  expect(JSON.parse(text)).toMatchObject({
    paymentId,
    paymentAmount: 12.5,
    paymentCurrency: 'GBP',
    amountRefunded: 2.5,
    createdAt: '2026-11-21T08:00:00.000',
  });
});

test('a session’s step-up token has no effect on a key’s call', async () => {
  const step = await proved(app, await signInAs(app, 'merchantadmin'));
  expect((await callWith('resetSecret', { ...keys['good']!, ...step })).status).toBe(403);
});

test('CORS does not allow browsers of another origin to send a key', async () => {
  const preflight = await app.app.request('/sandbox/api/payments', {
    method: 'OPTIONS',
    headers: { origin: 'https://portal.example.com', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain(apiKeyHeader);
});

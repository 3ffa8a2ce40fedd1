import { listActivity } from '@volume/contract/users/activity.ts';
import { applicationIdHeader, apiKeyHeader } from '@volume/contract/headers.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getApiKeySettings, setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { makeApiKey } from './make-api-key.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 3;
const twenty = Array.from({ length: 20 }, (_, index) => index);
type Key = Record<string, string>;
let database: Database;
let api: TestApp;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000, failedSignInsPerAddress: 5 } });
  await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
});
afterAll(() => database.close());

const list = (key: Key, address = '203.0.113.7') => api.call(listPayIns, { headers: key, address });
const link = (app: TestApp, key: Key) =>
  app.call(createPaymentLink, {
    body: {
      applicationId: ids.harbourShop,
      paymentRequest: { currency: 'GBP', amount: 1, reference: 'ORDER' },
    },
    headers: { ...key, 'idempotency-key': crypto.randomUUID() },
  });
async function settings() {
  return (await api.call(getApiKeySettings, { token: await signInAs(api, 'editor'), params })).value();
}
async function set(body: { allowedAddresses: string[]; moneyLimit: number | null }, isProved: boolean) {
  const token = await signInAs(api, 'editor');
  const headers = isProved ? await proved(api, token) : {};
  return api.call(setApiKeySettings, { token, params: { ...params, key: 'PRIMARY' }, body, headers });
}

test('both keys work; resetting one revokes it immediately and leaves the other valid', async () => {
  const primary = await makeApiKey(api);
  const secondary = await makeApiKey(api, { key: 'SECONDARY' });
  expect([(await list(primary)).status, (await list(secondary)).status]).toEqual([200, 200]);
  const next = await makeApiKey(api);
  expect((await list(primary)).status).toBe(401);
  expect([(await list(next)).status, (await list(secondary)).status]).toEqual([200, 200]);
});

test(
  `no call that starts after a reset’s response succeeds with the old key, with 20 concurrent calls, in each of ${rounds} rounds`,
  { timeout: 60_000 },
  async () => {
    const busy = createTestApp(database, { settings: { failedSignInsPerAddress: 100_000 } });
    for (let round = 0; round < rounds; round++) {
      const key = await makeApiKey(api);
      const before = twenty.map(() => link(busy, key));
      const next = await makeApiKey(api);
      const after = await Promise.all(twenty.map(() => link(busy, key)));
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
      // The calls that were running before the reset completed or were refused.
      expect((await Promise.all(before)).filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
      expect((await link(busy, next)).status).toBe(200);
    }
  },
);

test('shows when and from where a key was last used, and nothing for a new key', async () => {
  const key = await makeApiKey(api);
  expect((await settings()).primaryKey).toMatchObject({ lastUsedAtUtc: null, lastUsedFrom: null });
  await list(key, '198.51.100.4');
  const { primaryKey } = await settings();
  expect(primaryKey).toMatchObject({ lastUsedFrom: '198.51.100.4' });
  api.pass({ minutes: 1 });
  await list(key, '2001:db8::7');
  const later = (await settings()).primaryKey;
  expect(later).toMatchObject({ lastUsedFrom: '2001:db8::7' });
  expect(later!.lastUsedAtUtc! > primaryKey!.lastUsedAtUtc!).toBe(true);
  await list({ ...key, [apiKeyHeader]: 'wrong' }, '203.0.113.99');
  expect((await settings()).primaryKey).toEqual(later);
  await makeApiKey(api);
  expect((await settings()).primaryKey).toMatchObject({ lastUsedAtUtc: null, lastUsedFrom: null });
});

test('a key with an allow list works only from its addresses, by IPv4 and IPv6', async () => {
  const key = await makeApiKey(api);
  expect((await set({ allowedAddresses: ['203.0.113.0/24', '2001:db8:1::/48'], moneyLimit: null }, false)).status).toBe(
    200,
  );
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1:ffff::1']) {
    expect((await list(key, address)).status, address).toBe(200);
  }
  for (const address of ['203.0.114.7', '2001:db8:2::1', 'nowhere']) {
    expect((await list(key, address)).status, address).toBe(403);
  }
  expect((await api.call(listPayIns, { headers: key })).status).toBe(403);
  await set({ allowedAddresses: [], moneyLimit: null }, true);
});

test('restricting a key needs no step-up, loosening it does; an invalid address is 400', async () => {
  await makeApiKey(api);
  await set({ allowedAddresses: [], moneyLimit: null }, true);
  const one = ['203.0.113.0/24'];
  const refused = async (body: Parameters<typeof set>[0]) => {
    const answer = await set(body, false);
    expect([answer.status, answer.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  };
  expect((await set({ allowedAddresses: one, moneyLimit: 1000 }, false)).status).toBe(200);
  expect((await set({ allowedAddresses: ['203.0.113.7'], moneyLimit: 10 }, false)).status).toBe(200);
  await refused({ allowedAddresses: one, moneyLimit: 10 });
  await refused({ allowedAddresses: [], moneyLimit: 10 });
  await refused({ allowedAddresses: ['203.0.113.7'], moneyLimit: null });
  expect((await set({ allowedAddresses: one, moneyLimit: 5000 }, true)).status).toBe(200);
  for (const wrong of ['shop.example', '203.0.113.0/33', '10.0.0.1-10.0.0.9']) {
    expect((await set({ allowedAddresses: [wrong], moneyLimit: null }, true)).status).toBe(400);
  }
  expect((await set({ allowedAddresses: Array(21).fill('10.0.0.1'), moneyLimit: null }, true)).status).toBe(400);
  expect((await set({ allowedAddresses: [], moneyLimit: null }, true)).status).toBe(200);
});

test('returns 409 for the settings of a key that does not exist', async () => {
  await database.query('DELETE FROM application_secrets');
  expect(await settings()).toEqual({ usualMoneyLimit: 100_000, primaryKey: null, secondaryKey: null });
  expect((await set({ allowedAddresses: [], moneyLimit: null }, true)).status).toBe(409);
});

test('wrong keys from one address are rate limited without blocking a valid key from the same address', async () => {
  const key = await makeApiKey(api);
  const wrong = { ...key, [apiKeyHeader]: `volume_${'y'.repeat(43)}` };
  const statuses = [];
  for (let at = 0; at < 7; at++) statuses.push((await list(wrong, '192.0.2.1')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await list(key, '192.0.2.1')).status).toBe(200);
  expect((await list(wrong, '192.0.2.2')).status).toBe(401);
});

test('a key’s calls are rate limited per key, and its address’s calls per address', async () => {
  const slow = createTestApp(database, { settings: { signInsPerMinute: 100_000, callsPerSecond: 5 } });
  const key = await makeApiKey(slow);
  slow.pass({ seconds: 2 });
  const statusOf = async (address: string) => (await slow.call(listPayIns, { headers: key, address })).status;
  const statuses = [];
  for (let at = 0; at < 6; at++) statuses.push(await statusOf(`198.51.100.${at}`));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  slow.pass({ seconds: 2 });
  for (let at = 0; at < 5; at++)
    await slow.call(listPayIns, {
      headers: { [applicationIdHeader]: 'x', [apiKeyHeader]: 'y' },
      address: '198.51.100.200',
    });
  expect(await statusOf('198.51.100.200')).toBe(429);
});

test('a refused key is logged once a minute, and no key is stored in clear text', async () => {
  const key = await makeApiKey(api);
  await set({ allowedAddresses: ['203.0.113.7'], moneyLimit: null }, false);
  await database.query('DELETE FROM throttle_counters');
  api.pass({ minutes: 2 });
  for (let at = 0; at < 3; at++) {
    await list({ ...key, [apiKeyHeader]: 'wrong' }, '192.0.2.9');
    await list(key, '192.0.2.8');
  }
  const token = await signInAs(api, 'editor');
  const log = await api.call(listActivity, {
    token,
    params: { merchantId: ids.harbour },
    query: 'action=KEY_REFUSED&size=10',
  });
  const refused = log.value().content.filter(({ ip }) => ip === '192.0.2.9' || ip === '192.0.2.8');
  expect(
    refused
      .map(({ actor, actorKind, subject, detail }) => [actor, actorKind, subject, detail])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  ).toEqual([
    [
      'Primary key of Web shop',
      'MERCHANT',
      ids.harbourShop,
      'Primary key of Web shop: from an address that is not allowed',
    ],
    ['unknown', 'UNKNOWN', ids.harbourShop, 'Wrong key'],
  ]);
  const secret = key[apiKeyHeader]!;
  const stored = await database.query('SELECT * FROM application_secrets');
  expect([JSON.stringify(stored), api.logLines.join('\n'), log.text].join('\n')).not.toContain(secret);
});

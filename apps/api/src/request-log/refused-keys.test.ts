import { resetApiKey } from '@volume/contract/api-keys/api-keys.ts';
import { createNamedKey, revokeNamedKey, rotateNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { exportRequestLog, listRequestLog } from '@volume/contract/request-log/request-log.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { clientOf, tokenOf } from '#testing/api-keys/ask-token.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
type Key = Record<string, string>;
let database: Database;
let app: TestApp;
let editor: string;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  editor = await signInAs(app, 'editor');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.run('DELETE FROM key_requests; DELETE FROM key_request_days; DELETE FROM throttle_counters');
  app.pass({ minutes: 2 });
});

const byKey = (value: string, applicationId: string = ids.harbourShop): Key => ({
  [applicationIdHeader]: applicationId,
  [apiKeyHeader]: value,
});
const now = () => toWireTime(app.services.clock.now());

async function makeNamedKey(name: string, expiresAtUtc?: string) {
  const given = { token: editor, params: shop, headers: await proved(app, editor) };
  const body = { name, scopes: ['READ' as const], ...(expiresAtUtc && { expiresAtUtc }) };
  const { key, value } = (await app.call(createNamedKey, { ...given, body })).value();
  return { keyId: key.keyId, headers: byKey(value) };
}

/** Makes a call, and returns its answer and what the log says about its key. */
async function callWith(headers: Key) {
  app.pass({ seconds: 1 });
  const context = { remoteAddress: '203.0.113.14' };
  const response = await app.app.request('/sandbox/api/keys/self', { headers }, context);
  await app.writeRequestLog();
  const log = (await app.call(listRequestLog, { token: editor, params: shop })).value().content;
  const { message } = (await response.json()) as { message?: string };
  return { status: response.status, message, logged: log[0]!, text: JSON.stringify(log) };
}

async function activityDetail(): Promise<string | null | undefined> {
  const query = 'action=KEY_REFUSED&size=1';
  const { content } = (await app.call(listActivity, { token: editor, params: shop, query })).value();
  return content[0]?.detail;
}

test('names a primary key that was reset, and answers its caller as it answers a guess', async () => {
  const former = await makeApiKey(app);
  await makeApiKey(app);
  const at = now();
  const refused = await callWith(former);
  expect(refused.logged).toMatchObject({ key: null, status: 401, headers: [], query: '' });
  expect(refused.logged.refusedKey).toEqual({ key: 'PRIMARY', name: null, ended: 'RESET', endedAtUtc: at });
  expect(await activityDetail()).toMatch(/^Primary key, reset on \d+ \w+ 2026$/);
  app.pass({ minutes: 2 });
  const guessed = await callWith(byKey(`volume_${'x'.repeat(43)}`));
  expect(guessed.logged.refusedKey).toBeNull();
  expect(await activityDetail()).toBe('Wrong key');
  expect([refused.status, refused.message]).toEqual([guessed.status, guessed.message]);
  expect(refused.text).not.toContain(former[apiKeyHeader]);
  const stored = JSON.stringify(await database.query('SELECT * FROM former_keys'));
  expect(stored).not.toContain(former[apiKeyHeader]);
});

test('names a key that was rotated, one that was revoked, with its name of then, and one that expired', async () => {
  const soon = toWireTime(new Date(app.services.clock.now().getTime() + 600_000));
  const tablet = await makeNamedKey('Tablet', soon);
  const laptop = await makeNamedKey('Laptop');
  const params = { ...shop, keyId: laptop.keyId };
  const headers = await proved(app, editor);
  const rotated = await app.call(rotateNamedKey, { token: editor, params, headers, body: { expiresAtUtc: null } });
  const rotatedAt = now();
  const of = { key: laptop.keyId, name: 'Laptop' };
  expect((await callWith(laptop.headers)).logged.refusedKey).toEqual({
    ...of,
    ended: 'ROTATED',
    endedAtUtc: rotatedAt,
  });
  await app.call(revokeNamedKey, { token: editor, params });
  const revokedAt = now();
  const last = await callWith(byKey(rotated.value().value));
  expect(last.logged.refusedKey).toEqual({ ...of, ended: 'REVOKED', endedAtUtc: revokedAt });
  app.pass({ minutes: 2 });
  await callWith(byKey(rotated.value().value));
  expect(await activityDetail()).toMatch(/^Key “Laptop”, revoked on \d+ \w+ 2026$/);
  app.pass({ minutes: 10 });
  const expired = await callWith(tablet.headers);
  expect(expired.logged).toMatchObject({ key: null, code: 'KEY_EXPIRED' });
  expect(expired.logged.refusedKey).toEqual({ key: tablet.keyId, name: 'Tablet', ended: 'EXPIRED', endedAtUtc: soon });
  const file = await app.call(exportRequestLog, { token: editor, params: shop, query: 'status=4xx' });
  expect(file.text).toMatch(/Key “Tablet”, expired on \d+ \w+ 2026/);
});

test('names the key of an access token whose key was reset', async () => {
  const former = await makeApiKey(app);
  const token = await tokenOf(app, clientOf(former));
  await makeApiKey(app);
  const { logged } = await callWith({ authorization: `Bearer ${token}` });
  expect(logged.refusedKey).toMatchObject({ key: 'PRIMARY', ended: 'RESET' });
  expect(await activityDetail()).toMatch(/^Access token of: Primary key, reset on /);
  const forged = await callWith({ authorization: `Bearer ${token.slice(0, -4)}AAAA` });
  expect(forged.logged.refusedKey).toBeNull();
});

test('names no key of another application', async () => {
  const former = await makeApiKey(app);
  await makeApiKey(app);
  await callWith(byKey(former[apiKeyHeader]!, ids.harbourApp));
  const params = { ...shop, applicationId: ids.harbourApp };
  const { content } = (await app.call(listRequestLog, { token: editor, params })).value();
  expect([content.length, content[0]?.refusedKey]).toEqual([1, null]);
});

test('knows every value that a key had, however many users reset it at the same moment', async () => {
  await database.run('DELETE FROM former_keys');
  await makeApiKey(app);
  const [before] = await database.query<{ count: number }>('SELECT count(*)::integer AS count FROM former_keys');
  const params = { ...shop, key: 'PRIMARY' as const };
  const proofs = await Promise.all([1, 2, 3].map(() => proved(app, editor)));
  const made = await Promise.all(
    proofs.map(async (headers) => (await app.call(resetApiKey, { token: editor, params, headers })).value()),
  );
  const [after] = await database.query<{ count: number }>('SELECT count(*)::integer AS count FROM former_keys');
  expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(3);
  const answers = [];
  for (const { value } of made) answers.push(await callWith(byKey(value)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  for (const { logged } of answers.filter(({ status }) => status === 401))
    expect(logged.refusedKey).toMatchObject({ key: 'PRIMARY', ended: 'RESET' });
});

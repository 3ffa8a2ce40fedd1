import { listActivity } from '@volume/contract/users/activity.ts';
import { getApiKeys, resetApiKey, type ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { forgetActivity } from '#testing/audit-log/forget-activity.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;
let proof: string;

beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('DELETE FROM application_secrets');
  await forgetActivity(database);
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'editor');
  proof = (await app.call(stepUp, { token, body: { password } })).value().stepUpToken;
});

const summary = async () => (await app.call(getApiKeys, { token, params })).value();
const reset = (key: ApiKeySlot, headers: Record<string, string> = { 'x-step-up': proof }) =>
  app.call(resetApiKey, { token, params: { ...params, key }, headers });

test('a new application has no keys', async () => {
  const none = { isSet: false, maskedValue: null, updatedAtUtc: null };
  expect(await summary()).toEqual({ applicationId: ids.harbourShop, primaryKey: none, secondaryKey: none });
});

test('a key is shown once and then only its last characters; the other key stays the same', async () => {
  const first = (await reset('PRIMARY')).value();
  expect(first.value).toMatch(/^volume_[\w-]{43}$/);
  app.pass({ minutes: 1 });
  const before = await summary();
  expect(before.primaryKey).toEqual({
    isSet: true,
    maskedValue: `••••••••${first.value.slice(-4)}`,
    updatedAtUtc: '2026-11-21T09:05:00.000',
  });
  const second = (await reset('SECONDARY')).value();
  expect(second).toMatchObject({ key: 'SECONDARY' });
  expect((await summary()).primaryKey).toEqual(before.primaryKey);
  const hashes = await database.query<{ value_hash: string }>('SELECT value_hash FROM application_secrets');
  expect(new Set(hashes.map((row) => row.value_hash)).size).toBe(2);
  app.pass({ minutes: 1 });
  expect((await reset('PRIMARY')).value().value).not.toBe(first.value);
  expect((await summary()).primaryKey.updatedAtUtc).toBe('2026-11-21T09:07:00.000');
});

test('a reset always requires a step-up of this session that has not expired', async () => {
  const refused = await reset('PRIMARY', {});
  expect([refused.status, refused.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  const other = await signInAs(app, 'editor');
  const foreign = (await app.call(stepUp, { token: other, body: { password } })).value().stepUpToken;
  expect((await reset('PRIMARY', { 'x-step-up': foreign })).status).toBe(403);
  app.pass({ minutes: 5 });
  expect((await reset('PRIMARY')).status).toBe(403);
  expect((await summary()).primaryKey.isSet).toBe(false);
});

test('no key is stored, logged or recorded in clear text', async () => {
  const { value } = (await reset('PRIMARY')).value();
  const activity = await app.call(listActivity, { token, params: { merchantId: ids.harbour } });
  expect(activity.value().content).toContainEqual(
    expect.objectContaining({ action: 'SECRET_RESET', subject: ids.harbourShop, detail: 'Primary key' }),
  );
  expect(activity.text).not.toContain(value);
  expect(app.logLines.join('\n')).not.toContain(value);
  const rows = await database.query('SELECT * FROM application_secrets');
  expect(JSON.stringify(rows)).not.toContain(value);
});

test('there are two keys and no third', async () => {
  const answer = await app.call(resetApiKey, {
    token,
    params: { ...params, key: 'TERTIARY' },
    headers: { 'x-step-up': proof },
  });
  expect(answer.status).toBe(400);
});

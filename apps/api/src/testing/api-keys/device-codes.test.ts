import {
  allowDeviceCode,
  denyDeviceCode,
  fetchDeviceKey,
  lookUpDeviceCode,
  startDeviceSignIn,
} from '@volume/contract/api-keys/device-codes.ts';
import { listNamedKeys, mostNamedKeys, revokeNamedKey, rotateNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { disableUser } from '@volume/contract/users/users.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { mailsTo } from '#testing/mails.ts';
import { openPeople } from '#testing/open-people.ts';
import { accountIdOf, emailOf, ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;
let proof: Record<string, string>;

beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('UPDATE accounts SET is_enabled = true WHERE user_account_id = $1', [accountIdOf('editor')]);
  await database.query('DELETE FROM application_keys');
  await database.query('DELETE FROM device_codes');
  await database.query('DELETE FROM throttle_counters');
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'editor');
  proof = await proved(app, token);
});

const start = async (machineName = 'ada-laptop', address = '203.0.113.7') =>
  (await app.call(startDeviceSignIn, { body: { toolName: 'volume', machineName }, address })).value();
const lookUp = (userCode: string, by = token) => app.call(lookUpDeviceCode, { token: by, params, body: { userCode } });
const allow = (userCode: string, headers = proof) =>
  app.call(allowDeviceCode, { token, params, headers, body: { userCode } });
const deny = (userCode: string) => app.call(denyDeviceCode, { token, params, body: { userCode } });
const poll = (deviceCode: string) => app.call(fetchDeviceKey, { body: { deviceCode } });
const codeOf = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? [status] : [status, JSON.parse(text).code];
const keys = async () => (await app.call(listNamedKeys, { token, params })).value();
const ofValue = (value: string) => ({ [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: value });
/** The same code with another last letter. */
const withWrongEnd = (code: string) => code.slice(0, -1) + (code.endsWith('X') ? 'Z' : 'X');

test('a tool gets a key that can read events for 90 days, after a user has seen the request and allowed it', async () => {
  const asked = await start();
  expect(asked).toMatchObject({
    userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verificationUri: 'https://portal.example.com/settings/security/device',
    verificationUriComplete: `https://portal.example.com/settings/security/device?code=${asked.userCode}`,
    expiresIn: 600,
    interval: 5,
  });
  expect(codeOf(await poll(asked.deviceCode))).toEqual([400, 'AUTHORIZATION_PENDING']);
  // Typed as people type it.
  const seen = (await lookUp(` ${asked.userCode.toLowerCase().replace('-', ' ')} `)).value();
  expect(seen).toMatchObject({
    toolName: 'volume',
    machineName: 'ada-laptop',
    fromAddress: '203.0.113.7',
    keyName: 'volume on ada-laptop',
  });
  expect((await allow(asked.userCode)).status).toBe(204);
  app.pass({ seconds: 5 });
  const fetched = (await poll(asked.deviceCode)).value();
  expect(fetched).toMatchObject({ ...params, name: 'volume on ada-laptop', scopes: ['TOOL'] });
  const days = (Date.parse(`${fetched.expiresAtUtc}Z`) - app.services.clock.now().getTime()) / 86_400_000;
  expect(Math.round(days * 1000) / 1000).toBeCloseTo(90, 2);
  const headers = ofValue(fetched.value);
  expect((await app.call(listEvents, { params, headers })).status).toBe(200);
  expect(codeOf(await app.call(listPayIns, { headers }))).toEqual([403, 'READ_SCOPE_NEEDED']);
  expect(await keys()).toMatchObject([{ keyId: fetched.keyId, createdBy: emailOf('editor') }]);
  const log = await app.call(listActivity, { token, params: { merchantId: ids.harbour }, query: 'action=KEY_CREATED' });
  expect(log.value().content[0]?.detail).toMatch(/^volume on ada-laptop: TOOL; until 20/);
  const [mail] = await mailsTo(app, emailOf('merchantadmin'));
  expect(mail?.subject).toBe('An application key was created');
  const stored = JSON.stringify([
    await database.query('SELECT * FROM device_codes'),
    await database.query('SELECT * FROM application_keys'),
  ]);
  const said = [stored, log.text, app.logLines.join('\n')].join('\n');
  for (const secret of [asked.deviceCode, asked.userCode, asked.userCode.replace('-', ''), fetched.value])
    expect(said).not.toContain(secret);
});

test('a tool can revoke its own key and no other', async () => {
  const [one, other] = [await start('one'), await start('other')];
  for (const { userCode } of [one, other]) await allow(userCode);
  const mine = (await poll(one.deviceCode)).value();
  const theirs = (await poll(other.deviceCode)).value();
  const revoke = (keyId: string) =>
    app.call(revokeNamedKey, { params: { ...params, keyId }, headers: ofValue(mine.value) });
  expect(codeOf(await revoke(theirs.keyId))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await revoke(mine.keyId))).toEqual([204]);
  expect(codeOf(await revoke(mine.keyId))).toEqual([401, 'UNAUTHORIZED']);
  expect((await keys()).map(({ name }) => name)).toEqual(['volume on other']);
});

test('denying needs no step-up, allowing does, and the tool gets the denial', async () => {
  const { userCode, deviceCode } = await start();
  expect(codeOf(await allow(userCode, {}))).toEqual([403, 'STEP_UP_REQUIRED']);
  expect(codeOf(await deny(userCode))).toEqual([204]);
  expect(codeOf(await allow(userCode))).toEqual([409, 'NOT_WAITING']);
  expect(codeOf(await lookUp(userCode))).toEqual([409, 'NOT_WAITING']);
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'ACCESS_DENIED']);
  expect(await keys()).toEqual([]);
  const log = await app.call(listActivity, {
    token,
    params: { merchantId: ids.harbour },
    query: 'action=DEVICE_CODE_DENIED',
  });
  expect(log.value().content[0]?.detail).toBe('volume on ada-laptop');
});

test('of four concurrent approvals one makes a key', async () => {
  const { userCode } = await start();
  const answers = await Promise.all(Array.from({ length: 4 }, () => allow(userCode)));
  expect(answers.map(codeOf).filter(([status]) => status === 204)).toHaveLength(1);
  expect(answers.map(codeOf).filter(([, code]) => code === 'NOT_WAITING')).toHaveLength(3);
  expect(await keys()).toHaveLength(1);
});

test('when a code is allowed and denied concurrently, the first decision counts and the other gets a 409', async () => {
  for (let turn = 0; turn < 6; turn++) {
    await database.query('DELETE FROM application_keys');
    const { userCode, deviceCode } = await start(`turn-${turn}`);
    const both = turn % 2 === 0 ? [allow(userCode), deny(userCode)] : [deny(userCode), allow(userCode)];
    const answers = (await Promise.all<{ status: number; text: string }>(both)).map(codeOf);
    expect(answers).toContainEqual([204]);
    expect(answers).toContainEqual([409, 'NOT_WAITING']);
    const isAllowed = answers[turn % 2]?.[0] === 204;
    expect(await keys()).toHaveLength(isAllowed ? 1 : 0);
    expect(codeOf(await poll(deviceCode))).toEqual(isAllowed ? [200] : [400, 'ACCESS_DENIED']);
  }
});

test('a key is fetched once: of many concurrent polls, one gets it', async () => {
  const { userCode, deviceCode } = await start();
  await allow(userCode);
  const answers = (await Promise.all(Array.from({ length: 6 }, () => poll(deviceCode)))).map(codeOf);
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
  expect(answers.filter(([, code]) => code === 'SLOW_DOWN')).toHaveLength(5);
  app.pass({ seconds: 5 });
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'EXPIRED_TOKEN']);
});

test('two polls that both pass the rate limit fetch the key once', async () => {
  const { userCode, deviceCode } = await start();
  await allow(userCode);
  // As if the second instance's clock were ten seconds ahead.
  const other = createTestApp(database);
  other.pass({ seconds: 10 });
  const answers = await Promise.all([poll(deviceCode), other.call(fetchDeviceKey, { body: { deviceCode } })]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a tool that polls too often gets SLOW_DOWN, and a response once it waits', async () => {
  const { deviceCode } = await start();
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'AUTHORIZATION_PENDING']);
  app.pass({ seconds: 3 });
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'SLOW_DOWN']);
  app.pass({ seconds: 2 });
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'AUTHORIZATION_PENDING']);
});

test('a code expires after ten minutes: it cannot be allowed, and the tool starts again', async () => {
  const { userCode, deviceCode } = await start();
  app.pass({ minutes: 10 });
  token = await signInAs(app, 'editor');
  proof = await proved(app, token);
  for (const decide of [lookUp, allow, deny]) expect(codeOf(await decide(userCode))).toEqual([410, 'CODE_EXPIRED']);
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'EXPIRED_TOKEN']);
});

test('a key that was allowed and not fetched in time is deleted', async () => {
  const [one, other] = [await start('one'), await start('other')];
  await allow(one.userCode);
  await allow(other.userCode);
  app.pass({ minutes: 10 });
  token = await signInAs(app, 'editor');
  proof = await proved(app, token);
  expect(await keys()).toHaveLength(2);
  expect(codeOf(await poll(one.deviceCode))).toEqual([400, 'EXPIRED_TOKEN']);
  expect(await keys()).toEqual([]);
  const { userCode } = await start('one');
  expect((await allow(userCode)).status).toBe(204);
  expect((await keys()).map(({ name }) => name)).toEqual(['volume on one']);
});

test('a key that is revoked before the tool has fetched it is never returned', async () => {
  const { userCode, deviceCode } = await start();
  await allow(userCode);
  const [key] = await keys();
  await app.call(revokeNamedKey, { token, params: { ...params, keyId: key!.keyId } });
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'ACCESS_DENIED']);
});

test('a key that was rotated before the tool has fetched it stays, with the value that the user got', async () => {
  const asked = await start();
  await allow(asked.userCode);
  const [{ keyId } = { keyId: '' }] = await keys();
  const rotating = { token, headers: proof, params: { ...params, keyId }, body: { expiresAtUtc: null } };
  const { value } = (await app.call(rotateNamedKey, rotating)).value();
  expect(codeOf(await poll(asked.deviceCode))).toEqual([400, 'EXPIRED_TOKEN']);
  app.pass({ minutes: 11 });
  proof = await proved(app, token);
  await allow((await start('second')).userCode);
  expect((await app.call(listEvents, { params, headers: ofValue(value) })).status).toBe(200);
});

test('a code that a user allowed before they were disabled gets no key', async () => {
  const asked = await start();
  await allow(asked.userCode);
  const admin = { token: await signInAs(app, 'merchantadmin'), params: { userId: accountIdOf('editor') } };
  await app.call(disableUser, admin);
  expect(codeOf(await poll(asked.deviceCode))).toEqual([400, 'ACCESS_DENIED']);
});

test('after five wrong codes a user is rejected for ten minutes, even with the right code', async () => {
  const { userCode } = await start();
  for (const wrong of ['BBBB-BBBB', 'x', 'Straße', '00000000', 'CCCC-CCCC'])
    expect(codeOf(await lookUp(wrong))).toEqual([400, 'WRONG_CODE']);
  expect(codeOf(await lookUp(userCode))).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(codeOf(await allow(userCode))).toEqual([429, 'TOO_MANY_REQUESTS']);
  // Callers from other addresses are not slowed down.
  expect((await lookUp(userCode, await signInAs(app, 'merchantadmin'))).status).toBe(200);
});

test('five wrong second halves of a code invalidate it, also when they are sent concurrently', async () => {
  const { userCode, deviceCode } = await start();
  const wrong = withWrongEnd(userCode);
  const answers = await Promise.all(Array.from({ length: 8 }, () => lookUp(wrong)));
  expect(answers.map(codeOf).filter(([, code]) => code === 'WRONG_CODE')).toHaveLength(5);
  const admin = await signInAs(app, 'merchantadmin');
  expect(codeOf(await lookUp(userCode, admin))).toEqual([410, 'CODE_EXPIRED']);
  expect(codeOf(await poll(deviceCode))).toEqual([400, 'EXPIRED_TOKEN']);
});

test('correct codes are not counted', async () => {
  const { userCode } = await start();
  for (let turn = 0; turn < 12; turn++) expect((await lookUp(userCode)).status).toBe(200);
});

test('an address can start twenty sign-ins an hour, and guesses of the secret are counted', async () => {
  const from = (address: string) =>
    app.call(startDeviceSignIn, { body: { toolName: 'volume', machineName: 'x' }, address });
  for (let turn = 0; turn < 20; turn++) expect((await from('203.0.113.7')).status).toBe(200);
  expect((await from('203.0.113.7')).status).toBe(429);
  expect((await from('203.0.113.8')).status).toBe(200);
  const strict = createTestApp(database, { settings: { failedSignInsPerAddress: 2 } });
  const guess = () => strict.call(fetchDeviceKey, { body: { deviceCode: 'guessed' } });
  expect([codeOf(await guess()), codeOf(await guess()), codeOf(await guess())]).toEqual([
    [400, 'EXPIRED_TOKEN'],
    [400, 'EXPIRED_TOKEN'],
    [429, 'TOO_MANY_REQUESTS'],
  ]);
});

test('taken names get a number, and stay within 40 characters', async () => {
  const long = 'a-machine-with-a-name-of-forty-characters'.slice(0, 40);
  for (const machine of ['ada-laptop', 'ada-laptop', long, long]) await allow((await start(machine)).userCode);
  const names = (await keys()).map(({ name }) => name);
  expect(names).toContain('volume on ada-laptop');
  expect(names).toContain('volume on ada-laptop 2');
  expect(names.filter((name) => name.startsWith('volume on a-machine')).map((name) => name.length)).toEqual([40, 40]);
});

test('an application with 20 keys gets no further one, and the code remains open', async () => {
  for (let at = 0; at < mostNamedKeys; at++)
    expect((await allow((await start(`machine ${at}`, `203.0.113.${at}`)).userCode)).status).toBe(204);
  const { userCode } = await start('one more', '198.51.100.1');
  expect(codeOf(await allow(userCode))).toEqual([409, 'TOO_MANY_KEYS']);
  expect((await lookUp(userCode)).status).toBe(200);
});

test.each([
  ['toolName', { toolName: '', machineName: 'x' }],
  ['toolName', { toolName: 'see https://evil.example', machineName: 'x' }],
  ['machineName', { toolName: 'volume', machineName: 'two\nlines' }],
  ['machineName', { toolName: 'volume', machineName: 'x'.repeat(41) }],
  ['machineName', { toolName: 'volume' }],
])('refuses a sign-in whose %s is wrong: %j', async (field, body) => {
  const answer = await app.call(startDeviceSignIn, { body });
  expect([answer.status, answer.problem().errorMessage]).toEqual([400, expect.stringContaining(field)]);
});

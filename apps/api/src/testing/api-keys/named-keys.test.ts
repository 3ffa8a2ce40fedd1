import { apiKeyScopes, type NeededScope } from '@volume/contract/access.ts';
import {
  createNamedKey,
  listNamedKeys,
  mostNamedKeys,
  renameNamedKey,
  revokeNamedKey,
  rotateNamedKey,
} from '@volume/contract/api-keys/named-keys.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { oracle } from '#testing/access-oracle.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
/** The scope of each call by key, written by hand. */
const scopes: Record<string, NeededScope> = {
  listEvents: ['READ', 'TOOL'],
  listWebhookMessages: ['READ', 'TOOL'],
  getSampleMessage: ['READ', 'TOOL'],
  listReplayMessages: ['READ', 'TOOL'],
  getOwnKey: ['READ', 'TOOL'],
  revokeKey: 'TOOL',
  playScenario: 'TOOL',
  startWebhookReplay: 'TOOL',
  getWebhookReplay: ['READ', 'TOOL'],
  getPaymentIntent: 'READ',
  listPayIns: 'READ',
  getPayIn: 'READ',
  getPaymentStatus: 'READ',
  listPayInAccounts: 'READ',
  listPayouts: 'READ',
  getPayout: 'READ',
  createPaymentLink: 'LINKS',
  cancelPaymentIntent: 'LINKS',
  startRefund: 'REFUNDS',
  makePayout: 'PAYOUTS',
};
const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
let database: Database;
let app: TestApp;
let token: string;
let proof: Record<string, string>;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000, failedSignInsPerAddress: 100_000 } });
  const books = await seedAccount(app.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 500_000 });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('DELETE FROM application_keys');
  token = await signInAs(app, 'editor');
  proof = await proved(app, token);
});

const create = (body: object, headers = proof) => app.call(createNamedKey, { token, params, body, headers });
const ofValue = (value: string) => ({ [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: value });
async function newKey(body: object = {}) {
  const { key, value } = (await create({ name: 'Order service', scopes: ['READ'], ...body })).value();
  return { key, value, headers: ofValue(value) };
}
const list = async () => (await app.call(listNamedKeys, { token, params })).value();
const read = (headers: Record<string, string>, address = '203.0.113.7') => app.call(listPayIns, { headers, address });
const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];

test('a key’s value is returned once; later only its last characters are shown', async () => {
  const allowedAddresses = ['203.0.113.0/24'];
  const { key, value, headers } = await newKey({
    scopes: ['PAYOUTS', 'READ', 'READ'],
    moneyLimit: 25,
    allowedAddresses,
  });
  expect(value).toMatch(/^volume_[\w-]{43}$/);
  expect(key).toMatchObject({
    name: 'Order service',
    scopes: ['READ', 'PAYOUTS'],
    moneyLimit: 2500,
    expiresAtUtc: null,
  });
  expect(key.maskedValue).toBe(`••••••••${value.slice(-4)}`);
  expect(await list()).toEqual([key]);
  expect((await read(headers)).status).toBe(200);
  expect((await list())[0]).toMatchObject({ lastUsedFrom: '203.0.113.7' });
  const log = await app.call(listActivity, { token, params: { merchantId: ids.harbour }, query: 'action=KEY_CREATED' });
  expect(log.value().content[0]).toMatchObject({
    detail: 'Order service: READ, PAYOUTS; without an expiry; from 203.0.113.0/24; 25.00 in 24 hours',
  });
  const stored = JSON.stringify(await database.query('SELECT * FROM application_keys'));
  expect([stored, log.text, app.logLines.join('\n')].join('\n')).not.toContain(value);
});

test.each(Object.entries(scopes))('%s needs the scope %s, and its refusal names it', async (name, needed) => {
  const { input } = oracle[name]!;
  const enough = [needed].flat();
  const others = apiKeyScopes.filter((each) => !enough.includes(each));
  const without = await newKey({ name: 'Without', scopes: others });
  const call = (headers: Record<string, string>) =>
    app.call(endpoints[name]!, { ...input, headers: { ...input.headers, ...headers } });
  expect(codeOf(await call(without.headers))).toEqual([403, `${enough[0]}_SCOPE_NEEDED`]);
  for (const scope of enough) {
    const having = await newKey({ name: `With ${scope}`, scopes: [scope] });
    const { text } = await call(having.headers);
    expect(text).not.toContain('SCOPE_NEEDED');
    expect(text).not.toContain('does not open this call');
  }
});

test('the scopes above are the scopes of all calls by key', () => {
  const byKey = Object.values(endpoints).flatMap(({ name, access }) =>
    'apiKeys' in access && access.apiKeys ? [[name, access.apiKeys]] : [],
  );
  expect(Object.fromEntries(byKey)).toEqual(scopes);
});

test('a key works until its expiry and is refused from then on; rotating gives it a new one', async () => {
  const expiresAtUtc = new Date(app.services.clock.now().getTime() + 3_600_000).toISOString().slice(0, 23);
  const { key, headers } = await newKey({ expiresAtUtc });
  app.pass({ minutes: 59 });
  expect((await read(headers)).status).toBe(200);
  app.pass({ minutes: 1 });
  expect(codeOf(await read(headers))).toEqual([401, 'KEY_EXPIRED']);
  expect(codeOf(await read(ofValue('volume_wrong')))).toEqual([401, 'UNAUTHORIZED']);
  token = await signInAs(app, 'editor');
  const rotated = await app.call(rotateNamedKey, {
    token,
    params: { ...params, keyId: key.keyId },
    body: { expiresAtUtc: null },
    headers: await proved(app, token),
  });
  expect((await read(ofValue(rotated.value().value))).status).toBe(200);
  expect(codeOf(await read(headers))).toEqual([401, 'UNAUTHORIZED']);
});

test('a revoked key is refused from the next call on, and revoking it twice is 404', async () => {
  const { key, headers } = await newKey();
  const revoke = () => app.call(revokeNamedKey, { token, params: { ...params, keyId: key.keyId } });
  const answers = await Promise.all([revoke(), revoke()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
  expect((await read(headers)).status).toBe(401);
  expect(await list()).toEqual([]);
});

test('the address list and the limit of a key are enforced', async () => {
  const { headers } = await newKey({
    scopes: ['PAYOUTS', 'READ'],
    allowedAddresses: ['203.0.113.0/24'],
    moneyLimit: 10,
  });
  expect((await read(headers)).status).toBe(200);
  expect(codeOf(await read(headers, '198.51.100.1'))).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
  const payOut = (amount: number) =>
    app.call(makePayout, {
      params,
      body: { payInAccountId: 1, amount },
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      address: '203.0.113.7',
    });
  expect((await payOut(6)).status).toBe(200);
  expect(codeOf(await payOut(4.01))).toEqual([403, 'KEY_LIMIT']);
  expect((await payOut(4)).status).toBe(200);
});

test('a name can be used once, also by two users concurrently, and there can be 20 keys', async () => {
  const two = await Promise.all(['Shop', 'shop'].map((name) => create({ name, scopes: ['READ'] })));
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  for (let at = 1; at < mostNamedKeys; at++) await newKey({ name: `Key ${at}` });
  expect(codeOf(await create({ name: 'One more', scopes: ['READ'] }))).toEqual([409, 'TOO_MANY_KEYS']);
  const [first] = await list();
  const rename = (name: string) =>
    app.call(renameNamedKey, { token, params: { ...params, keyId: first!.keyId }, body: { name } });
  expect(codeOf(await rename('sHOP'))).toEqual([409, 'NAME_IN_USE']);
  expect((await rename(first!.name)).status).toBe(200);
  expect((await rename('Ledger')).value()).toMatchObject({ keyId: first!.keyId, name: 'Ledger' });
});

test.each([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(41) }],
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['EVERYTHING'] }],
  ['expiresAtUtc', { expiresAtUtc: '2020-01-01T00:00:00.000' }],
  ['allowedAddresses', { allowedAddresses: ['shop.example'] }],
  ['moneyLimit', { moneyLimit: -1 }],
])('refuses a new key whose %s is wrong: %j', async (field, wrong) => {
  const answer = await create({ name: 'Order service', scopes: ['READ'], ...wrong });
  expect([answer.status, answer.problem().errorMessage]).toEqual([400, expect.stringContaining(field)]);
  expect(await list()).toEqual([]);
});

test('creating and rotating need a step-up; renaming and revoking do not', async () => {
  expect(codeOf(await create({ name: 'Order service', scopes: ['READ'] }, {}))).toEqual([403, 'STEP_UP_REQUIRED']);
  const { key } = await newKey();
  const named = { token, params: { ...params, keyId: key.keyId } };
  const rotated = await app.call(rotateNamedKey, { ...named, body: { expiresAtUtc: null } });
  expect(codeOf(rotated)).toEqual([403, 'STEP_UP_REQUIRED']);
  expect((await app.call(renameNamedKey, { ...named, body: { name: 'Shop' } })).status).toBe(200);
  expect((await app.call(revokeNamedKey, named)).status).toBe(204);
});

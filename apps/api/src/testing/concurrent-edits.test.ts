import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { listPayInAccounts, setLowBalance } from '@volume/contract/balances/balances.ts';
import { getBrand, setBrand } from '@volume/contract/merchants/brand.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { ifMatchHeader, stepUpHeader } from '@volume/contract/headers.ts';
import { changeMerchantFee, getMerchantFee } from '@volume/contract/merchants/fee.ts';
import { changeBank, listBanks } from '@volume/contract/institutions/banks.ts';
import { setInstitutions } from '@volume/contract/institutions/institutions.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { listPayoutSchedules, setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { getApiKeySettings, setApiKeySettings } from '@volume/contract/api-keys/api-keys.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import {
  changeMerchantCompany,
  changeMerchantLimits,
  getMerchantSettings,
} from '@volume/contract/merchants/merchant-settings.ts';
import { getMerchantDraft, saveMerchantDraft } from '@volume/contract/merchants/create-merchant.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';
import { listSavedViews } from '@volume/contract/saved-views/saved-views.ts';
import { changeView, shareView } from '@volume/contract/saved-views/writes.ts';
import { listUsers, updateUser } from '@volume/contract/users/users.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listWebhookEndpoints,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { addressFields, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Called } from './call-api.ts';
import { makeApiKey } from './api-keys/make-api-key.ts';
import { openPeople } from './open-people.ts';
import { draftBody } from '#testing/oracle/new-merchant-rows.ts';
import { seedAccount } from './seed-money.ts';
import { accountIdOf, ids, password } from './seed-people.ts';
import { proved, signInAs } from './sign-in-as.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A different value for each write, because an unchanged value keeps its version. */
const choices = [['natwest'], ['monzo'], ['aib'], ['natwest', 'monzo'], ['natwest', 'aib'], ['monzo', 'aib']];
const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;
let proof: string;
let admin: { token: string; headers: Record<string, string> };
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000, callsPerSecond: 100_000 } });
  for (const id of ['natwest', 'monzo', 'aib']) {
    await database.query(
      `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
       VALUES ($1, $1, $1, '[]', '{GBP}', 'SANDBOX')`,
      [id],
    );
  }
});
afterAll(() => database.close());
beforeAll(() => makeApiKey(app));

const payIns = { merchantId: ids.harbour, list: 'pay-ins' };
const shareOne = async () =>
  jsonOf(await send(shareView, payIns, { name: 'By risk', search: '', columns: ['status', 'amount'] }));

let account = 0;
beforeEach(async () => {
  account += 1;
  await seedAccount(app.services, { ...shop, payInAccountId: account, currency: 'GBP' });
  token = await signInAs(app, 'merchantadmin');
  proof = (await app.call(stepUp, { token, body: { password } })).value().stepUpToken;
  const adminToken = await signInAs(app, 'admin');
  admin = { token: adminToken, headers: await proved(app, adminToken) };
});

interface Edit {
  /** Reads the current version and value. */
  read: () => Promise<{ version: unknown; value: unknown }>;
  /** Writes one of several values. */
  write: (nth: number, version?: unknown) => Promise<Called<AnyEndpoint>>;
  /** The field of the response that contains the version. */
  field: string;
}

type Json = Record<string, unknown>;
const jsonOf = ({ text }: Called<AnyEndpoint>): Json => JSON.parse(text) as Json;
/** Parses the response as any HTTP client would, without our schemas. */
const get = async <Shape = Json>(endpoint: AnyEndpoint, params: Record<string, string>) =>
  jsonOf(await app.call(endpoint, { token, params })) as Shape;
const send = (endpoint: AnyEndpoint, params: Record<string, string>, body: unknown, version?: unknown) =>
  app.call(endpoint, {
    token,
    params,
    body,
    headers: { [stepUpHeader]: proof, ...(typeof version === 'string' && { [ifMatchHeader]: version }) },
  });
const pickVersion = (answer: Json, field: string, value: string) => ({ version: answer[field], value: answer[value] });
async function application() {
  const { applications } = await get<{ applications: Json[] }>(getMerchant, { merchantId: ids.harbour });
  return applications.find(({ applicationId }) => applicationId === ids.harbourShop)!;
}
const settings = async () =>
  jsonOf(await app.call(getMerchantSettings, { ...admin, params: { merchantId: ids.harbour } })) as unknown as {
    company: Json;
    limits: Json;
  };
const asAdmin = (endpoint: AnyEndpoint, body: unknown, version?: unknown) =>
  app.call(endpoint, {
    token: admin.token,
    params: { merchantId: ids.harbour },
    body,
    headers: { ...admin.headers, ...(typeof version === 'string' && { [ifMatchHeader]: version }) },
  });
const draft = { draftId: ids.nobody };
const person = { merchantId: ids.harbour, userId: accountIdOf('viewer') };

let endpoint: string | undefined;
const endpointBody = (name: string) => ({ name, url: 'https://shop.test/hooks', types: ['payment.settled'] });

/** By the name of the call that writes. */
const edits: Record<string, Edit> = {
  setWebhooksCallbacks: {
    field: 'addressesVersion',
    read: async () => pickVersion(await application(), 'addressesVersion', 'cancelUrl'),
    write: (nth, version) =>
      send(setWebhooksCallbacks, shop, { cancelUrl: `https://shop.test/${account}/${nth}` }, version),
  },
  setInstitutions: {
    field: 'institutionsVersion',
    read: async () => pickVersion(await application(), 'institutionsVersion', 'institutions'),
    write: (nth, version) => send(setInstitutions, shop, { institutions: choices[nth] }, version),
  },
  changeBank: {
    field: 'version',
    read: async () => {
      const { content } = jsonOf(await app.call(listBanks, { ...admin, query: 'search=aib' })) as { content: Json[] };
      return pickVersion(content[0]!, 'version', 'name');
    },
    write: (nth, version) =>
      app.call(changeBank, {
        token: admin.token,
        params: { institutionId: 'aib' },
        body: { name: `Bank ${account} ${nth}`, fullName: null, letters: null, countries: ['IE'], currencies: ['EUR'] },
        headers: { ...admin.headers, ...(typeof version === 'string' && { [ifMatchHeader]: version }) },
      }),
  },
  changeMerchantFee: {
    field: 'version',
    read: async () => {
      const fee = jsonOf(await app.call(getMerchantFee, { ...admin, params: { merchantId: ids.harbour } })) as Json;
      return { version: fee['version'], value: (fee['planned'] as Json | null)?.['percentage'] ?? null };
    },
    write: (nth, version) =>
      app.call(changeMerchantFee, {
        token: admin.token,
        params: { merchantId: ids.harbour },
        body: { percentage: nth + 2, validFrom: '2026-12-01', reason: `Change ${account}` },
        headers: { ...admin.headers, ...(typeof version === 'string' && { [ifMatchHeader]: version }) },
      }),
  },
  setBrand: {
    field: 'version',
    read: async () => pickVersion(await get(getBrand, { merchantId: ids.harbour }), 'version', 'name'),
    write: (nth, version) =>
      send(setBrand, { merchantId: ids.harbour }, { name: `Shop ${nth}`, colour: null, mark: null }, version),
  },
  setPayoutSchedule: {
    field: 'version',
    read: async () => {
      const all = await get<Json[]>(listPayoutSchedules, shop);
      const schedule = all.find(({ payInAccountId }) => payInAccountId === account);
      return pickVersion(schedule ?? { version: neverSetVersion }, 'version', 'timeUtc');
    },
    write: (nth, version) =>
      send(
        setPayoutSchedule,
        shop,
        { payInAccountId: account, enabled: true, frequency: 'DAILY', timeUtc: `0${nth}:00`, amountType: 'ALL' },
        version,
      ),
  },
  setLowBalance: {
    field: 'version',
    read: async () => {
      const accounts = await get<Json[]>(listPayInAccounts, shop);
      return pickVersion(
        accounts.find(({ id }) => id === account)!,
        'lowBalanceVersion',
        'lowBalanceThreshold',
      );
    },
    write: (nth, version) =>
      send(setLowBalance, { ...shop, payInAccountId: String(account) }, { threshold: 100 + nth }, version),
  },
  changeWebhookEndpoint: {
    field: 'version',
    read: async () => {
      endpoint ??= jsonOf(await send(createWebhookEndpoint, shop, endpointBody('first')))['endpointId'] as string;
      const all = await get<Json[]>(listWebhookEndpoints, shop);
      return pickVersion(
        all.find(({ endpointId }) => endpointId === endpoint)!,
        'version',
        'name',
      );
    },
    write: (nth, version) =>
      send(changeWebhookEndpoint, { ...shop, endpointId: endpoint! }, endpointBody(`${account} ${nth}`), version),
  },
  setKeySettings: {
    field: 'version',
    read: async () => {
      const { primaryKey } = await get<{ primaryKey: Json }>(getApiKeySettings, shop);
      return pickVersion(primaryKey, 'version', 'moneyLimit');
    },
    write: (nth, version) =>
      send(
        setApiKeySettings,
        { ...shop, key: 'PRIMARY' },
        { allowedAddresses: [], moneyLimit: account * 100 + nth },
        version,
      ),
  },
  saveMerchantDraft: {
    field: 'version',
    read: async () => {
      const input = { token: await signInAs(app, 'admin'), params: draft };
      const answer = await app.call(getMerchantDraft, input);
      if (answer.status === 404) return { version: neverSetVersion, value: null };
      return pickVersion(jsonOf(answer), 'version', 'content');
    },
    write: async (nth, version) => {
      const body = { ...draftBody, terms: { fee: `${account}.${nth}`, largestAmount: '' } };
      const headers = { ...(typeof version === 'string' && { [ifMatchHeader]: version }) };
      return app.call(saveMerchantDraft, { token: await signInAs(app, 'admin'), params: draft, body, headers });
    },
  },
  changeMerchantCompany: {
    field: 'version',
    read: async () => pickVersion((await settings()).company, 'version', 'companyName'),
    write: (nth, version) =>
      asAdmin(changeMerchantCompany, { companyName: `Harbour ${account} ${nth}`, email: null }, version),
  },
  changeMerchantLimits: {
    field: 'version',
    read: async () => pickVersion((await settings()).limits, 'version', 'largestAmount'),
    write: (nth, version) =>
      asAdmin(changeMerchantLimits, { largestAmount: 1000 * account + nth, fromDay: '2026-11-21' }, version),
  },
  changeSharedView: {
    field: 'version',
    read: async () => {
      const [view] = await get<Json[]>(listSavedViews, payIns);
      return pickVersion(view ?? (await shareOne()), 'version', 'columns');
    },
    write: async (nth, version) => {
      const [view] = await get<Json[]>(listSavedViews, payIns);
      const { viewId } = view ?? (await shareOne());
      const last = ['payer', 'reference', 'order', 'type', 'risk', 'created'][nth];
      return send(changeView, { ...payIns, viewId: String(viewId) }, { columns: ['status', 'amount', last] }, version);
    },
  },
  updateAccount: {
    field: 'version',
    read: async () => {
      const all = await get<Json[]>(listUsers, { merchantId: ids.harbour });
      return pickVersion(
        all.find(({ userId }) => userId === person.userId)!,
        'version',
        'name',
      );
    },
    write: (nth, version) => send(updateUser, person, { name: `Viewer ${account} ${nth}` }, version),
  },
};

test('every call that compares versions and writes values has an edit here', () => {
  const all: AnyEndpoint[] = Object.values(endpoints);
  // Without a body a call withdraws a planned change; facts-of-calls.test.ts checks that it refuses an outdated version.
  const writing = all.filter(({ comparesVersions, body }) => comparesVersions && body).map(({ name }) => name);
  const missing = writing.filter((name) => !Object.hasOwn(edits, name));
  expect(missing, 'add them to `edits` of concurrent-edits.test.ts').toEqual([]);
});

test.each(Object.entries(edits))('%s: rejects a write with an outdated version', async (_, edit) => {
  const begun = await edit.read();
  expect((await edit.write(1, begun.version)).status).toBe(200);
  const current = await edit.read();
  const refused = await edit.write(2, begun.version);
  expect(refused.status).toBe(409);
  expect(refused.problem()).toMatchObject({ statusName: 'CHANGED_MEANWHILE', source: 'VOLUME' });
  expect(await edit.read()).toEqual(current);
  expect((await edit.write(2, current.version)).status).toBe(200);
  expect((await edit.read()).value).not.toEqual(current.value);
});

test.each(Object.entries(edits))('%s: a write and a refusal return the version for the next write', async (_, edit) => {
  const first = jsonOf(await edit.write(1))[edit.field];
  expect((await edit.read()).version).toBe(first);
  const second = jsonOf(await edit.write(2, first))[edit.field];
  expect(second).toMatch(/^"[\da-f]{32}"$/);
  const { current } = jsonOf(await edit.write(3, first)) as { current: Json };
  expect(current[edit.field]).toBe(second);
  expect((await edit.write(3, current[edit.field])).status).toBe(200);
});

test.each(Object.entries(edits))('%s: accepts a write without a version', async (_, edit) => {
  expect((await edit.write(1)).status).toBe(200);
  expect((await edit.write(2)).status).toBe(200);
});

test.each(Object.entries(edits))('%s: saves one of five concurrent writes from the same version', async (_, edit) => {
  await edit.write(0);
  const { version } = await edit.read();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((nth) => edit.write(nth, version)));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  const saved = answers.filter(({ status }) => status === 200);
  expect(saved).toHaveLength(1);
});

test.each(addressFields)('the version of the addresses covers %s', async (field) => {
  const { version } = await edits['setWebhooksCallbacks']!.read();
  const body = { [field]: `https://shop.test/${account}` };
  expect((await send(setWebhooksCallbacks, shop, body, version)).status).toBe(200);
  expect((await edits['setWebhooksCallbacks']!.read()).version).not.toBe(version);
});

test('saves one of three concurrent first schedules', async () => {
  const schedule = edits['setPayoutSchedule']!;
  const { version } = await schedule.read();
  const answers = await Promise.all([1, 2, 3].map((nth) => schedule.write(nth, version)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
});

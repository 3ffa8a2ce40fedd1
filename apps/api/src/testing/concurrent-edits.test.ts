import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { ifMatchHeader, stepUpHeader } from '@volume/contract/headers.ts';
import { getBrand, setBrand } from '@volume/contract/brand.ts';
import { setInstitutions } from '@volume/contract/institutions.ts';
import { getMerchant } from '@volume/contract/merchants.ts';
import { listPayoutSchedules, setPayoutSchedule } from '@volume/contract/payout-schedules.ts';
import { getKeySettings, setKeySettings } from '@volume/contract/secrets.ts';
import { stepUp } from '@volume/contract/session.ts';
import {
  addressesVersion,
  brandVersion,
  institutionsVersion,
  keyVersion,
  scheduleVersion,
  userVersion,
} from '@volume/contract/settings-version.ts';
import { listAccounts, updateAccount } from '@volume/contract/users.ts';
import { setWebhooksCallbacks } from '@volume/contract/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Called } from './call-api.ts';
import { makeKey } from './keys/make-key.ts';
import { openPeople } from './open-people.ts';
import { seedAccount } from './seed-money.ts';
import { accountIdOf, ids, password } from './seed-people.ts';
import { signInAs } from './sign-in-as.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A different value for each write, because an unchanged value keeps its version. */
const choices = [['natwest'], ['monzo'], ['aib'], ['natwest', 'monzo'], ['natwest', 'aib'], ['monzo', 'aib']];
const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;
let proof: string;
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
beforeAll(() => makeKey(app));

let account = 0;
beforeEach(async () => {
  account += 1;
  await seedAccount(app.services, { ...shop, payInAccountId: account, currency: 'GBP' });
  token = await signInAs(app, 'merchantadmin');
  proof = (await app.call(stepUp, { token, body: { password } })).value().stepUpToken;
});

interface Edit {
  /** Reads the current version and value. */
  read: () => Promise<{ version: string; value: unknown }>;
  /** Writes one of several values. */
  write: (nth: number, version?: string) => Promise<Called<AnyEndpoint>>;
}

const send = (endpoint: AnyEndpoint, params: Record<string, string>, body: unknown, version?: string) =>
  app.call(endpoint, {
    token,
    params,
    body,
    headers: { [stepUpHeader]: proof, ...(version !== undefined && { [ifMatchHeader]: version }) },
  });
async function application() {
  const { applications } = (await app.call(getMerchant, { token, params: { merchantId: ids.harbour } })).value();
  return applications.find(({ applicationId }) => applicationId === ids.harbourShop)!;
}
const person = { merchantId: ids.harbour, userId: accountIdOf('viewer') };

const edits: Record<string, Edit> = {
  addresses: {
    read: async () => {
      const value = await application();
      return { version: addressesVersion(value), value: value.cancelUrl };
    },
    write: (nth, version) =>
      send(setWebhooksCallbacks, shop, { cancelUrl: `https://shop.test/${account}/${nth}` }, version),
  },
  institutions: {
    read: async () => {
      const value = await application();
      return { version: institutionsVersion(value), value: value.institutions };
    },
    write: (nth, version) => send(setInstitutions, shop, { institutions: choices[nth] }, version),
  },
  'a brand': {
    read: async () => {
      const value = (await app.call(getBrand, { token, params: { merchantId: ids.harbour } })).value();
      return { version: brandVersion(value), value: value.name };
    },
    write: (nth, version) =>
      send(setBrand, { merchantId: ids.harbour }, { name: `Shop ${nth}`, colour: null, mark: null }, version),
  },
  'a payout schedule': {
    read: async () => {
      const all = (await app.call(listPayoutSchedules, { token, params: shop })).value();
      const value = all.find(({ payInAccountId }) => payInAccountId === account);
      return { version: scheduleVersion(value), value: value?.timeUtc };
    },
    write: (nth, version) =>
      send(
        setPayoutSchedule,
        shop,
        { payInAccountId: account, enabled: true, frequency: 'DAILY', timeUtc: `0${nth}:00`, amountType: 'ALL' },
        version,
      ),
  },
  'what a key may do': {
    read: async () => {
      const { primaryKey } = (await app.call(getKeySettings, { token, params: shop })).value();
      return { version: keyVersion(primaryKey!), value: primaryKey!.moneyLimit };
    },
    write: (nth, version) =>
      send(
        setKeySettings,
        { ...shop, key: 'PRIMARY' },
        { allowedAddresses: [], moneyLimit: account * 100 + nth },
        version,
      ),
  },
  'a person’s roles': {
    read: async () => {
      const all = (await app.call(listAccounts, { token, params: { merchantId: ids.harbour } })).value();
      const value = all.find(({ userId }) => userId === person.userId)!;
      return { version: userVersion(value), value: [value.roles, value.name] };
    },
    write: (nth, version) => send(updateAccount, person, { name: `Viewer ${account} ${nth}` }, version),
  },
};

test.each(Object.entries(edits))(
  '%s: returns 409 and the current value for a write from an older version',
  async (_, edit) => {
    const begun = await edit.read();
    expect((await edit.write(1, begun.version)).status).toBe(200);
    const standing = await edit.read();
    const refused = await edit.write(2, begun.version);
    expect(refused.status).toBe(409);
    expect(refused.problem()).toMatchObject({ statusName: 'CHANGED_MEANWHILE', source: 'VOLUME' });
    expect(JSON.parse(refused.text)).toHaveProperty('current');
    expect(await edit.read()).toEqual(standing);
    expect((await edit.write(2, standing.version)).status).toBe(200);
    expect((await edit.read()).value).not.toEqual(standing.value);
  },
);

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

test('saves one of three concurrent first schedules', async () => {
  const schedule = edits['a payout schedule']!;
  const { version } = await schedule.read();
  const answers = await Promise.all([1, 2, 3].map((nth) => schedule.write(nth, version)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
});

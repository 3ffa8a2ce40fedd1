import { listActivity } from '@volume/contract/users/activity.ts';
import { setInstitutions } from '@volume/contract/institutions/institutions.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import {
  setExternalPaymentEmail,
  setExternalPaymentWebhook,
} from '@volume/contract/notifications/notification-settings.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { forgetActivity } from '#testing/audit-log/forget-activity.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  for (const id of ['natwest', 'monzo', 'aib']) {
    await database.query(
      `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
       VALUES ($1, $1, $1, '[{"displayName":"United Kingdom","countryCode2":"GB"}]', '{GBP}', 'SANDBOX')`,
      [id],
    );
  }
});
afterAll(() => database.close());
beforeEach(async () => {
  await forgetActivity(database);
  await database.query(`UPDATE applications SET institutions = '{}', send_email_for_external_payin_payment = NULL`);
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'editor');
});

const applications = async () =>
  (await app.call(getMerchant, { token, params: { merchantId: ids.harbour } })).value().applications;
const actions = async (action: string) =>
  (await app.call(listActivity, { token, params: { merchantId: ids.harbour }, query: `action=${action}` })).value()
    .content;
const choose = (institutions: unknown, as = token) =>
  app.call(setInstitutions, { token: as, params, body: { institutions } });

describe('institutions', () => {
  test('are set per application, without duplicates; an empty list means all', async () => {
    const chosen = (await choose(['natwest', 'aib', 'natwest'])).value();
    expect(chosen).toMatchObject({ applicationId: ids.harbourShop, institutions: ['aib', 'natwest'] });
    const [shop, other] = await applications();
    expect(shop).toEqual(chosen);
    expect(other?.institutions).toEqual([]);
    expect((await choose([])).value().institutions).toEqual([]);
  });

  test('log which ones were added and removed', async () => {
    await choose(['natwest', 'aib']);
    app.pass({ seconds: 1 });
    await choose(['natwest', 'monzo']);
    app.pass({ seconds: 1 });
    await choose([]);
    expect((await actions('INSTITUTIONS_CHANGED')).map(({ detail, subject }) => [subject, detail])).toEqual([
      [ids.harbourShop, 'monzo, natwest → all'],
      [ids.harbourShop, '+monzo −aib'],
      [ids.harbourShop, 'all → aib, natwest'],
    ]);
  });

  test('rejects unknown ones by name and changes nothing', async () => {
    await choose(['monzo']);
    const answer = await choose(['natwest', 'no-bank']);
    expect(answer.status).toBe(400);
    expect(answer.problem().errorMessage).toContain('no-bank');
    expect((await choose('natwest')).status).toBe(400);
    expect((await choose([''])).status).toBe(400);
    expect((await applications())[0]?.institutions).toEqual(['monzo']);
    expect(await actions('INSTITUTIONS_CHANGED')).toHaveLength(1);
  });
});

describe('notifications about external payments', () => {
  test('are switched on and off separately, for one application only', async () => {
    const on = { token, params, body: { shouldSend: true } };
    const answer = await app.call(setExternalPaymentEmail, on);
    expect([answer.status, answer.text]).toEqual([204, '']);
    await app.call(setExternalPaymentWebhook, on);
    app.pass({ seconds: 1 });
    await app.call(setExternalPaymentWebhook, { ...on, body: { shouldSend: false } });
    const [shop, other] = await applications();
    expect(shop).toMatchObject({
      sendEmailForExternalPayinPayment: true,
      sendWebhookForExternalPayinPayment: false,
    });
    expect(other).toMatchObject({ sendEmailForExternalPayinPayment: null, sendWebhookForExternalPayinPayment: null });
    const [last] = await actions('NOTIFICATIONS_CHANGED');
    expect(last).toMatchObject({ detail: 'Webhook about external payments off', subject: ids.harbourShop });
    expect(await actions('NOTIFICATIONS_CHANGED')).toHaveLength(3);
  });

  test.each([{}, { shouldSend: 'yes' }, { shouldSend: true, more: 1 }])('reject %j', async (body) => {
    expect((await app.call(setExternalPaymentEmail, { token, params, body })).status).toBe(400);
    expect((await app.call(setExternalPaymentWebhook, { token, params, body })).status).toBe(400);
  });
});

test("an administrator changes a merchant's settings under their own name; a read-only one cannot", async () => {
  const admin = await signInAs(app, 'admin');
  expect((await choose(['monzo'], admin)).value().institutions).toEqual(['monzo']);
  expect(await actions('INSTITUTIONS_CHANGED')).toMatchObject([{ actor: 'admin@test.example', actorKind: 'ADMIN' }]);
  expect((await choose([], await signInAs(app, 'reader'))).status).toBe(403);
  expect((await choose([], await signInAs(app, 'viewer'))).status).toBe(403);
  expect((await applications())[0]?.institutions).toEqual(['monzo']);
});

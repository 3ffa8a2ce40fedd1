import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { makeSamplePayments } from '@volume/contract/payment-links/sample-payments.ts';
import { playScenario, scenarioNames, scenarios, scenariosAnHour } from '@volume/contract/payment-links/scenarios.ts';
import { listPayouts } from '@volume/contract/payouts/payouts.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookRequest } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { sandboxHabits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;
let sent: WebhookRequest[] = [];

const open = (settings = {}) =>
  createTestApp(database, {
    habitsOf: sandboxHabits,
    settings,
    webhookSender: {
      send: async (request) => {
        sent.push(request);
        return { status: 200, body: '', retryAfter: null };
      },
    },
  });

beforeAll(async () => {
  database = await openPeople();
  await writeSimulatedBanks(database);
  const { services } = createTestApp(database);
  await seedAccount(services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(services, { ...params, payInAccountId: 2, currency: 'EUR' });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.run('DELETE FROM due_work; DELETE FROM throttle_counters; DELETE FROM moved_money');
  app = open();
  token = await signInAs(app, 'editor');
  await setAddress('https://shop.example.com/hooks');
  sent = [];
});

async function setAddress(url: string | null) {
  const body = { paymentStatusWebhookUrl: url, refundWebhookUrl: url, payoutWebhookUrl: url };
  const headers = await proved(app, token);
  (await app.call(setWebhooksCallbacks, { token, params, body, headers })).value();
}
const play = (scenario: string, on = app) => on.call(playScenario, { token, params, body: { scenario } });
const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];

/** Lets the jobs run and the webhooks be sent for this time. */
async function letPass(seconds: number, apps = [app]): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    await Promise.all(apps.map((each) => each.runDueWork()));
    await Promise.all(apps.map((each) => each.sendWebhooks()));
    for (const each of apps) each.pass({ seconds: 1 });
  }
}
async function eventsAbout(merchantPaymentId: string): Promise<string[]> {
  const found: { type: string; body: string }[] = [];
  for (let after = ''; ;) {
    const query = `size=100${after && `&after=${after}`}`;
    const page = (await app.call(listEvents, { token, params, query })).value();
    found.push(...page.events);
    after = page.events.at(-1)?.id ?? after;
    if (!page.hasMore) break;
  }
  // Events about a payout name no payment: a scenario has its short id in the reference.
  const shortId = merchantPaymentId.split('-').at(-1)!;
  return found.filter(({ body }) => body.includes(shortId)).map(({ type }) => type);
}

test.each(scenarioNames)(
  '%s: the events listed in the response happen in this order, and the books agree',
  async (name) => {
    const answer = (await play(name)).value();
    expect(answer).toMatchObject({ scenario: name, currency: 'GBP', eventTypes: scenarios[name] });
    expect(answer.merchantPaymentId).toMatch(new RegExp(`^SAMPLE-${name.toUpperCase()}-[0-9A-F]{8}$`));
    await letPass(name === 'held' || name === 'returned' || name === 'late-settlement' ? 75 : 25);
    expect(await eventsAbout(answer.merchantPaymentId)).toEqual(answer.eventTypes);
    const query = `applicationId=${ids.harbourShop}&merchantPaymentId=${answer.merchantPaymentId}`;
    const [payment] = (await app.call(listPayIns, { token, query })).value().content;
    expect(payment?.statusTags).toContain('SAMPLE');
    expect(payment?.paymentRequest.amount).toBe(answer.amount);
    expect(await audit(database)).toEqual([]);
    expect(await database.query('SELECT FROM due_work WHERE kind = $1', ['SCENARIO'])).toEqual([]);
  },
);

test('late-settlement: the money arrives long before it can be used', async () => {
  const { merchantPaymentId } = (await play('late-settlement')).value();
  await letPass(30);
  expect(await eventsAbout(merchantPaymentId)).toEqual(['payment.completed']);
  await letPass(45);
  expect(await eventsAbout(merchantPaymentId)).toEqual(['payment.completed', 'payment.settled']);
});

test('duplicate-delivery: every event of the payment is sent twice under the same id, and no other event is', async () => {
  const { merchantPaymentId } = (await play('duplicate-delivery')).value();
  await letPass(30);
  const mine = sent.filter(({ body }) => body.includes(merchantPaymentId));
  expect(mine).toHaveLength(4);
  expect(new Set(mine.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  sent = [];
  const other = (await play('paid')).value();
  await letPass(30);
  expect(sent.filter(({ body }) => body.includes(other.merchantPaymentId))).toHaveLength(2);
});

test('duplicate-delivery needs an address, and payout-failed a default beneficiary', async () => {
  await setAddress(null);
  expect(codeOf(await play('duplicate-delivery'))).toEqual([409, 'NO_WEBHOOK_ADDRESS']);
  const setDefault = (id: string | null) =>
    database.query(
      'UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = $1 WHERE payee_detail_id = 1',
      [id],
    );
  await setDefault(null);
  expect(codeOf(await play('payout-failed'))).toEqual([422, 'NO_DEFAULT_BENEFICIARY']);
  await setDefault('B1');
  expect((await play('payout-failed')).status).toBe(200);
});

test('two instances that run the same jobs make each payment, refund and payout once', async () => {
  const [refund, payout] = [(await play('refund-failed')).value(), (await play('payout-failed')).value()];
  // As if the claims had expired while the process was still working.
  await database.query(
    `INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
     SELECT gen_random_uuid(), kind, merchant_id, object_id, payload, due_at FROM due_work WHERE kind = 'SCENARIO'`,
  );
  await letPass(30, [app, open()]);
  expect(await eventsAbout(refund.merchantPaymentId)).toEqual(refund.eventTypes);
  expect(await eventsAbout(payout.merchantPaymentId)).toEqual(payout.eventTypes);
  const query = 'size=100';
  const payouts = (await app.call(listPayouts, { token, params, query })).value().content;
  const shortId = payout.merchantPaymentId.split('-').at(-1);
  expect(
    payouts.filter(({ payoutRequestDetails }) => payoutRequestDetails.reference === `TEST ${shortId}`),
  ).toHaveLength(1);
  expect(await audit(database)).toEqual([]);
});

test('money moved by scenarios does not count towards a limit', async () => {
  await play('refund-failed');
  await play('payout-failed');
  await letPass(25);
  expect(await database.query('SELECT FROM moved_money')).toEqual([]);
});

test('an application can play sixty scenarios an hour, also when they are requested concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: scenariosAnHour + 5 }, () => play('declined')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(scenariosAnHour);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('scenarios do not count as batches of sample payments', async () => {
  const now = app.services.clock.now();
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference, merchant_payment_id, is_sample)
     SELECT $1, gen_random_uuid(), $2, $3, $3, 1913, 'GBP', 'FAILED', 'VOLUME', true, true, false, '',
       'SAMPLE-DECLINED-' || lpad(number::text, 8, '0'), true FROM generate_series(1, 120) AS number`,
    [ids.harbour, ids.harbourShop, now],
  );
  expect((await app.call(makeSamplePayments, { token, params })).value().isNew).toBe(true);
});

test('a scenario makes nothing more for a disabled merchant', async () => {
  const { merchantPaymentId } = (await play('payout-failed')).value();
  await letPass(6);
  await setMerchantEnabled(app.services, { merchant: ids.harbour, enabled: false, by: 'test' });
  await letPass(30);
  await setMerchantEnabled(app.services, { merchant: ids.harbour, enabled: true, by: 'test' });
  token = await signInAs(app, 'editor');
  expect(await eventsAbout(merchantPaymentId)).not.toContain('payout.in_progress');
  expect(await database.query('SELECT FROM due_work WHERE kind = $1', ['SCENARIO'])).toEqual([]);
});

test('the call is available under Sandbox and Integration, not under Live, and is refused with real providers', async () => {
  const name = 'POST merchants/{}/applications/{}/scenarios';
  const capabilitiesOf = async (on: TestApp) => (await on.call(listCapabilities)).value();
  const live = open({ isSandbox: false, isLive: true });
  expect([(await play('paid', live)).status, await capabilitiesOf(live)]).toEqual([
    404,
    expect.not.arrayContaining([name]),
  ]);
  const real = open({ provider: 'GATEWAY' });
  const refused = await play('paid', real);
  expect([...codeOf(refused), refused.problem().errorMessage]).toEqual([
    422,
    'NOT_SIMULATED',
    'Real providers are connected here, and only simulated ones play scenarios. Nothing was done.',
  ]);
  expect(await capabilitiesOf(real)).not.toContain(name);
  const integration = open({ isSandbox: false });
  expect(await capabilitiesOf(integration)).toContain(name);
  const { merchantPaymentId } = (await play('paid', integration)).value();
  expect(merchantPaymentId).toMatch(/^SCENARIO-PAID-/);
  await letPass(20, [integration]);
  const query = `applicationId=${ids.harbourShop}&merchantPaymentId=${merchantPaymentId}`;
  const [payment] = (await integration.call(listPayIns, { token, query })).value().content;
  expect([payment?.paymentStatus, payment?.statusTags]).toEqual(['SETTLED', expect.not.arrayContaining(['SAMPLE'])]);
});

test.each([{}, { scenario: 'rich' }, { scenario: null }, { scenario: 'paid', amount: 5 }, { scenario: 'toString' }])(
  'refuses the body %j',
  async (body) => {
    expect((await app.call(playScenario, { token, params, body })).status).toBe(400);
  },
);

import { sendTestWebhook, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import type { WebhookReply } from '#core/services.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const isFull = process.env['TEST_COUNTS'] === 'full';
const addresses = isFull ? 2_000 : 10;
const refused: WebhookReply = { error: 'The server refused the connection' };
let database: Database;
let api: TestApp;
let token: string;
/** The length of the longest value passed to any statement since this was set to 0, in characters. */
let longest = 0;
let reply: () => Promise<WebhookReply> = async () => refused;

beforeAll(async () => {
  database = await openPeople();
  const query: Database['query'] = (statement, parameters) => {
    const { values } = toStatement(statement, parameters);
    longest = Math.max(longest, ...values.map((value) => JSON.stringify(value)?.length ?? 0));
    return database.query(statement, parameters);
  };
  api = createTestApp({ ...database, query }, { webhookSender: { send: () => reply() } });
  token = await signInAs(api, 'editor');
});
afterAll(() => database.close());

async function sendTo(paymentStatusWebhookUrl: string): Promise<void> {
  const headers = await proved(api, token);
  await api.call(setWebhooksCallbacks, { params, body: { paymentStatusWebhookUrl }, token, headers });
  (await api.call(sendTestWebhook, { params, body: { kind: 'PAYMENT' }, token })).value();
  api.pass({ seconds: 10 });
}

test(
  `does not pass ${addresses} failing addresses to the database with every claim`,
  { timeout: isFull ? 600_000 : 120_000 },
  async () => {
    for (let each = 0; each < addresses; each++) {
      // A session expires after an hour.
      if (each % 100 === 99) token = await signInAs(api, 'editor');
      await sendTo(`https://refuses-${each}.example.com/hooks`);
      await api.sendWebhooks();
    }
    longest = 0;
    await api.sendWebhooks();
    expect(longest).toBeLessThan(100);
  },
);

test('a failing address gets one attempt at a time, and hours later as many as any other', async () => {
  const url = 'https://hangs.example.com/hooks';
  let begun = 0;
  let letGo: (() => void)[] = [];
  const concurrency = async () => {
    for (let each = 0; each < 6; each++) await sendTo(url);
    begun = 0;
    letGo = [];
    const all = api.sendWebhooks();
    await expect.poll(() => begun).toBeGreaterThan(0);
    await expect.poll(async () => begun + (await waiting())).toBe(6);
    const seen = begun;
    reply = async () => refused;
    for (const go of letGo) go();
    await all;
    return seen;
  };
  const waiting = async () =>
    (await database.query(`SELECT FROM due_work WHERE kind = 'WEBHOOK_SEND' AND claimed_until IS NULL`)).length;
  const hang = () => {
    begun += 1;
    return new Promise<WebhookReply>((resolve) => letGo.push(() => resolve(refused)));
  };
  reply = hang;
  expect(await concurrency(), 'to an address nobody knows yet').toBe(4);
  reply = hang;
  expect(await concurrency(), 'after it failed').toBe(1);
  api.pass({ hours: 3 });
  token = await signInAs(api, 'editor');
  reply = hang;
  expect(await concurrency(), 'hours later').toBe(4);
});

import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let paymentIntentId: string;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  await seedAccount(app.services, {
    merchantId: ids.harbour,
    applicationId: ids.harbourShop,
    payInAccountId: 1,
    currency: 'GBP',
  });
  const made = await app.call(createPaymentLink, {
    token: await signInAs(app, 'operator'),
    body: { applicationId: ids.harbourShop, paymentRequest: { amount: 1, currency: 'GBP', reference: '' } },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  ({ paymentIntentId } = made.value());
});
afterAll(() => database.close());

/** A body of 8 MB without content-length; `taken` counts the bytes that were read. */
function unannounced() {
  const seen = { taken: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.taken += 4096;
      controller.enqueue(new Uint8Array(4096).fill(97));
      if (seen.taken >= 8 * 1024 * 1024) controller.close();
    },
  });
  return { seen, body };
}

test.each([
  ['the pay page', () => `pay/${paymentIntentId}`, 'application/x-www-form-urlencoded', 8, 'That did not work'],
  ['the automation hook', () => 'automation', 'application/json', 10, 'at most 10 kB'],
  ['a call', () => 'api/accounts/sign-in', 'application/json', 256, 'at most 256 kB'],
])('%s reads no more of a body without a length than allowed, and returns 413', async (_, path, type, kB, words) => {
  const { seen, body } = unannounced();
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } } as RequestInit;
  const answer = await app.app.request(`http://localhost/sandbox/${path()}`, init);
  expect(answer.status).toBe(413);
  expect(await answer.text()).toContain(words);
  expect(seen.taken).toBeLessThan((kB + 16) * 1024);
});

test.each(['api/accounts/sign-in', 'oauth/token'])(
  '%s does not report a failure of the database when its caller disconnects within the body',
  async (path) => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    });
    const type = path.startsWith('api') ? 'application/json' : 'application/x-www-form-urlencoded';
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } } as RequestInit;
    const answer = await app.app.request(`http://localhost/sandbox/${path}`, init);
    expect([answer.status, app.logLines.filter((line) => line.includes('ECONNRESET'))]).toEqual([499, []]);
  },
);

test.each([
  ['of plain JSON', '{}'],
  ['of gzip', '\u001f\u008b\u0008'],
])('refuses a body %s that is announced as compressed, and says so', async (_, text) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const body = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const answer = await app.app.request('/sandbox/api/accounts/sign-in', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([415, expect.stringContaining('must not be compressed')]);
});

import { paymentLinkStatuses } from '@volume/contract/pay-ins/labels.ts';
import { listPaymentLinks } from '@volume/contract/payment-links/payment-links.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { samplePassword } from './catalogue/sample-sign-ins.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openTestDatabase('sample');
  app = createTestApp(database);
}, 180_000);
afterAll(() => database.close());

test('has payment links in every status, each matching its attempts, and the ledger passes the audit', async () => {
  const body = { email: 'callum@harbourbloom.example', password: samplePassword };
  const { accessToken: token } = (await app.call(signIn, { body })).value() as SignedIn;
  const { content } = (await app.call(listPaymentLinks, { token, query: 'size=100' })).value();
  expect(new Set(content.map(({ paymentIntentStatus }) => paymentIntentStatus))).toEqual(new Set(paymentLinkStatuses));
  for (const { paymentIntentStatus, attempts, paymentRequest } of content) {
    const isPaid = attempts.some(({ paymentStatus }) => ['COMPLETED', 'SETTLED'].includes(paymentStatus));
    expect(isPaid).toBe(paymentIntentStatus === 'COMPLETED');
    expect(paymentRequest.amount).toBeGreaterThan(0);
  }
  expect(new Set(content.map(({ metadata }) => metadata !== null))).toEqual(new Set([true, false]));
  expect(await audit(database)).toEqual([]);
});

import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let token: string;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1 };
  await seedAccount(app.services, { ...account, currency: 'GBP' });
  token = await signInAs(app, 'operator');
});
afterAll(() => database.close());

const start = `{"applicationId":"${ids.harbourShop}","paymentRequest":{"amount":1,"currency":"GBP","reference":"A"`;
const linkOf = (rest: string) =>
  app.call(createPaymentLink, { token, body: start + rest, headers: { 'idempotency-key': crypto.randomUUID() } });

test.each([
  [',"amount":1000}}', 'amount'],
  [',"\\u0061mount" \n :1000}}', 'amount'],
  ['},"metadata":{"a{b":"}","a{b":""}}', 'a{b'],
  ['},"paymentRequest":{}}', 'paymentRequest'],
])('a body with a name twice is refused, because readers differ in which value they take: %s', async (rest, name) => {
  const answer = await linkOf(rest);
  expect([answer.status, answer.problem().errorMessage]).toEqual([400, `body has '${name}' twice`]);
});

test('the same name in two objects, or as a value, is no repetition', async () => {
  const text = `amount\\\\\\": ${'x'.repeat(400)}`;
  const answer = await linkOf(`},"metadata":{"amount":"${text}","reference":"amount"},"merchantPaymentId":"amount"}`);
  expect(answer.status).toBe(200);
});

test('an object is called one when another value is sent in its place', async () => {
  expect((await linkOf('},"metadata":[]}')).problem().errorMessage).toBe('metadata must be an object');
});

test.each([
  ['merchantPaymentId=caf%e9', 'merchantPaymentId', 'merchantPaymentId must be percent-encoded UTF-8'],
  ['size=1&merchantPaymentId=100%', 'merchantPaymentId', 'merchantPaymentId must be percent-encoded UTF-8'],
  ['%ff=1', undefined, 'query must be percent-encoded UTF-8'],
])(
  'a query that is not percent-encoded UTF-8 is refused, where it would find nothing: %s',
  async (query, field, sentence) => {
    const answer = await app.call(listPayIns, { token, query });
    const { errorMessage, field: named } = answer.problem();
    expect([answer.status, errorMessage, named]).toEqual([400, sentence, field]);
  },
);

test('a query in percent-encoded UTF-8 is read', async () => {
  const query = 'merchantPaymentId=caf%c3%a9+100%25&globalSearch=caf%c3%a9%20%2b';
  expect((await app.call(listPayIns, { token, query })).status).toBe(200);
});

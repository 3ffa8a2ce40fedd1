import { setWebhooksCallbacks, listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { getPayInDetails } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  cancelPaymentLink,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  type PaymentLink,
} from '@volume/contract/payment-links/payment-links.ts';
import { erasePersonalData, findPersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listRequestLog } from '@volume/contract/request-log/request-log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { sandboxHabits } from '#providers/simulated/habits.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { type ApprovalWorld, createApprovalWorld, keyed, shop } from '#testing/money/approval-world.ts';
import { seedAccount } from '#testing/seed-money.ts';

const metadata = { customer: 'C-4711', 'shop.basket': 'Zoë’s 3 <b>tulips</b>' };
let database: Database;
let world: ApprovalWorld;
let byKey: Record<string, string>;

beforeAll(async () => {
  database = await openPeople();
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
  world = await createApprovalWorld(database, sandboxHabits);
  await seedAccount(world.api.services, { ...shop, payInAccountId: 99, currency: 'GBP' });
  await database.query(`UPDATE applications SET merchant_callback_url_for_web = 'https://shop.test/back'`);
  const body = { paymentStatusWebhookUrl: 'https://shop.example.com/hooks' };
  (await world.api.call(setWebhooksCallbacks, { ...(await world.as('editor')), params: shop, body })).value();
  byKey = await makeApiKey(world.api);
});
afterAll(() => database.close());

const bodyWith = (more: object = {}, amount = 12.5) => ({
  applicationId: shop.applicationId,
  merchantPaymentId: 'ORDER-7',
  paymentRequest: { currency: 'GBP' as const, amount, reference: 'ORDER-7' },
  ...more,
});
const create = (more: object, { headers = keyed(), amount = 12.5 } = {}) =>
  world.api.call(createPaymentLink, { body: bodyWith(more, amount), headers: { ...headers, ...byKey } });
const makeLink = async (more: object = { metadata }, amount = 12.5): Promise<PaymentLink> =>
  (await create(more, { amount })).value();

const post = (path: string, form: Record<string, string>) =>
  world.api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });

/** Pays a link at its bank, waits for what the account provider says, and returns the payment's id. */
async function pay({ paymentIntentId }: PaymentLink): Promise<string> {
  const path =
    (await post(`/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest' })).headers.get('location') ?? '';
  const back = await post(path, { decision: 'APPROVE', name: 'Amelia Hughes' });
  expect(back.headers.get('location')).toContain('https://shop.test/back');
  expect(back.headers.get('location')).not.toContain('C-4711');
  for (const seconds of [1, 1, 1, 1, 1, 1, 1, 1, 50, 2]) {
    world.api.pass({ seconds });
    await world.api.runDueWork();
  }
  return path.split('/').at(-1) ?? '';
}

/** The bodies about an object: of all its events, and of those sent to the specified address. */
async function hear(objectId: string) {
  const { token } = await world.as('editor');
  const { events } = (await world.api.call(listEvents, { params: shop, query: 'size=100', token })).value();
  const query = `objectId=${objectId}&size=100`;
  const { content } = (await world.api.call(listWebhookDeliveries, { params: shop, query, token })).value();
  return {
    events: events.filter(({ body }) => body.includes(objectId)),
    sent: content.map(({ requestBody }) => requestBody ?? ''),
  };
}
const metadataOf = (body: string): unknown => JSON.parse(body).paymentMetadata;

test('is read back with the link, by key and in the list, and comes with its payment and all its events', async () => {
  const link = await makeLink({ metadata }, 10.18);
  expect(link.metadata).toEqual(metadata);
  const params = { paymentIntentId: link.paymentIntentId };
  expect((await world.api.call(getPaymentLink, { params, headers: byKey })).value().metadata).toEqual(metadata);
  const { token } = await world.as('operator');
  const { content } = (await world.api.call(listPaymentLinks, { token, query: 'globalSearch=ORDER-7' })).value();
  expect(content.find(({ paymentIntentId }) => paymentIntentId === link.paymentIntentId)?.metadata).toEqual(metadata);
  expect((await world.api.call(listPaymentLinks, { token, query: 'globalSearch=C-4711' })).value().content).toEqual([]);
  const page = await (await world.api.app.request(`/sandbox/pay/${link.paymentIntentId}`)).text();
  expect(page).not.toContain('C-4711');

  const paymentId = await pay(link);
  const details = (await world.api.call(getPayInDetails, { token, params: { paymentId } })).value();
  expect(details.paymentMetadata).toEqual(metadata);
  const { events, sent } = await hear(paymentId);
  expect(events.map(({ type, body }) => [type, metadataOf(body)])).toEqual([
    ['payment.completed', metadata],
    ['payment.settled', metadata],
    ['payment.held', metadata],
    ['payment.returned', metadata],
  ]);
  expect(sent.map(metadataOf)).toEqual([metadata, metadata]);
});

test('is in the event of a link that is cancelled', async () => {
  const { paymentIntentId } = await makeLink();
  await world.api.call(cancelPaymentLink, { params: { paymentIntentId }, headers: byKey });
  await world.api.runDueWork();
  const { events } = await hear(paymentIntentId);
  expect(events.map(({ type, body }) => [type, metadataOf(body)])).toEqual([['payment_link.cancelled', metadata]]);
});

test.each([{}, { metadata: null }, { metadata: {} }])(
  'without any, as with %j, events are as they were',
  async (none) => {
    const link = await makeLink(none, 10.17);
    expect(link.metadata).toBeNull();
    const { events, sent } = await hear(await pay(link));
    expect(sent).toHaveLength(2);
    for (const body of sent) expect(body).toMatch(/"paymentRefundData":\{.*\},"paymentMetadata":null,"applicationId":/);
    const fields = events.map(({ body }) => Object.keys(JSON.parse(body)));
    expect(fields.slice(2)).toEqual(
      [1, 2].map(() => ['eventTimeUtc', 'applicationId', 'paymentId', 'hold', 'merchantPaymentId', 'paymentRequest']),
    );
  },
);

test('a user of the portal can give it too', async () => {
  const made = await world.api.call(createPaymentLink, {
    ...(await world.as('operator')),
    body: bodyWith({ metadata }),
  });
  expect(made.value().metadata).toEqual(metadata);
  expect((await world.api.call(listCapabilities, {})).value()).toContain('POST paymentintents/link metadata');
});

test('the same key with the entries in another order returns the same link; with other metadata it is 422', async () => {
  const headers = keyed();
  const first = (await create({ metadata: { a: '1', b: '2' } }, { headers })).value();
  const again = (await create({ metadata: { b: '2', a: '1' } }, { headers })).value();
  expect(again.paymentIntentId).toBe(first.paymentIntentId);
  for (const other of [{ a: '1', b: '3' }, { a: '1' }, null]) {
    const refused = await create({ metadata: other }, { headers });
    expect([refused.status, refused.problem().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  }
});

const many = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${String(at).padStart(2, '0')}`, text]));

test.each([
  ['all that it takes', many(20, 'x'.repeat(397))],
  ['a long name and a long value', { ['n'.repeat(40)]: 'x'.repeat(500) }],
  ['an empty value', { note: '' }],
  ['names that are numbers', { 2: 'b', 1: 'a' }],
])('takes %s', async (_, given) => {
  const { paymentIntentId, metadata: kept } = await makeLink({ metadata: given });
  expect(kept).toEqual(given);
  const params = { paymentIntentId };
  expect((await world.api.call(getPaymentLink, { params, headers: byKey })).value().metadata).toEqual(given);
});

test.each([
  ['metadata.a must be text', '{"a":1}'],
  ['metadata.a must be text', '{"a":null}'],
  ['metadata.a must be text', '{"a":{"b":"c"}}'],
  ['metadata must be an object', '["a"]'],
  ['metadata must be an object', '"a"'],
  ["metadata does not take ''", '{"":"x"}'],
  ["metadata does not take 'a b'", '{"a b":"x"}'],
  ["metadata does not take 'edith@x.example'", '{"edith@x.example":"x"}'],
  ["metadata does not take '__proto__'", '{"__proto__":"x"}'],
  ["metadata does not take '__proto__'", '{"__proto__":{"a":"x"}}'],
  ["metadata does not take 'constructor'", '{"constructor":"x"}'],
  ["metadata does not take 'prototype'", '{"prototype":"x"}'],
  [`metadata does not take '${'n'.repeat(41)}'`, `{"${'n'.repeat(41)}":"x"}`],
  ['metadata.a must have at most 500 characters', `{"a":"${'x'.repeat(501)}"}`],
  ['metadata.a must be one line without control characters', '{"a":"x\\ny"}'],
  ['metadata.a must be one line without control characters', '{"a":"x\\u202ey"}'],
  ['metadata.a holds a character that is not allowed', '{"a":"x\\u0000"}'],
  ['metadata.a holds a character that is not allowed', '{"a":"\\ud800"}'],
  ['metadata must have at most 20 entries', JSON.stringify(many(21, 'x'))],
  ['metadata must have at most 8000 characters in all', JSON.stringify(many(20, 'x'.repeat(398)))],
])('refuses metadata with the sentence: %s', async (message, text) => {
  const body = JSON.stringify(bodyWith()).replace(/\}$/, `,"metadata":${text}}`);
  const response = await world.api.app.request('/sandbox/api/paymentintents/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyed(), ...byKey },
    body,
  });
  expect([response.status, ((await response.json()) as { errorMessage: string }).errorMessage]).toEqual([400, message]);
});

test('a payment that an older link or an import gave its own metadata keeps that', async () => {
  const paymentId = await pay(await makeLink());
  await database.query(`UPDATE payments SET metadata = '{"old": "1"}' WHERE payment_id = $1`, [paymentId]);
  const { token } = await world.as('operator');
  const details = (await world.api.call(getPayInDetails, { token, params: { paymentId } })).value();
  expect(details.paymentMetadata).toEqual({ old: '1' });
});

test('the request log says that it was sent, and nothing of it', async () => {
  await create({ metadata });
  world.api.pass({ seconds: 1 });
  await create({ metadata: { 'edith@x.example': '1' } });
  await world.api.writeRequestLog();
  const { token } = await world.as('editor');
  const { content } = (await world.api.call(listRequestLog, { token, params: shop, query: 'size=2' })).value();
  expect(content.map(({ status }) => status)).toEqual([400, 200]);
  expect(JSON.stringify(content)).toContain('metadata');
  expect(JSON.stringify(content)).not.toMatch(/C-4711|tulips|edith/);
});

test('erasing a person takes them out of it, in the link, its payment and the events', async () => {
  const email = 'zoe@shopper.example';
  const link = await makeLink({ metadata: { customer: 'C-1', contact: `Zoë <${email}>` } });
  const paymentId = await pay(link);
  const by = await world.as('admin');
  const { records } = (await world.api.call(findPersonalData, { ...by, body: { email } })).value();
  expect(records.find(({ kind }) => kind === 'payment_intents')).toMatchObject({ count: 1, outcome: 'ERASED' });
  const erased = await world.api.call(erasePersonalData, { ...by, body: { email, reason: 'Asked by letter' } });
  expect(erased.status).toBe(204);
  await world.api.runDueWork();
  world.api.pass({ minutes: 2 });
  await world.api.runDueWork();
  const left = { customer: 'C-1', contact: 'Zoë <erased>' };
  const { token } = await world.as('operator');
  const params = { paymentIntentId: link.paymentIntentId };
  expect((await world.api.call(getPaymentLink, { token, params })).value().metadata).toEqual(left);
  const details = (await world.api.call(getPayInDetails, { token, params: { paymentId } })).value();
  expect(details.paymentMetadata).toEqual(left);
  const { events, sent } = await hear(paymentId);
  expect([...events.map(({ body }) => body), ...sent].map(metadataOf)).toEqual([left, left, left, left]);
});

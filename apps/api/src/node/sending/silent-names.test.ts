import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  getWebhookDelivery,
  sendTestWebhook,
  setWebhooksCallbacks,
  webhookKinds,
} from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import { createResolveName } from './resolve-name.ts';

const harbour = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const stranger = { merchantId: ids.stranger, applicationId: ids.strangerShop };
let database: Database;
let api: TestApp;

/** The names that were looked up. */
let asked: string[] = [];
const names = createSocket('udp4');
names.on('message', (message, { port, address }) => {
  const name = readName(message);
  asked.push(name);
  if (!name.startsWith('silent')) names.send(answerTo(message, name), port, address);
});
/** The number of unresponsive names looked up when another merchant's webhook arrived. */
let askedBefore: number | null = null;
const receiver = createServer((_, response) => {
  askedBefore ??= silentAsked();
  response.end('OK');
});

beforeAll(async () => {
  names.bind(0, '127.0.0.1');
  receiver.listen(0, '127.0.0.1');
  await Promise.all([once(names, 'listening'), once(receiver, 'listening')]);
  database = await openPeople();
  const resolve = createResolveName({ isLocal: true, servers: [`127.0.0.1:${names.address().port}`] });
  api = createTestApp(database, { webhookSender: createWebhookSender({ isLocal: true, resolve }) });
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  names.close();
  await database.close();
});

const urlOf = (name: string) => `http://${name}.example.com:${(receiver.address() as AddressInfo).port}/hooks`;

interface Application {
  merchantId: string;
  applicationId: string;
}
const sessionOf = ({ merchantId }: Application) => signInAs(api, merchantId === ids.harbour ? 'editor' : 'stranger');

/** Sends a test event of each kind to a different name; returns the ids of their deliveries. */
async function sendTests(params: Application, names: readonly [string, string, string]): Promise<string[]> {
  const token = await sessionOf(params);
  const [paymentStatusWebhookUrl, refundWebhookUrl, payoutWebhookUrl] = names.map(urlOf);
  const body = { paymentStatusWebhookUrl, refundWebhookUrl, payoutWebhookUrl };
  (
    await api.call(setWebhooksCallbacks, { params: { ...params }, body, token, headers: await proved(api, token) })
  ).value();
  const sent: string[] = [];
  for (const kind of webhookKinds) {
    sent.push((await api.call(sendTestWebhook, { params: { ...params }, body: { kind }, token })).value().id);
  }
  return sent;
}
async function readOne(params: Application, deliveryId: string) {
  const token = await sessionOf(params);
  return (await api.call(getWebhookDelivery, { params: { ...params, deliveryId }, token })).value();
}
const silentAsked = () => new Set(asked.filter((name) => name.startsWith('silent'))).size;

test("a merchant's names whose server never answers delay no other merchant's webhook", async () => {
  const [first] = await sendTests(harbour, ['silent1', 'silent2', 'silent3']);
  await sendTests({ ...harbour, applicationId: ids.harbourApp }, ['silent4', 'silent5', 'silent6']);
  const [sound] = await sendTests(stranger, ['sound', 'sound', 'sound']);
  const all = api.sendWebhooks();
  await expect
    .poll(async () => (await readOne(stranger, sound!)).state, { interval: 5, timeout: 60_000 })
    .toBe('DELIVERED');
  expect(askedBefore, 'look-ups of one merchant at a time').toBe(4);
  await all;
  expect(silentAsked()).toBe(6);
  expect((await readOne(harbour, first!)).attempts).toMatchObject([
    { httpStatus: null, error: 'The name server of silent1.example.com did not answer' },
  ]);
});

test('does not look up an unresponsive name again immediately', async () => {
  await sendTests(harbour, ['silent1', 'silent2', 'silent3']);
  asked = [];
  await api.sendWebhooks();
  expect(asked).toEqual([]);
});

test('in local use localhost is this machine, independent of DNS', async () => {
  const { webhookSender } = api.services;
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  asked = [];
  const reply = await webhookSender.send({
    merchantId: ids.harbour,
    url,
    body: '{}',
    authorization: 'x',
    keyId: '1',
    headers: {},
  });
  expect(reply).toMatchObject({ status: 200 });
  expect(asked).toEqual([]);
});

/** The name in a DNS query (RFC 1035, 4.1.2). */
function readName(message: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; message[at] !== 0; at += message[at]! + 1) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!));
  }
  return labels.join('.').toLowerCase();
}

/** 127.0.0.1 for every name, and no other kind of address. */
function answerTo(message: Buffer, name: string): Buffer {
  const question = message.subarray(12, 12 + name.length + 2 + 4);
  const isV4 = question.readUInt16BE(question.length - 4) === 1;
  const head = Buffer.from([message[0]!, message[1]!, 0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([head, question, ...(isV4 ? [record] : [])]);
}

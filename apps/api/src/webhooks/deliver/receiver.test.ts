import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sendTestWebhook, setWebhooksCallbacks, webhookKinds } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createWebhookSender } from '#node/sending/create-webhook-sender.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;

/** The requests that the receiver got, and its response to each. */
let received: { method: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
let answer: (response: ServerResponse, socket: Socket) => void = (response) => response.end('OK');
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ method: request.method ?? '', headers: request.headers, body: Buffer.concat(parts) });
    answer(response, request.socket);
  });
});

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  database = await openPeople();
  api = createTestApp(database, { webhookSender: createWebhookSender({ isLocal: true, timeout: 700 }) });
  token = await signInAs(api, 'editor');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const body = { paymentStatusWebhookUrl: url, refundWebhookUrl: url, payoutWebhookUrl: url };
  await api.call(setWebhooksCallbacks, { params, body, token, headers: await proved(api, token) });
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});

async function sendTest(kind: (typeof webhookKinds)[number] = 'PAYMENT') {
  received = [];
  const { id } = (await api.call(sendTestWebhook, { params, body: { kind }, token })).value();
  await api.sendWebhooks();
  const [attempt] = await database.query<{
    http_status: number | null;
    error: string | null;
    response_body: string | null;
  }>('SELECT http_status, error, response_body FROM webhook_attempts WHERE delivery_id = $1', [id]);
  return attempt;
}

/**
 * Verifies as documented for merchants: the header's scheme, the key as it is published, SHA256withRSA over the raw
 * bytes.
 */
async function isOurs({ headers, body }: (typeof received)[number]): Promise<boolean> {
  const response = await api.app.request('/sandbox/.well-known/signature/pem');
  const pem = `-----BEGIN PUBLIC KEY-----\n${await response.text()}\n-----END PUBLIC KEY-----`;
  const [scheme, signature = ''] = (headers.authorization ?? '').split(' ');
  return (
    scheme === 'SHA256withRSA' && verify('RSA-SHA256', body, createPublicKey(pem), Buffer.from(signature, 'base64'))
  );
}

test.each(webhookKinds)('a receiver written from the public documentation accepts a %s', async (kind) => {
  expect(await sendTest(kind)).toEqual({ http_status: 200, error: null, response_body: 'OK' });
  const [request] = received;
  expect(request).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/json' } });
  expect(await isOurs(request!)).toBe(true);
  const changed = Buffer.from(request!.body.toString().replace('12', '13').replace('PROCESSED', 'FAILED'));
  expect(await isOurs({ ...request!, body: changed }), 'the control').toBe(false);
});

test('the key is the same for every instance on the database', async () => {
  const read = async (app: TestApp) => (await app.app.request('/sandbox/.well-known/signature/pem')).text();
  const key = await read(api);
  expect(key).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  expect(await read(createTestApp({ ...database }))).toBe(key);
});

test.each([
  ['never answers', () => undefined, { http_status: null, error: 'No answer within 0.7 seconds' }],
  [
    'breaks off',
    (_: ServerResponse, socket: Socket) => socket.destroy(),
    { error: 'The server broke the connection off' },
  ],
  [
    'answers garbage',
    (_: ServerResponse, socket: Socket) => socket.end('\u0000\u0001 no HTTP\r\n\r\n'),
    { error: 'The answer was not HTTP' },
  ],
  [
    'redirects to an inner address',
    (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    { http_status: 302, error: 'Redirects are not followed' },
  ],
  [
    'answers 500',
    (response: ServerResponse) => response.writeHead(500).end('no'),
    { http_status: 500, response_body: 'no' },
  ],
  [
    'says 200 and then talks without end',
    (response: ServerResponse) => {
      const more = () => response.destroyed || (response.write('x'.repeat(1024)), setImmediate(more));
      more();
    },
    { http_status: 200, response_body: 'x'.repeat(2048) },
  ],
  [
    'says nothing readable',
    (response: ServerResponse) => response.end(Buffer.from([0, 255, 254, 65])),
    { response_body: '\uFFFD\uFFFD\uFFFDA' },
  ],
] as const)('a receiver that %s is recorded so', async (_, behaves, expected) => {
  answer = behaves as typeof answer;
  expect(await sendTest()).toMatchObject(expected);
  expect(received).toHaveLength(1);
  answer = (response) => response.end('OK');
});

test('an unknown host name and a server that does not listen have distinct errors', async () => {
  const sender = createWebhookSender({ isLocal: true, resolve: async () => [] });
  const put = (url: string) =>
    sender.send({ merchantId: ids.harbour, url, body: '{}', authorization: '', keyId: '1', headers: {} });
  expect(await put('https://nowhere.example.com/')).toEqual({ error: 'nowhere.example.com has no address' });
  expect(await put('http://127.0.0.1:1/')).toEqual({ error: 'The server refused the connection' });
});

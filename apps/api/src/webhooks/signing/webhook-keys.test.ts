import { createPublicKey, verify } from 'node:crypto';
import { sendTestWebhook, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { WebhookRequest } from '#core/services.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { rotateWebhookKey } from './signing-key.ts';

const hour = 3_600_000;
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };

let database: Database;
let app: TestApp;
let sent: WebhookRequest[] = [];
beforeEach(async () => {
  sent = [];
  database = await openPeople();
  const send = async (request: WebhookRequest) => (sent.push(request), { status: 200, body: '', retryAfter: null });
  app = createTestApp(database, { webhookSender: { send } });
  const body = { paymentStatusWebhookUrl: 'https://shop.example/hooks' };
  const token = await signInAs(app, 'editor');
  (await app.call(setWebhooksCallbacks, { params, body, token, headers: await proved(app, token) })).value();
});
afterEach(() => database.close());

interface Key {
  keyId: string;
  publicKey: string;
  isSigning: boolean;
  signsFromUtc: string;
  endsAtUtc: string | null;
}
const pem = async () => (await app.app.request('/sandbox/.well-known/signature/pem')).text();
const published = async () => (await (await app.app.request('/sandbox/.well-known/signature/keys')).json()) as Key[];

async function sendOne(): Promise<WebhookRequest> {
  const token = await signInAs(app, 'editor');
  (await app.call(sendTestWebhook, { params, body: { kind: 'PAYMENT' }, token })).value();
  await app.sendWebhooks();
  return sent.at(-1)!;
}

function isSignedBy(publicKey: string, { authorization = '', body }: WebhookRequest): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const signature = Buffer.from(authorization.replace('SHA256withRSA ', ''), 'base64');
  return verify('RSA-SHA256', Buffer.from(body), key, signature);
}

test('a webhook names its key, and the published keys include the signing one', async () => {
  const request = await sendOne();
  const keys = await published();
  expect(keys).toMatchObject([{ keyId: request.keyId, publicKey: await pem(), isSigning: true, endsAtUtc: null }]);
  expect(isSignedBy(keys[0]!.publicKey, request)).toBe(true);
});

test('a new key is published before it signs, and the previous one stays published afterwards', async () => {
  const former = await pem();
  expect(await rotateWebhookKey(app.services, 24 * hour)).toBe('2');
  app.pass({ minutes: 1 });
  expect(await pem()).toBe(former);
  const [, next] = await published();
  expect(await published()).toMatchObject([
    { keyId: '1', isSigning: true, endsAtUtc: '2026-11-23T09:05:00.000' },
    { keyId: '2', isSigning: false, signsFromUtc: '2026-11-22T09:05:00.000', endsAtUtc: null },
  ]);
  const before = await sendOne();
  expect([before.keyId, isSignedBy(former, before)]).toEqual(['1', true]);
  app.pass({ hours: 24 });
  const after = await sendOne();
  expect([after.keyId, isSignedBy(next!.publicKey, after), isSignedBy(former, after)]).toEqual(['2', true, false]);
  expect(await pem()).toBe(next!.publicKey);
  expect((await published()).map(({ keyId, isSigning }) => [keyId, isSigning])).toEqual([
    ['1', false],
    ['2', true],
  ]);
  app.pass({ hours: 24 });
  expect((await published()).map(({ keyId }) => keyId)).toEqual(['2']);
});

test('the key id header of a webhook is not signed: Authorization is the same as before', async () => {
  const { authorization, body } = await sendOne();
  expect(authorization).toMatch(/^SHA256withRSA [A-Za-z0-9+/]{342}==$/);
  expect(body).not.toContain('keyId');
});

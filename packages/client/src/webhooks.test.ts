import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWebhooks, KeysUnavailableError, type WebhookOptions } from './webhooks.ts';

const baseUrl = 'https://api.example.com/sandbox';
const applicationId = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const seconds = 1_767_225_600;
const payment = JSON.stringify({ paymentId: 'p-1', paymentStatus: 'SETTLED', applicationId });

interface Pair {
  keyId: string;
  sign: (text: string) => Promise<string>;
  publicKey: string;
}
const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

async function makeRsa(keyId: string): Promise<Pair> {
  const wanted = { ...rsa, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey(wanted, true, ['sign', 'verify']);
  const sign = (text: string) => crypto.subtle.sign(rsa.name, pair.privateKey, new TextEncoder().encode(text));
  const publicKey = toBase64(await crypto.subtle.exportKey('spki', pair.publicKey));
  return { keyId, publicKey, sign: async (text) => toBase64(await sign(text)) };
}

async function makeEd25519(): Promise<Omit<Pair, 'keyId'>> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const sign = (text: string) => crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text));
  const publicKey = `whpk_${toBase64(await crypto.subtle.exportKey('raw', pair.publicKey))}`;
  return { publicKey, sign: async (text) => `v1a,${toBase64(await sign(text))}` };
}

let first: Pair;
let second: Pair;
let own: Omit<Pair, 'keyId'>;
let ownNext: Omit<Pair, 'keyId'>;
beforeAll(async () => {
  [first, second] = await Promise.all([makeRsa('key-1'), makeRsa('key-2')]);
  [own, ownNext] = await Promise.all([makeEd25519(), makeEd25519()]);
});

let published: Pair[];
let reads = 0;
let clock = seconds * 1000;
let answer: () => Response | Promise<Response>;
beforeEach(() => {
  published = [first];
  reads = 0;
  clock = seconds * 1000;
  answer = () => Response.json(published.map(({ keyId, publicKey }) => ({ keyId, publicKey, isSigning: true })));
});

const receive = (options: Partial<WebhookOptions> = {}) =>
  createWebhooks({
    baseUrl,
    applicationId,
    fetch: async (url) => {
      expect(String(url)).toBe(`${baseUrl}/.well-known/signature/keys`);
      reads += 1;
      return answer();
    },
    now: () => clock,
    ...options,
  });

async function signed(body = payment, by = first, change: Record<string, string> = {}) {
  const facts = { 'x-signature-timestamp': String(seconds), 'x-signature-application-id': applicationId };
  const text = `${facts['x-signature-timestamp']}.${facts['x-signature-application-id']}.${body}`;
  return { body, headers: { ...facts, 'x-signature': await by.sign(text), 'x-signature-key-id': by.keyId, ...change } };
}
async function standard(keys: Pick<Pair, 'sign'>[], body = payment) {
  const text = `event-1.${seconds}.${body}`;
  const signatures = await Promise.all(keys.map(({ sign }) => sign(text)));
  return {
    body,
    headers: {
      'webhook-id': 'event-1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures.join(' '),
    },
  };
}
const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'taken',
    (error: Error & { fault?: string }) => error.fault ?? error.name,
  );

test('accepts webhooks that Volume signed, as text, bytes, Headers or headers of Node', async () => {
  const { headers, body } = await signed();
  const bytes = new TextEncoder().encode(body);
  const webhooks = receive();
  for (const each of [body, bytes, bytes.buffer])
    expect(await webhooks.verify({ headers, body: each })).toEqual({
      kind: 'PAYMENT',
      data: JSON.parse(body),
      deduplicationKey: 'PAYMENT:p-1:SETTLED',
      isTest: false,
      sentAt: new Date(seconds * 1000),
    });
  expect(await webhooks.verify({ headers: new Headers({ ...headers, 'x-test-event': 'true' }), body })).toMatchObject({
    isTest: true,
  });
  expect(reads).toBe(1);
});

test('distinguishes the kinds, and accepts an unknown one', async () => {
  const bodies = {
    REFUND: { refundId: 'r', paymentId: 'p', refundStatus: 'PROCESSED', applicationId },
    PAYOUT: { payoutId: 'o', payoutStatus: 'FAILED', applicationId },
    OTHER: { linkId: 'l', applicationId },
  };
  for (const [kind, body] of Object.entries(bodies))
    expect(await receive().verify(await signed(JSON.stringify(body)))).toMatchObject({ kind, data: body });
});

test('refuses a webhook that was changed, is for another application, is old, or is not signed', async () => {
  const event = await signed();
  const withHeader = (name: string, value: string) => ({ ...event, headers: { ...event.headers, [name]: value } });
  const other = '018cc778-5000-7fb8-ab33-000000000000';
  const verify = (received: typeof event, options?: Partial<WebhookOptions>) =>
    faultOf(receive(options).verify(received));
  expect(await verify({ ...event, body: `${payment} ` })).toBe('WRONG_SIGNATURE');
  expect(await verify(withHeader('x-signature-timestamp', String(seconds + 1)))).toBe('WRONG_SIGNATURE');
  expect(await verify(withHeader('x-signature', 'not base64!'))).toBe('WRONG_SIGNATURE');
  expect(await verify(withHeader('x-signature', ''))).toBe('WRONG_SIGNATURE');
  expect(await verify(withHeader('x-signature-application-id', other))).toBe('OTHER_APPLICATION');
  expect(await verify(event, { applicationId: other })).toBe('OTHER_APPLICATION');
  for (const wrong of ['', 'NaN', '-1', '1e9', ' 1767225600', '99999999999999999999'])
    expect(await verify(withHeader('x-signature-timestamp', wrong)), wrong).toBe('WRONG_TIME');
  expect(await faultOf(receive().verify({ body: payment, headers: {} }))).toBe('NO_SIGNATURE');
  expect(await verify(await signed('[]'))).toBe('NOT_JSON');
  expect(await verify(await signed('{'))).toBe('NOT_JSON');
});

test('the id of the application can be configured in capital letters', async () => {
  expect(await receive({ applicationId: applicationId.toUpperCase() }).verify(await signed())).toMatchObject({
    kind: 'PAYMENT',
  });
});

test('an unsigned id does not identify an event', async () => {
  const event = await signed(payment, first, { 'webhook-id': 'invented' });
  expect(await receive().verify(event)).toMatchObject({ deduplicationKey: 'PAYMENT:p-1:SETTLED' });
});

test('the time can differ by five minutes in both directions, and no more', async () => {
  const event = await signed();
  for (const [offset, expected] of [
    [300, 'taken'],
    [-300, 'taken'],
    [301, 'WRONG_TIME'],
    [-301, 'WRONG_TIME'],
  ] as const) {
    clock = (seconds + offset) * 1000;
    expect(await faultOf(receive().verify(event)), String(offset)).toBe(expected);
  }
});

test('rejects a body that was already parsed', async () => {
  const { headers, body } = await signed();
  const parsed = { headers, body: JSON.parse(body) as never };
  await expect(receive().verify(parsed)).rejects.toThrow(TypeError);
});

test('fetches the keys again when a new one signs, and once for concurrent requests', async () => {
  const webhooks = receive();
  await webhooks.verify(await signed());
  published = [first, second];
  clock += 11_000;
  const event = await signed(payment, second);
  expect(await Promise.all([1, 2, 3].map(() => faultOf(webhooks.verify(event))))).toEqual(['taken', 'taken', 'taken']);
  expect(reads).toBe(2);
});

test('invented key ids do not make it fetch the keys for each request', async () => {
  const webhooks = receive();
  for (let each = 0; each < 50; each++)
    expect(await faultOf(webhooks.verify(await signed(payment, { ...first, keyId: `invented-${each}` })))).toBe(
      'UNKNOWN_KEY',
    );
  expect(reads).toBe(1);
  expect(await faultOf(webhooks.verify(await signed()))).toBe('taken');
});

test('a withdrawn key is refused after five minutes', async () => {
  const webhooks = receive({ toleranceSeconds: 10_000 });
  const event = await signed();
  expect(await faultOf(webhooks.verify(event))).toBe('taken');
  published = [second];
  clock += 301_000;
  expect(await faultOf(webhooks.verify(event))).toBe('UNKNOWN_KEY');
});

test('without the keys it reports that they are unavailable, and known keys still verify', async () => {
  const webhooks = receive({ toleranceSeconds: 10_000 });
  const event = await signed();
  answer = () => new Response('busy', { status: 503 });
  await expect(webhooks.verify(event)).rejects.toThrow(KeysUnavailableError);
  await expect(webhooks.verify(event)).rejects.toThrow(KeysUnavailableError);
  expect(reads).toBe(1);
  clock += 11_000;
  answer = () => Response.json([first]);
  expect(await faultOf(webhooks.verify(event))).toBe('taken');
  clock += 400_000;
  answer = () => Promise.reject(new TypeError('fetch failed'));
  expect(await faultOf(webhooks.verify(event))).toBe('taken');
});

test('rejects a list of keys that is not in the API’s format', async () => {
  for (const strange of [
    Response.json({ keys: [] }),
    new Response('<html>'),
    Response.json([{ keyId: 'key-1', publicKey: 'AAAA' }]),
  ]) {
    answer = () => strange;
    await expect(receive().verify(await signed())).rejects.toThrow(KeysUnavailableError);
  }
});

test('verifies Standard Webhooks by the key of the endpoint, also while it changes', async () => {
  const webhooks = receive({ endpointKeys: [own.publicKey, ownNext.publicKey] });
  expect(await webhooks.verify(await standard([own]))).toMatchObject({ kind: 'PAYMENT', deduplicationKey: 'event-1' });
  expect(await faultOf(webhooks.verify(await standard([ownNext])))).toBe('taken');
  const onlyNext = receive({ endpointKeys: [ownNext.publicKey] });
  expect(await faultOf(onlyNext.verify(await standard([own, ownNext])))).toBe('taken');
  expect(await faultOf(onlyNext.verify(await standard([own])))).toBe('WRONG_SIGNATURE');
  expect(reads).toBe(0);
});

test('refuses a wrong signature by Standard Webhooks, even if the other signature is valid', async () => {
  const webhooks = receive({ endpointKeys: [own.publicKey] });
  const event = await standard([own]);
  const changed = (headers: Record<string, string>, body = payment) => ({
    body,
    headers: { ...event.headers, ...headers },
  });
  expect(await faultOf(webhooks.verify(changed({}, `${payment} `)))).toBe('WRONG_SIGNATURE');
  expect(await faultOf(webhooks.verify(changed({ 'webhook-id': 'event-2' })))).toBe('WRONG_SIGNATURE');
  expect(await faultOf(webhooks.verify(changed({ 'webhook-signature': 'v1a,AAAA v1,AAAA' })))).toBe('WRONG_SIGNATURE');
  expect(await faultOf(webhooks.verify(changed({ 'webhook-timestamp': '5' })))).toBe('WRONG_TIME');
  const elsewhere = JSON.stringify({ paymentId: 'p', paymentStatus: 'SETTLED', applicationId: 'another' });
  expect(await faultOf(webhooks.verify(await standard([own], elsewhere)))).toBe('OTHER_APPLICATION');
  // Without the keys of endpoints the headers of Standard Webhooks prove nothing.
  expect(await faultOf(receive().verify(event))).toBe('NO_SIGNATURE');
});

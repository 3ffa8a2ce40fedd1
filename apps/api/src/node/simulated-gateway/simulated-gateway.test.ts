import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Env } from '#http/kernel.ts';
import { listen, type Listening } from '#node/listen.ts';
import { createSigner } from '#node/sign-text.ts';
import { type Gateway, signCall } from '#providers/gateway/call-gateway.ts';
import { createGateway } from '#providers/gateway/create-gateway.ts';
import { Message } from '#providers/gateway/messages.ts';
import type { PayInOrder, ProviderOrder, Providers } from '#providers/port.ts';
import { openEventFile } from './event-file.ts';
import { createGatewayApp } from './gateway-app.ts';
import { createGatewayState, type GatewayState } from './gateway-state.ts';
import { isSigned } from './is-signed.ts';
import { createMessenger, type Messenger } from './send-messages.ts';

const id = () => crypto.randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'simulated-gateway-'));
const portal = 'https://portal.example/sandbox';
const [portalKey, gatewayKey] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const signerOf = ({ privateKey }: { privateKey: KeyObject }) =>
  createSigner(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'));

let now: number;
let file: string;
let listening: Listening;
let state: GatewayState;
let messenger: Messenger;
let gateway: Gateway;
let providers: Providers;
let received: { message: Message; isSigned: boolean }[];
/** The status with which the portal answers messages. */
let portalStatus: number;
const clock = { now: () => new Date(now) };

/** Starts the gateway with the events of its file. */
async function start(): Promise<void> {
  state = createGatewayState({ newId: id, ...openEventFile(file) });
  messenger = createMessenger({ state, portal, post: takeMessage, clock, keyId: 'g', sign: signerOf(gatewayKey) });
  const app = new Hono<Env>();
  listening = await listen(app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
  const address = `http://127.0.0.1:${listening.port}`;
  const portalKeys = new Map([['p', createPublicKey(portalKey.privateKey)]]);
  app.route('/', createGatewayApp({ address, portalKeys, state, messenger, clock }));
  gateway = { url: address, keyId: 'p', sign: signerOf(portalKey), clock };
  providers = createGateway(gateway);
}

async function takeMessage(request: Request): Promise<Response> {
  const { method, headers } = request;
  const body = await request.text();
  const call = { method, url: new URL(request.url), headers, body };
  const keys = new Map([['g', createPublicKey(gatewayKey.privateKey)]]);
  received.push({ message: Message.parse(JSON.parse(body)), isSigned: isSigned(call, keys, clock.now()) });
  return new Response('{}', { status: portalStatus });
}

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 9, 5);
  file = join(folder, `${id()}.jsonl`);
  [received, portalStatus] = [[], 200];
  await start();
  return () => listening.stop(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function wait(seconds: number): Promise<void> {
  now += seconds * 1000;
  await messenger.sendDue();
}

const orderOf = (amount: number): ProviderOrder => ({
  orderId: id(),
  kind: 'PAYOUT',
  provider: 'OPTIMUS',
  merchantId: id(),
  payInAccountId: 7,
  amount,
  currency: 'GBP',
  reference: null,
  beneficiaryId: 'B1',
  paymentId: null,
});
const payInOf = (amount: number): PayInOrder => ({
  paymentId: id(),
  merchantId: id(),
  payInAccountId: 7,
  amount,
  currency: 'GBP',
  institutionId: 'natwest',
  institutionName: 'NatWest',
  payeeName: 'Harbour & Bloom',
  payerName: null,
  reference: 'ORDER-1',
  returnTo: `${portal}/pay/1/2`,
});

async function call(given: Partial<Gateway>, path = '/v1/exchange-rate', sent?: string): Promise<number> {
  const body = JSON.stringify({ sell: 'GBP', buy: 'EUR' });
  const signer = { ...gateway, ...given };
  const headers = await signCall(signer, {
    url: new URL(`${signer.url}/v1/exchange-rate`),
    body,
    idempotencyKey: undefined,
  });
  return (await fetch(gateway.url + path, { method: 'POST', headers, body: sent ?? body })).status;
}

/** Submits the payer's decision on the bank's page; returns the address to which the payer is redirected. */
async function decide(order: PayInOrder, decision: 'APPROVE' | 'DECLINE'): Promise<string | null> {
  const approval = await providers.startPayIn(order);
  const address = 'address' in approval ? approval.address : '';
  const page = await (await fetch(address)).text();
  expect(page).toContain('Simulated bank');
  expect(page).toContain('Harbour &amp; Bloom');
  const body = new URLSearchParams({ decision, name: 'Ada Marsh' });
  return (await fetch(address, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
}

test('accepts calls that the portal signed for this address, and no others', async () => {
  const other = generateKeyPairSync('ed25519');
  expect(await call({})).toBe(200);
  expect(await call({ sign: signerOf(other) })).toBe(401);
  expect(await call({ keyId: 'other' })).toBe(401);
  expect(await call({ url: 'http://gateway.example' })).toBe(401);
  expect(await call({}, '/v1/statement')).toBe(401);
  expect(await call({}, undefined, '{"sell":"EUR","buy":"GBP"}')).toBe(401);
  expect(await call({ clock: { now: () => new Date(now - 301_000) } })).toBe(401);
  expect((await fetch(`${gateway.url}/v1/exchange-rate`, { method: 'POST', body: '{}' })).status).toBe(401);
});

test('refuses bodies and calls that the protocol does not describe', async () => {
  const bad = async (name: string, body: string, idempotencyKey?: string) => {
    const url = new URL(`${gateway.url}/v1/${name}`);
    return (await fetch(url, { method: 'POST', body, headers: await signCall(gateway, { url, body, idempotencyKey }) }))
      .status;
  };
  expect(await bad('submit-order', '{}', 'order:1')).toBe(400);
  expect(await bad('submit-order', 'no JSON', 'order:1')).toBe(400);
  expect(await bad('submit-order', JSON.stringify(orderOf(500)))).toBe(400);
  expect(await bad('send-money', '{}')).toBe(404);
});

test('treats an empty reference as none', async () => {
  expect(await providers.startPayIn({ ...payInOf(500), reference: '' })).toHaveProperty('address');
  expect(await providers.submit({ ...orderOf(500), reference: '' })).toBe(null);
});

test('accepts an order once and gives repetitions the same response, also concurrent ones and after a restart', async () => {
  const order = orderOf(500);
  expect(await Promise.all([1, 2, 3].map(() => providers.submit(order)))).toEqual([null, null, null]);
  await listening.stop(0);
  appendFileSync(file, '{"type":"ACCE');
  await start();
  expect(await providers.submit(order)).toBe(null);
  expect(state.waitingMessages()).toHaveLength(1);
  expect(await providers.ask(order)).toEqual({ status: 'IN_PROGRESS', description: null });
  now += 3_000;
  expect(await providers.ask(order)).toEqual({ status: 'PROCESSED', description: null });
  const { orderId, kind, merchantId, payInAccountId, amount, currency } = order;
  expect(await providers.statement('OPTIMUS', '2026-11-21')).toEqual([
    { orderId, kind, merchantId, payInAccountId, amount, currency, status: 'PROCESSED', description: null },
  ]);
  expect(await providers.statement('MODULR', '2026-11-21')).toEqual([]);
});

test('behaves like the simulation: some amounts are refused, lost, unanswered or held', async () => {
  expect(await providers.submit(orderOf(6601))).toMatchObject({ code: 'BENEFICIARY_NOT_ACTIVE' });
  const [lost, unanswered, held] = [orderOf(6607), orderOf(6605), orderOf(6603)];
  await expect(providers.submit(lost)).rejects.toThrow('503');
  expect(await providers.ask(lost)).toBe(null);
  expect(await providers.submit(lost)).toBe(null);
  await expect(providers.submit(unanswered)).rejects.toThrow('503');
  expect(await providers.ask(unanswered)).toMatchObject({ status: 'IN_PROGRESS' });
  await providers.submit(held);
  now += 2_000;
  expect(await providers.ask(held)).toMatchObject({ status: 'HELD' });
});

test('redirects the payer to the bank’s page, and sends the decision to the portal once', async () => {
  const order = payInOf(1_250);
  const payIn = { ...order };
  expect(await providers.submitPayIn(payIn)).toMatchObject({ status: 'FAILED' });
  expect(await decide(order, 'APPROVE')).toBe(order.returnTo);
  expect(await decide(order, 'DECLINE')).toBe(order.returnTo);
  expect(received).toEqual([
    {
      isSigned: true,
      message: expect.objectContaining({
        type: 'pay-in-approved',
        paymentId: order.paymentId,
        payer: { name: 'Ada Marsh', accountNumber: expect.stringMatching(/^\d{8}$/), sortCode: '00-99-00', iban: null },
      }),
    },
  ]);
});

test('takes an approved payment through its steps, and leaves a payment that was never approved unchanged', async () => {
  const [paid, declined] = [payInOf(1_250), payInOf(1_250)];
  await decide(paid, 'APPROVE');
  await decide(declined, 'DECLINE');
  expect(received.map(({ message }) => message.type)).toEqual(['pay-in-approved', 'pay-in-declined']);
  const first = await providers.submitPayIn(paid);
  const last = { status: first.status, hold: first.hold };
  const second = await providers.nextPayInStep(paid, last);
  expect([first.status, second?.status]).toEqual(['PENDING', 'COMPLETED']);
  expect(await providers.submitPayIn(declined)).toMatchObject({ status: 'FAILED' });
  expect(await providers.nextPayInStep(declined, last)).toBe(null);
});

test('reports a payment as paid that the payer approved after the attempt had failed at the portal', async () => {
  const [late, poor] = [payInOf(1_250), payInOf(1_213)];
  await decide(late, 'APPROVE');
  await decide(poor, 'APPROVE');
  const failed = { status: 'FAILED', hold: null } as const;
  expect(await providers.nextPayInStep(late, failed)).toMatchObject({ status: 'COMPLETED' });
  expect(await providers.nextPayInStep(poor, failed)).toBe(null);
});

test('repeats a message under its id until the portal accepts it: after 1 s, doubling up to 5 minutes', async () => {
  portalStatus = 503;
  await providers.submit(orderOf(500));
  await wait(3);
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    const before = received.length;
    await wait(seconds - 0.001);
    expect(received).toHaveLength(before);
    await wait(0.001);
    expect(received).toHaveLength(before + 1);
  }
  portalStatus = 200;
  await wait(300);
  await wait(300);
  expect(received).toHaveLength(13);
  expect(new Set(received.map(({ message }) => message.messageId)).size).toBe(1);
  expect(received.at(-1)?.message).toMatchObject({
    type: 'order-changed',
    kind: 'PAYOUT',
    status: 'PROCESSED',
    amount: 500,
  });
});

test('sends the messages that a killed gateway still had to send', async () => {
  await providers.submit(orderOf(6604));
  await wait(3);
  await listening.stop(0);
  await start();
  await wait(27);
  await wait(60);
  expect(received.map(({ message }) => 'status' in message && message.status)).toEqual(['PROCESSED', 'RETURNED']);
});

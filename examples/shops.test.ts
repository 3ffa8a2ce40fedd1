import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiled } from '#api/testing/compiled.ts';
import { buildToolWhenStale } from '#scripts/cli/build-cli.mjs';
import { freePort } from '#scripts/free-port.mjs';

const root = new URL('../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'volume-shop-'));
const started: Program[] = [];
let shop: Program;
let address: string;
let api: string;

beforeAll(async () => {
  if (!(await buildToolWhenStale())) throw new Error('The tool could not be built.');
  const port = await freePort();
  const portal = run([compiled('main')], {
    PORT: String(port),
    SAMPLE_PAYMENTS: '400',
    LOG_LEVEL: 'error',
  });
  await portal.prints('The Volume Merchant Portal is at');
  api = `http://127.0.0.1:${port}/sandbox`;
});
afterAll(async () => {
  for (const program of started.toReversed()) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<void> {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  shop = run(['examples/start.mjs', name], { PORT: String(port), VOLUME_API: api });
  await shop.prints(`The shop is at ${address}`);
}

interface Program {
  /** Waits for a printed line that contains this text; returns everything that was printed. */
  prints: (words: string) => Promise<string>;
  stop: () => Promise<void>;
}

function run(parts: string[], variables: Record<string, string>): Program {
  // oxlint-disable-next-line node/no-process-env -- the spawned programs need this environment
  const env = { ...process.env, DATA_DIR: folder, ...variables };
  const child = spawn(process.execPath, parts, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const program = { prints: createListener(child), stop: () => stop(child) };
  started.push(program);
  return program;
}

function createListener(child: ChildProcess): Program['prints'] {
  let printed = '';
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (part) => {
    printed += String(part);
    for (const look of waiting) look();
  });
  return (words) =>
    new Promise((resolve, reject) => {
      const look = () => void (printed.includes(words) && resolve(printed));
      waiting.add(look);
      child.once('exit', () => reject(new Error(`It ended without saying “${words}”: ${printed}`)));
      look();
    });
}

async function stop(child: ChildProcess): Promise<void> {
  // One that a signal ended has no exit code.
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

const post = (url: string, body?: unknown) =>
  fetch(url, { method: 'POST', ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
const order = async (number: string): Promise<unknown> => (await fetch(`${address}/orders/${number}`)).json();

/** The output of `volume replay`; fails when it finds a fault. */
async function replay(words: readonly string[], key: Record<string, string>): Promise<string> {
  const parts = ['packages/cli/bin/volume.mjs', 'replay', ...words];
  // oxlint-disable-next-line node/no-process-env -- the tool needs this environment
  const options = { cwd: root, env: { ...process.env, ...key } };
  const { stdout } = await promisify(execFile)(process.execPath, parts, options);
  return stdout;
}

/** A key of the shops' application for the tool, and the UTC day of the payments that were just made. */
async function prepareReplay() {
  const signIns = JSON.parse(readFileSync(join(folder, 'sign-ins.json'), 'utf8')) as Record<string, string>[];
  const { email, password } = signIns.find(({ role }) => role === 'MERCHANT_ADMIN')!;
  const { accessToken: token } = await ask('POST', 'accounts/sign-in', {}, { email, password });
  const authorization = `Bearer ${token}`;
  const { stepUpToken } = await ask('POST', 'accounts/self/step-up', { authorization }, { password });
  const { merchantId } = JSON.parse(String(Buffer.from(String(token).split('.')[1]!, 'base64url')));
  const { applications } = await ask('GET', `merchants/${merchantId}`, { authorization });
  const { applicationId } = applications.find(canRefund);
  const path = `merchants/${merchantId}/applications/${applicationId}/secret/PRIMARY/reset`;
  const { value } = await ask('POST', path, { authorization, 'x-step-up': stepUpToken });
  const key = { VOLUME_API: api, VOLUME_APPLICATION_ID: applicationId, VOLUME_APPLICATION_SECRET: value };
  return { key, day: new Date().toISOString().slice(0, 10) };
}

// oxlint-disable-next-line typescript/no-explicit-any -- read like a merchant's script would
async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<any> {
  const type = 'application/json';
  const given = { accept: type, 'x-caller-type': 'merchant_portal', 'content-type': type, ...headers };
  const answer = await fetch(`${api}/api/${path}`, {
    method,
    headers: given,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBeLessThan(300);
  return answer.json();
}

const canRefund = ({ payeeDetailsPerCurrency }: { payeeDetailsPerCurrency?: Record<string, unknown>[] }) =>
  payeeDetailsPerCurrency?.some((each) => each['forCurrency'] === 'GBP' && each['isVirtualAccount']);

/** Pays like a shopper: opens the link, chooses a bank and approves there. */
async function pay(link: string): Promise<void> {
  const chosen = await submit(link, { institutionId: 'natwest', name: 'Ada Marsh' });
  const bank = new URL(chosen.headers.get('location') ?? '', link);
  const agreed = await submit(bank.href, { decision: 'APPROVE', name: 'Ada Marsh' });
  expect(agreed.status).toBeLessThan(400);
}

/** The third example needs more than Node. */
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
const names = ['shop', 'shop-with-client', ...(hasPython ? ['python'] : [])];

test.runIf(!hasPython)('the example in Python is not run here: there is no python3 with cryptography', () => {
  expect(names).not.toContain('python');
});

describe.each(names)('%s', (name) => {
  beforeAll(() => open(name));
  afterAll(() => shop.stop());

  test("creates a link, receives the payment's webhook, and refunds it", async () => {
    const number = `${name}-1`;
    const made = await post(`${address}/orders`, { number, amount: 12.5 });
    const { payAt } = (await made.json()) as { payAt: string };
    // A repeated order returns the same link.
    expect(await (await post(`${address}/orders`, { number, amount: 12.5 })).json()).toMatchObject({ payAt });
    await pay(payAt);
    await shop.prints(`Order ${number}: payment SETTLED`);
    expect(await order(number)).toMatchObject({ status: 'SETTLED', paymentStatus: 'SETTLED' });
    expect((await post(`${address}/orders/${number}/refund`)).status).toBe(201);
    await shop.prints(`Order ${number}: refund PROCESSED`);
    // A repeated request has the same Idempotency-Key, so it returns the same refund.
    expect((await post(`${address}/orders/${number}/refund`)).status).toBe(201);
  });

  test('the replay report has no complaint about it', async () => {
    // A new process with the same stored order, which knows none of its events.
    await shop.stop();
    await open(name);
    const number = `${name}-1`;
    await post(`${address}/orders`, { number, amount: 12.5 });
    const { key, day } = await prepareReplay();
    const words = ['--day', day, '--limit', '1000', '--pause', '1', '--forward-to', `${address}/webhooks`];
    const report = await replay([...words, '--check-url', `${address}/orders/${number}`], key);
    expect(report).not.toMatch(/BROKEN|skipped/);
    expect(report).toContain('--check-url stayed the same');
    expect(await order(number)).toMatchObject({ status: 'SETTLED', refundStatus: 'PROCESSED' });
  });

  test('an order that was paid has not failed when another attempt at it fails later', async () => {
    const number = `${name}-3`;
    const { payAt } = (await (await post(`${address}/orders`, { number, amount: 5 })).json()) as { payAt: string };
    const otherBrowser = await submit(payAt, { institutionId: 'natwest', name: 'Ada Marsh' });
    await pay(payAt);
    await shop.prints(`Order ${number}: payment COMPLETED`);
    const bank = new URL(otherBrowser.headers.get('location') ?? '', payAt);
    expect((await submit(bank.href, { decision: 'DECLINE' })).status).toBe(303);
    expect(await shop.prints(`Order ${number}: payment SETTLED`)).not.toContain(`Order ${number}: payment FAILED`);
  });

  test('rejects a webhook that Volume did not sign', async () => {
    const number = `${name}-2`;
    await post(`${address}/orders`, { number, amount: 5 });
    const body = JSON.stringify({ merchantPaymentId: number, paymentId: 'x', paymentStatus: 'SETTLED' });
    const [{ keyId = '' } = {}] = (await (await fetch(`${api}/.well-known/signature/keys`)).json()) as {
      keyId?: string;
    }[];
    const named = { 'x-signature-key-id': keyId, 'x-signature-timestamp': String(Math.floor(Date.now() / 1000)) };
    for (const headers of [{}, named, { ...named, 'x-signature': 'AAAA' }]) {
      const forged = await fetch(`${address}/webhooks`, { method: 'PUT', headers, body });
      expect(forged.status).toBe(401);
    }
    expect(await order(number)).toMatchObject({ status: 'NEW' });
  });
});

test('the shop with the client reads more than one page of payments, none twice', async () => {
  await open('shop-with-client');
  const payments = (await (await fetch(`${address}/payments`)).json()) as { paymentId: string }[];
  expect(payments.length).toBeGreaterThan(100);
  expect(new Set(payments.map(({ paymentId }) => paymentId)).size).toBe(payments.length);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.mjs';

const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'volume-shop-'));
const started: Program[] = [];
let shop: Program;
let address: string;

beforeAll(async () => {
  const port = await freePort();
  const portal = run(['--import', 'tsx', 'apps/api/src/main.ts'], {
    PORT: String(port),
    SAMPLE_PAYMENTS: '100',
    LOG_LEVEL: 'error',
  });
  await portal.prints('The Volume Merchant Portal is at');
  const shopPort = await freePort();
  address = `http://127.0.0.1:${shopPort}`;
  shop = run(['examples/shop/start.mjs'], { PORT: String(shopPort), VOLUME_API: `http://127.0.0.1:${port}/sandbox` });
  await shop.prints(`The shop is at ${address}`);
});
afterAll(async () => {
  for (const program of started.toReversed()) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Program {
  /** Waits for a printed line that contains this text. */
  prints: (words: string) => Promise<void>;
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
      const look = () => void (printed.includes(words) && resolve());
      waiting.add(look);
      child.once('exit', () => reject(new Error(`It ended without saying “${words}”: ${printed}`)));
      look();
    });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

const post = (url: string, body?: unknown) =>
  fetch(url, { method: 'POST', ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
const order = async (number: string): Promise<unknown> => (await fetch(`${address}/orders/${number}`)).json();

/** Pays like a shopper: opens the link, chooses a bank and approves there. */
async function pay(link: string): Promise<void> {
  const chosen = await submit(link, { institutionId: 'natwest', name: 'Ada Marsh' });
  const bank = new URL(chosen.headers.get('location') ?? '', link);
  const agreed = await submit(bank.href, { decision: 'APPROVE', name: 'Ada Marsh' });
  expect(agreed.status).toBeLessThan(400);
}

test("a shop creates a link, receives the payment's webhook, and refunds it", async () => {
  const made = await post(`${address}/orders`, { number: 'SHOP-1001', amount: 12.5 });
  const { payAt } = (await made.json()) as { payAt: string };
  // A repeated order returns the same link.
  expect(await (await post(`${address}/orders`, { number: 'SHOP-1001', amount: 12.5 })).json()).toMatchObject({
    payAt,
  });
  await pay(payAt);
  await shop.prints('Order SHOP-1001: payment SETTLED');
  expect(await order('SHOP-1001')).toMatchObject({ status: 'SETTLED', paymentStatus: 'SETTLED' });
  expect((await post(`${address}/orders/SHOP-1001/refund`)).status).toBe(201);
  await shop.prints('Order SHOP-1001: refund PROCESSED');
  // A repeated request has the same Idempotency-Key, so it returns the same refund.
  expect((await post(`${address}/orders/SHOP-1001/refund`)).status).toBe(201);
});

test('rejects a webhook that Volume did not sign', async () => {
  await post(`${address}/orders`, { number: 'SHOP-1002', amount: 5 });
  const body = JSON.stringify({ merchantPaymentId: 'SHOP-1002', paymentId: 'x', paymentStatus: 'SETTLED' });
  const forged = await fetch(`${address}/webhooks`, {
    method: 'PUT',
    headers: { 'x-signature': 'AAAA', 'x-signature-timestamp': String(Math.floor(Date.now() / 1000)) },
    body,
  });
  expect(forged.status).toBe(401);
  expect(await order('SHOP-1002')).toMatchObject({ status: 'NEW' });
});

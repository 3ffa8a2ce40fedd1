import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { resetApiKey } from '@volume/contract/api-keys/api-keys.ts';
import { sendTestWebhook, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookRequest } from '#core/services.ts';
import { createWebhookSender } from '#node/sending/create-webhook-sender.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { proved } from '#testing/sign-in-as.ts';
import { breakOff } from '#testing/webhooks/break-off.ts';
import { type ServedWorld, serveSampleWorld } from '#testing/docs/serve-sample-world.ts';
import { guides } from './guides.ts';

let world: ServedWorld;
let env: Record<string, string>;
let token: string;
let params: { merchantId: string; applicationId: string };

beforeAll(async () => {
  world = await serveSampleWorld();
  const { test: api } = world;
  // Signed webhooks have to be recent for the reader's own clock.
  api.pass({ seconds: Math.round((Date.now() - api.services.clock.now().getTime()) / 1000) });
  const email = 'amelia@harbourbloom.example';
  token = await world.tokenOf(email);
  const { merchantId } = JSON.parse(atob(token.split('.')[1] ?? '')) as { merchantId: string };
  const merchant = (await api.call(getMerchant, { params: { merchantId }, token })).value();
  const applicationId = merchant.applications[0]?.applicationId ?? '';
  params = { merchantId, applicationId };
  const headers = await proved(api, token, { password: samplePassword });
  const { value } = (await api.call(resetApiKey, { params: { ...params, key: 'PRIMARY' }, token, headers })).value();
  const query = `applicationId=${applicationId}&paymentStatuses=SETTLED&size=100`;
  const { content } = (await api.call(listPayIns, { query, token })).value();
  env = {
    EMAIL: email,
    PASSWORD: samplePassword,
    MERCHANT_ID: merchantId,
    APPLICATION_ID: applicationId,
    APPLICATION_SECRET: value,
    PAYMENT_ID: content.find(({ canStartRefund }) => canStartRefund)?.paymentId ?? '',
  };
});
afterAll(() => world.close());

interface Block {
  language: string;
  status: number;
  source: string;
}

/** The runnable code samples of a page, as shown. */
async function blocksOf(name: string): Promise<Block[]> {
  const page = await (await fetch(`${world.baseUrl}/docs/guides/${name}`)).text();
  const found = page.matchAll(/<pre data-run="(\w+)" data-status="(\d+)"[^>]*><code>([^<]*)<\/code><\/pre>/g);
  return [...found].map(([, language = '', status, shown = '']) => ({
    language,
    status: Number(status),
    source: shown
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  }));
}

test.each(['keys', 'payment-links', 'idempotency', 'errors', 'testing'])(
  'the commands of the guide on %s run as shown, in order, with the documented results',
  async (name) => {
    const blocks = await blocksOf(name);
    const calls = blocks.filter(({ source }) => source.includes('curl'));
    const { statuses, output } = await world.bash(blocks.map(({ source }) => source).join('\n'), env);
    expect([statuses, output]).toEqual([calls.map(({ status }) => status), expect.any(String)]);
    expect(calls.length).toBeGreaterThan(0);
    if (name === 'idempotency') {
      const [first, second] = output
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{'));
      expect(JSON.parse(first ?? '')).toEqual(JSON.parse(second ?? ''));
    }
  },
);

test('every guide is a page without a script that links to all others and to the reference', async () => {
  for (const { name, title } of guides) {
    const answer = await fetch(`${world.baseUrl}/docs/guides/${name}`);
    const page = await answer.text();
    expect([answer.status, page.includes(`<h1>${title}</h1>`), page.includes('<script')]).toEqual([200, true, false]);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const other of [...guides.map((guide) => `/guides/${guide.name}`), '']) {
      expect(page).toContain(`href="/sandbox/docs${other}"`);
    }
  }
});

test('every endpoint that a guide links to is an address in the reference', async () => {
  const document = (await (await fetch(`${world.baseUrl}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { tags: string[] }>>;
    'x-tagGroups': { name: string; tags: string[] }[];
  };
  const pages: Record<string, string> = { 'Your server': '', 'The portal’s own calls': '/portal' };
  const pageOf = (tag = '') => pages[document['x-tagGroups'].find(({ tags }) => tags.includes(tag))?.name ?? ''];
  const anchors = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          tags: [tag],
        },
      ]) => `${pageOf(tag)}#tag/${tag?.replaceAll(' ', '-')}/operation/${method.toUpperCase()}${path}`,
    ),
  );
  let links = 0;
  for (const { name } of guides) {
    const page = await (await fetch(`${world.baseUrl}/docs/guides/${name}`)).text();
    for (const [, anchor] of page.matchAll(/\/docs([^"]*#[^"]*operation[^"]*)"/g)) {
      expect(anchors).toContain(anchor);
      links += 1;
    }
  }
  expect(links).toBeGreaterThan(8);
});

test('a real webhook passes the verification command of the guide, another body does not', async () => {
  const [shell] = (await blocksOf('webhooks')).filter(({ language }) => language === 'shell');
  const received = await deliverOne();
  writeFileSync(join(world.folder, 'body.json'), received.body);
  const own = { ...env, SIGNATURE: received.authorization.replace('SHA256withRSA ', '') };
  expect((await world.bash(shell?.source ?? '', own)).output).toContain('Verified OK');
  writeFileSync(join(world.folder, 'body.json'), received.body.replace('{', '{ '));
  expect((await world.bash(shell?.source ?? '', own)).output).toContain('Verification failure');
});

/** Receives one test event on a server and returns it. */
async function deliverOne(): Promise<{ body: string; authorization: string }> {
  const server = createServer();
  const port = await listenOn(server);
  const received = new Promise<{ body: string; authorization: string }>((resolve) => {
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.end();
        resolve({ body: Buffer.concat(parts).toString(), authorization: request.headers.authorization ?? '' });
      });
    });
  });
  await sendTest(port);
  const came = await received;
  server.close();
  return came;
}

async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function sendTest(port: number): Promise<void> {
  const { test: api } = world;
  const headers = await proved(api, token, { password: samplePassword });
  const body = { paymentStatusWebhookUrl: `http://127.0.0.1:${port}/` };
  await api.call(setWebhooksCallbacks, { params, token, headers, body });
  await api.call(sendTestWebhook, { params, token, body: { kind: 'PAYMENT' } });
  await api.sendWebhooks();
}

test('the receiver of the guide accepts our webhook, rejects it when altered, for another application, too old or unsigned, and outlives one that breaks off', async () => {
  const [receiver] = (await blocksOf('webhooks')).filter(({ language }) => language === 'node');
  writeFileSync(join(world.folder, 'receive.mjs'), receiver?.source ?? '');
  const probe = createServer();
  const port = await listenOn(probe);
  probe.close();
  const child = spawn(process.execPath, ['receive.mjs'], {
    cwd: world.folder,
    env: { APPLICATION_ID: params.applicationId, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await nextLine(child);
  expect(said).toBe('Waiting for events.');
  const sender = createWebhookSender({ isLocal: true });
  const seen: WebhookRequest[] = [];
  world.test.services.webhookSender.send = (request) => {
    seen.push(request);
    return sender.send(request);
  };
  const shown = nextLine(child);
  await sendTest(port);
  expect((await shown)[0]).toMatch(/^A test event:/);
  const [real] = seen;
  if (!real) throw new Error('Nothing was sent.');
  const answerTo = async (change: Partial<typeof real>) => sender.send({ ...real, ...change });
  const without = (name: string, value: string) => ({ headers: { ...real.headers, [name]: value } });
  expect(await answerTo({})).toMatchObject({ status: 200 });
  expect(await answerTo({ body: real.body.replace('{', '{ ') })).toMatchObject({ status: 401 });
  expect(await answerTo(without('x-signature-application-id', crypto.randomUUID()))).toMatchObject({ status: 401 });
  expect(await answerTo(without('x-signature-timestamp', '1790000000'))).toMatchObject({ status: 401 });
  expect(await answerTo(without('x-signature', 'AAAA'))).toMatchObject({ status: 401 });
  expect(await answerTo({ keyId: 'another' })).toMatchObject({ status: 401 });
  const { 'x-signature': _, ...unsigned } = real.headers;
  expect(await answerTo({ headers: unsigned })).toMatchObject({ status: 401 });
  await breakOff(port);
  expect(await answerTo({})).toMatchObject({ status: 200 });
  child.kill();
  await once(child, 'exit');
});

test('the program of the guide on missed events reads every event once, and only new ones when it runs again', async () => {
  const [program] = (await blocksOf('missed-events')).filter(({ language }) => language === 'node');
  writeFileSync(join(world.folder, 'catch-up.mjs'), program?.source ?? '');
  const run = async () => {
    const child = spawn(process.execPath, ['catch-up.mjs'], {
      cwd: world.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    expect(await once(child, 'close')).toEqual([0, null]);
    return lines.flatMap((line) => /^[0-9a-f-]{36} [a-z_]+\.[a-z_]+ /.exec(line)?.[0] ?? []);
  };
  const first = await run();
  expect(first.length).toBeGreaterThan(0);
  expect(new Set(first).size).toBe(first.length);
  expect(await run()).toEqual([]);
});

async function nextLine({ stdout }: ChildProcess): Promise<[string]> {
  if (!stdout) throw new Error('It says nothing.');
  const lines = createInterface(stdout);
  const line = (await once(lines, 'line')) as [string];
  lines.close();
  return line;
}

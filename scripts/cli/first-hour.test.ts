import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWebhooks, WebhookError } from '@volume/client/webhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { breakOff } from '#api/testing/webhooks/break-off.ts';
import { buildToolWhenStale } from '#scripts/cli/build-cli.mjs';
import { freePort } from '#scripts/free-port.mjs';
import { root } from '#scripts/run-command.mjs';
import {
  type Account,
  openAccount,
  openShell,
  pay,
  type Portal,
  processorTimeOf,
  type Program,
  startPortal,
  stopAll,
  volume,
} from './sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'volume-tool-'));
let port: number;
let portal: Portal;
let account: Account;
let secret: string;
let variables: Record<string, string>;

/** The webhooks that the merchant's server received and found to be signed by Volume. */
let received: { type: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
let refused = 0;
let server: Server | null = null;
let place: string;

beforeAll(async () => {
  if (!(await buildToolWhenStale())) throw new Error('The tool could not be built.');
  port = await freePort();
  portal = await startPortal(folder, port);
  account = await openAccount(portal.api);
  secret = await account.makeKey('Laptop', ['READ', 'LINKS']);
  variables = settingsWith(secret);
  place = `http://127.0.0.1:${await freePort()}/webhooks`;
});
afterAll(async () => {
  await stopAll();
  await closeServer();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  received = [];
  refused = 0;
  if (server === null) await openServer();
});

const settingsWith = (key: string) => ({
  VOLUME_API: portal.api,
  VOLUME_APPLICATION_ID: account.applicationId,
  VOLUME_APPLICATION_SECRET: key,
  VOLUME_CONFIG: join(folder, 'no-settings.json'),
});

/** A merchant's server, written with the client: answers 401 to requests that Volume did not sign. */
async function openServer(judge: (isSigned: boolean) => number = (isSigned) => (isSigned ? 200 : 401)): Promise<void> {
  const webhooks = createWebhooks({ baseUrl: portal.api, applicationId: account.applicationId });
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    try {
      const event = await webhooks.verify({ headers: request.headers, body });
      received.push({ type: `${event.kind} ${event.isTest ? 'test' : 'real'}`, headers: request.headers, body });
      response.writeHead(judge(true)).end();
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      refused += 1;
      response.writeHead(judge(false)).end();
    }
  });
  server.listen(Number(new URL(place).port), '127.0.0.1');
  await once(server, 'listening');
}
async function closeServer(): Promise<void> {
  const closing = server;
  server = null;
  closing?.closeAllConnections();
  if (closing) await new Promise((resolve) => closing.close(resolve));
}

interface Finished {
  code: number | null;
  out: string;
  errors: string;
}
/** Runs a command to its end. */
async function run(...words: string[]): Promise<Finished> {
  return finish(volume(variables, ...words));
}
async function finish(program: Program): Promise<Finished> {
  const code = await program.ended;
  const [out, errors] = [program.printed(), program.errors()];
  expect(out + errors).not.toContain(secret);
  return { code, out, errors };
}
async function createLink(number: string): Promise<string> {
  const words = ['--amount', '12.50', '--reference', number, '--merchant-payment-id', number, '--json'];
  const { code, out, errors } = await run('links', 'create', ...words);
  expect([code, errors]).toEqual([0, '']);
  return (JSON.parse(out) as { paymentIntentLink: string }).paymentIntentLink;
}
/** A command as the guide prints it, for this server. */
async function printed(name: string): Promise<string[]> {
  const guide = await (await fetch(`${portal.api}/docs/guides/command-line.md`)).text();
  const [, words = ''] = new RegExp(`^npx volume (${name} .*)$`, 'm').exec(guide) ?? [];
  return words.split(' ').map((word) => (word === 'http://localhost:3000/webhooks' ? place : word));
}
async function listen(...words: string[]): Promise<Program> {
  const program = volume(variables, ...(await printed('listen')), ...words);
  await program.prints('Ctrl+C ends');
  return program;
}
const statusesOf = () =>
  received.map(({ body }) => (JSON.parse(String(body)) as { paymentStatus: string }).paymentStatus);

/** The scopes that the guide asks for, and the values that it says to save or to type, in their order. */
async function readGuide(): Promise<{ scopes: string[]; steps: string[] }> {
  const guide = await (await fetch(`${portal.api}/docs/guides/command-line.md`)).text();
  const [, ...scopes] = /Create a key with the scopes (\w+) and (\w+)/.exec(guide) ?? [];
  return { scopes, steps: [...guide.matchAll(/^```\w*\n([^]*?)\n```$/gm)].map(([, step = '']) => step) };
}
/** A folder with the built packages, laid out as `npm run build` leaves them in the repository. */
function openProject(): string {
  const project = join(folder, 'project');
  for (const [to, from] of [
    ['.bin/volume', 'packages/cli/bin/volume.mjs'],
    ['@volume/client', 'packages/client'],
  ] as const) {
    mkdirSync(dirname(join(project, 'node_modules', to)), { recursive: true });
    symlinkSync(join(root, from), join(project, 'node_modules', to));
  }
  return project;
}

test('the steps of the guide, as printed, lead from a new account to a verified webhook in under 60 s of processor time', async () => {
  const began = { own: process.cpuUsage(), portal: processorTimeOf(portal.program) };
  const { scopes, steps } = await readGuide();
  // `npm run build` also builds the client and the tool, which is done before these tests.
  const [build, settings = '', code = '', start = '', doctor = '', toListen = '', links = ''] = steps;
  expect([build, start]).toEqual(['npm run build', 'node server.mjs']);
  const { applicationId, makeKey } = await openAccount(portal.api);
  const key = await makeKey('Laptop', scopes);
  const project = openProject();
  writeFileSync(join(project, 'server.mjs'), code);
  const own = settings.replace("the application's id", applicationId).replace('the key', key);
  expect(own).toContain(`VOLUME_API="${portal.api}"`);
  const at = String(await freePort());
  const variables = { PORT: at, VOLUME_CONFIG: join(folder, 'no-settings.json') };
  const open = (step: string) =>
    openShell(`${own}\n${step.replace('localhost:3000', `localhost:${at}`)}`, project, variables);

  const receiver = open(start);
  await receiver.prints('Waiting for webhooks.');
  await breakOff(Number(at));
  const checking = open(doctor);
  expect(await checking.ended, checking.printed() + checking.errors()).toBe(0);
  expect(checking.printed()).toContain('refused it with 401');
  const listening = open(toListen);
  await listening.prints('Ctrl+C ends');
  const asking = open(links);
  expect(await asking.ended, asking.errors()).toBe(0);
  await pay(/^Link +(\S+)$/m.exec(asking.printed())?.[1] ?? '');
  await listening.prints('payment.settled');
  for (const status of ['COMPLETED', 'SETTLED']) await receiver.prints(`paymentStatus: '${status}'`);
  const windows = [receiver, checking, listening, asking];
  for (const each of [listening, receiver]) each.interrupt();
  for (const each of windows) await each.ended;
  expect(receiver.printed().match(/^A verified (test )?event:/gm)).toEqual([
    'A verified test event:',
    'A verified event:',
    'A verified event:',
  ]);
  expect(listening.errors()).toContain('To go on from here: --after ');
  for (const each of windows) expect(each.printed() + each.errors()).not.toContain(key);

  const { user, system } = process.cpuUsage(began.own);
  const ofPortal = processorTimeOf(portal.program) - began.portal;
  const ofWindows = windows.reduce((sum, each) => sum + each.processorTime(), 0);
  expect((user + system) / 1e6 + ofPortal + ofWindows).toBeLessThan(60);
});

test('listen forwards events as an address would get them, and events and payments list them', async () => {
  const listening = await listen('--count', '2');
  const made = await run(...(await printed('links create')));
  await pay(/^Link +(\S+)$/m.exec(made.out)?.[1] ?? '');
  const { code, out, errors } = await finish(listening);
  expect([code, out.match(/ 200 in /g)?.length], errors).toEqual([0, 2]);
  expect(received.map(({ type }) => type)).toEqual(['PAYMENT real', 'PAYMENT real']);
  expect(statusesOf()).toEqual(['COMPLETED', 'SETTLED']);
  expect(received[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Volume-Webhooks/1.0',
    'x-signature-application-id': account.applicationId,
    'webhook-signature': expect.stringMatching(/^v1a,/),
  });

  const listed = await run('events', '--json');
  const events = JSON.parse(listed.out) as { id: string; type: string }[];
  expect(events.map(({ type }) => type)).toEqual(['payment.completed', 'payment.settled']);
  expect(events[0]!.id).toBe(received[0]!.headers['webhook-id']);
  expect((await run('payments')).out).toContain('ORDER-1001');
  const [{ paymentId }] = JSON.parse((await run('payments', '--json')).out) as [{ paymentId: string }];
  expect((await run('payments', 'show', paymentId)).out).toMatch(/Amount +12.50 GBP/);
});

test('verify says what is wrong with a webhook that was changed in transit', async () => {
  // Both events, so that none is left for the next test.
  const listening = await listen('--count', '2');
  await pay(await createLink('ORDER-2'));
  await finish(listening);
  const [{ headers, body }] = received as [(typeof received)[number]];
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\n`);
  const check = async (changed: Uint8Array, change: (line: string) => string = (line) => line): Promise<Finished> => {
    const program = volume(variables, 'verify');
    program.write(Buffer.concat([Buffer.from(`PUT /webhooks HTTP/1.1\n${head.map(change).join('')}\n`), changed]));
    return finish(program);
  };
  const good = await check(body);
  expect([good.code, good.out], good.errors).toEqual([0, expect.not.stringContaining('FAILED')]);
  const written = await check(Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 2)));
  expect([written.code, written.out.match(/parsed as JSON and written again/g)?.length]).toEqual([1, 3]);
  const broken = await check(Buffer.concat([body, Buffer.from('\n')]));
  expect([broken.code, broken.out.match(/line break was added/g)?.length]).toEqual([1, 3]);
  const old = await check(body, (line) => line.replace(/^(webhook-timestamp: ).*/, '$15'));
  expect([old.code, old.out]).toEqual([1, expect.stringMatching(/FAILED +webhook-timestamp +It is \d+ seconds ago/)]);
  const bare = await check(body, (line) => (line.startsWith('authorization') ? '' : line));
  expect([bare.code, bare.out]).toEqual([1, expect.stringContaining('Some servers and proxies remove it')]);

  const [headersFile, bodyFile] = [join(folder, 'headers.txt'), join(folder, 'body.json')];
  writeFileSync(headersFile, head.join(''));
  writeFileSync(bodyFile, String(body).replace('12.5', '1.25'));
  const forged = await run('verify', '--headers', headersFile, '--body', bodyFile);
  expect([forged.code, forged.errors]).toEqual([1, 'A receiver must not take this webhook.\n']);
  expect(forged.out.match(/FAILED/g)).toHaveLength(3);
});

test('a server that was down gets its event when it is up again, once and with a new signature', async () => {
  await closeServer();
  const listening = await listen();
  await pay(await createLink('ORDER-3'));
  await listening.prints('Waiting for');
  await openServer();
  await listening.prints('payment.settled');
  listening.interrupt();
  const { code, errors } = await finish(listening);
  expect([code, statusesOf()], errors).toEqual([0, ['COMPLETED', 'SETTLED']]);
  expect(errors).toContain('To go on from here: --after ');
});

test('listen continues after the API was restarted: no event is missed or repeated', async () => {
  const listening = await listen();
  await pay(await createLink('ORDER-4'));
  await listening.prints('payment.settled');
  portal.program.interrupt();
  await portal.program.ended;
  await listening.prints('Trying again');
  portal = await startPortal(folder, port);
  await pay(await createLink('ORDER-5'));
  await listening.prints('no event was missed');
  await expect.poll(() => received.length).toBe(4);
  listening.interrupt();
  const { code, out } = await finish(listening);
  expect(code).toBe(0);
  expect(statusesOf()).toEqual(['COMPLETED', 'SETTLED', 'COMPLETED', 'SETTLED']);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(out).toContain(id);
});

const faulty: [string, () => number, string][] = [
  ['takes everything', () => 200, 'anyone can claim that an order is paid'],
  ['refuses everything', () => 401, 'check that it verifies the raw body'],
  ['fails at everything', () => 500, 'refuse a wrong signature with 401'],
];
test.each(faulty)('doctor recognises a server that %s', async (_, judge, words) => {
  await closeServer();
  await openServer(judge);
  const { code, out } = await run('doctor', '--url', place);
  expect([code, out]).toEqual([1, expect.stringContaining(words)]);
  await closeServer();
});

test('doctor reports that nothing listens at the address, and the rights of the key', async () => {
  await closeServer();
  const { code, out, errors } = await run('doctor', '--url', place, '--json');
  expect([code, errors]).toEqual([1, 'One check failed.\n']);
  const rows = JSON.parse(out) as { check: string; result: string; sentence: string }[];
  expect(rows.map(({ check, result }) => [check, result])).toEqual([
    ['key', 'ok'],
    ['expiry', 'ok'],
    ['addresses', 'ok'],
    ['clock', 'ok'],
    ['webhook addresses', 'warning'],
    ['your server', 'failed'],
  ]);
  expect(rows.at(-1)?.sentence).toContain('nothing listens there');
});

test('a refusal goes to stderr with its sentence, code and trace id, and exit code 1', async () => {
  variables = settingsWith(await account.makeKey('Links only', ['LINKS']));
  const refusal = await run('listen', '--forward-to', place);
  variables = settingsWith(secret);
  expect([refusal.code, refusal.out]).toEqual([1, '']);
  expect(refusal.errors).toMatch(/lacks the scope READ.*\ncode READ_SCOPE_NEEDED, status 403, trace id \w+/);
});

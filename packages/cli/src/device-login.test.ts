import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';

const key = {
  merchantId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c02',
  applicationId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c03',
  keyId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c01',
  name: 'volume on ada-laptop',
  scopes: ['TOOL'],
  expiresAtUtc: '2027-02-26T10:00:00.000',
  value: 'volume_the-key',
};
const started = {
  deviceCode: 'the-secret-of-the-tool',
  userCode: 'BCDF-GHJK',
  verificationUri: 'https://portal.example.com/settings/security/device',
  verificationUriComplete: 'https://portal.example.com/settings/security/device?code=BCDF-GHJK',
  expiresIn: 600,
  interval: 0,
};
type Answer = [status: number, body?: object];
const refusal = (status: number, code: string): Answer => [status, { code, errorMessage: `It is ${code}.` }];

let server: Server;
let api: string;
let file: string;
let answers: Record<string, Answer[]>;
let asked: { call: string; body: unknown; secret: unknown }[];
let printed: string[];
let noted: string[];

beforeEach(async () => {
  [answers, asked, printed, noted] = [{}, [], [], []];
  server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`;
    const body = request.headers['content-type'] === undefined ? undefined : await json(request);
    asked.push({ call, body, secret: request.headers['x-application-secret'] });
    const [status, sent] = answers[call]?.shift() ?? refusal(404, 'NOT_FOUND');
    response.writeHead(status, { 'content-type': 'application/vnd.volume.v0.7+json' });
    response.end(sent && JSON.stringify(sent));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox`;
  file = join(await mkdtemp(join(tmpdir(), 'volume-')), 'settings.json');
});
afterEach(() => new Promise((closed) => server.close(closed)));

const volume = (words: string, variables: Record<string, string> = {}) =>
  run(
    words.split(' '),
    {
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      variables: { VOLUME_CONFIG: file, ...variables },
      readInput: async () => new Uint8Array(),
    },
    new AbortController().signal,
  );
const start = 'POST /sandbox/api/device-codes';
const fetchKey = 'POST /sandbox/api/device-codes/key';
const revoke = `DELETE /sandbox/api/merchants/${key.merchantId}/applications/${key.applicationId}/keys/${key.keyId}`;
const play = `POST /sandbox/api/merchants/${key.merchantId}/applications/${key.applicationId}/scenarios`;
const ownKey = 'GET /sandbox/api/keys/self';
const { merchantId, applicationId } = key;
const stored = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;

async function signIn() {
  answers[start] = [[200, started]];
  answers[fetchKey] = [[200, key]];
  expect(await volume(`login --api ${api}`)).toBe(0);
}

test('login shows the code, waits until it is allowed, and stores the key so that only its user can read it', async () => {
  answers[start] = [[200, started]];
  answers[fetchKey] = [refusal(400, 'AUTHORIZATION_PENDING'), refusal(400, 'AUTHORIZATION_PENDING'), [200, key]];
  expect(await volume(`login --api ${api}/`)).toBe(0);
  expect(printed.slice(0, 2)).toEqual([
    'Open https://portal.example.com/settings/security/device?code=BCDF-GHJK',
    'and allow the code BCDF-GHJK. It is valid for 10 minutes.',
  ]);
  expect(printed[2]).toBe(`Signed in as “volume on ada-laptop” until 2027-02-26. The key is in ${file}.`);
  expect(asked.map(({ call }) => call)).toEqual([start, fetchKey, fetchKey, fetchKey]);
  expect(asked[0]!.body).toEqual({ toolName: 'volume', machineName: expect.stringMatching(/^[\w.-]{1,40}$|^this/) });
  expect(asked[1]!.body).toEqual({ deviceCode: started.deviceCode });
  const { merchantId, applicationId, keyId, value: secret } = key;
  expect(await stored()).toEqual({ api, applicationId, secret, merchantId, keyId });
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect([...printed, ...noted].join('\n')).not.toContain(key.value);
});

test.each([
  ['ACCESS_DENIED', 'It was denied in the portal. No key was stored.'],
  ['EXPIRED_TOKEN', 'The code has expired or was used. Run `volume login` again.'],
])('login ends at %s, and stores nothing', async (code, sentence) => {
  answers[start] = [[200, started]];
  answers[fetchKey] = [refusal(400, code)];
  expect(await volume(`login --api ${api}`)).toBe(1);
  expect(noted).toEqual([sentence]);
  await expect(stored()).rejects.toThrow('ENOENT');
});

test('login needs to know the API, and never sends a key over http to another machine', async () => {
  expect(await volume('login')).toBe(2);
  expect(noted[0]).toContain('VOLUME_API');
  expect(await volume('login --api http://api.example.com/sandbox')).toBe(1);
  expect(noted[1]).toContain('https:');
});

test('a second login asks the same API, and revokes the key that it replaces', async () => {
  await signIn();
  answers[start] = [[200, started]];
  answers[fetchKey] = [[200, { ...key, keyId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c99', value: 'volume_another' }]];
  answers[revoke] = [[204]];
  expect(await volume('login')).toBe(0);
  expect(asked.at(-1)).toMatchObject({ call: revoke, secret: key.value });
  expect((await stored())['secret']).toBe('volume_another');
});

test.each([
  ['revoked it', [204] as Answer],
  ['is told that it is no longer valid', refusal(401, 'KEY_EXPIRED')],
])('logout deletes the file after it %s', async (_, answer) => {
  await signIn();
  answers[revoke] = [answer];
  expect(await volume('logout')).toBe(0);
  expect(asked.at(-1)).toMatchObject({ call: revoke, secret: key.value });
  await expect(stored()).rejects.toThrow('ENOENT');
});

test('logout deletes the file and says so when the key could not be revoked', async () => {
  await signIn();
  answers[revoke] = [refusal(403, 'TOOL_SCOPE_NEEDED')];
  expect(await volume('logout')).toBe(1);
  expect(noted[0]).toMatch(/was deleted, but the key could not be revoked: .+\nRevoke it in the portal/);
  await expect(stored()).rejects.toThrow('ENOENT');
  expect(await volume('logout')).toBe(0);
  expect(printed.at(-1)).toBe('This machine was not signed in.');
});

test('trigger plays a scenario with the stored key and lists the events to expect', async () => {
  await signIn();
  const eventTypes = ['payment.completed', 'payment.settled'];
  const played = { merchantPaymentId: 'SAMPLE-PAID-0A1B2C3D', paymentIntentId: key.keyId, eventTypes };
  answers[ownKey] = [[200, { merchantId, applicationId }]];
  answers[play] = [[200, { ...played, scenario: 'paid', amount: 24.9, currency: 'GBP' }]];
  expect(await volume('trigger paid')).toBe(0);
  expect(asked.at(-1)).toEqual({ call: play, body: { scenario: 'paid' }, secret: key.value });
  expect(printed.slice(-2)).toEqual([
    'SAMPLE-PAID-0A1B2C3D: 24.90 GBP, a payment that is settled',
    'Events to come: payment.completed, payment.settled',
  ]);
});

test('trigger prints why the API refuses', async () => {
  await signIn();
  answers[ownKey] = [[200, { merchantId, applicationId }]];
  answers[play] = [refusal(422, 'NOT_SIMULATED')];
  expect(await volume('trigger paid')).toBe(1);
  expect(noted.at(-1)).toContain('It is NOT_SIMULATED.');
});

test('trigger --list needs no key; refuses a wrong name and two names', async () => {
  expect(await volume('trigger --list')).toBe(0);
  expect(printed).toHaveLength(8);
  for (const words of ['trigger', 'trigger rich', 'trigger toString', 'trigger paid held'])
    expect(await volume(words)).toBe(2);
  expect(asked).toEqual([]);
});

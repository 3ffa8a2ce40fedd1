import { beforeEach, expect, expectTypeOf, test } from 'vitest';
import { createClient, isRefusal, NoAnswerError, RefusalError, StrangeAnswerError } from './client.ts';
import type { ClientOptions } from './options.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const page = () => json(200, { content: [], last: true });
const late = () => json(401, { code: 'TOKEN_EXPIRED', errorMessage: 'The token is over.' });
const refused = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error, error_description: `It is ${error}.` }, headers);
const lost = (): never => {
  throw new TypeError('fetch failed');
};

type Answer = () => Response | Promise<Response>;
let now: number;
let asked: { url: string; headers: Record<string, string>; body: string }[];
let used: string[];
let waits: number[];
/** The next responses of the token endpoint and of the API; without any they accept. */
let tokenAnswers: Answer[];
let apiAnswers: Answer[];

beforeEach(() => {
  now = Date.parse('2026-01-01T00:00:00Z');
  [asked, used, waits, tokenAnswers, apiAnswers] = [[], [], [], [], []];
});

const issue = () => json(200, { access_token: `token-${asked.length}`, token_type: 'Bearer', expires_in: 900 });
const open = (options: Partial<ClientOptions & { scopes: string[] }> = {}) =>
  createClient({
    baseUrl: 'https://api.example.com/sandbox/',
    clientId: 'app:1',
    clientSecret: 'secret 1',
    fetch: async (url, init) => {
      const headers = init?.headers as Record<string, string>;
      if (String(url).endsWith('/oauth/token')) {
        asked.push({ url: String(url), headers, body: String(init?.body) });
        return (tokenAnswers.shift() ?? issue)();
      }
      used.push(headers['authorization'] ?? '');
      return (apiAnswers.shift() ?? page)();
    },
    effects: {
      now: () => now,
      random: () => 0.5,
      uuid: () => 'key',
      sleep: async (milliseconds) => void waits.push(milliseconds),
    },
    ...options,
  });
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const pass = (seconds: number) => void (now += seconds * 1000);

test('requests one token as in RFC 6749, and sends it with each call', async () => {
  const client = open({ scopes: ['READ', 'LINKS'] });
  expectTypeOf(client).toHaveProperty('startRefund');
  expectTypeOf(client).not.toHaveProperty('setApprovalPolicy');
  for (let count = 0; count < 3; count++) await client.listPayIns();
  expect(asked).toEqual([
    {
      url: 'https://api.example.com/sandbox/oauth/token',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${btoa('app%3A1:secret%201')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&scope=READ+LINKS',
    },
  ]);
  expect(used).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
});

test('concurrent calls wait for one token', async () => {
  const client = open();
  await Promise.all(Array.from({ length: 20 }, () => client.listPayIns()));
  expect(asked.length).toBe(1);
  pass(900);
  await Promise.all(Array.from({ length: 20 }, () => client.listPayIns()));
  expect(asked.length).toBe(2);
});

test('renews a token a minute before it expires, and a short-lived one after four fifths of its lifetime', async () => {
  const client = open();
  await client.listPayIns();
  pass(839);
  await client.listPayIns();
  expect(asked.length).toBe(1);
  pass(1);
  await client.listPayIns();
  expect([asked.length, used.at(-1)]).toEqual([2, 'Bearer token-2']);
  tokenAnswers = [() => json(200, { access_token: 'short', token_type: 'bearer', expires_in: 10 })];
  pass(900);
  await client.listPayIns();
  pass(7);
  await client.listPayIns();
  expect([asked.length, used.at(-1)]).toEqual([3, 'Bearer short']);
  pass(1);
  await client.listPayIns();
  expect(asked.length).toBe(4);
});

test('continues with a valid token when it cannot be renewed, and tries again later', async () => {
  const client = open();
  await client.listPayIns();
  tokenAnswers = [lost];
  pass(850);
  await client.listPayIns();
  await client.listPayIns();
  expect([asked.length, used.slice(1)]).toEqual([2, ['Bearer token-1', 'Bearer token-1']]);
  pass(5);
  await client.listPayIns();
  expect([asked.length, used.at(-1)]).toEqual([3, 'Bearer token-3']);
});

test('a call that gets 401 is sent once more with a new token, even a write that is otherwise sent once', async () => {
  const client = open({ retries: 0 });
  await client.listPayIns();
  apiAnswers = [late];
  await client.cancelPaymentIntent({ path: { paymentIntentId: 'i' } });
  expect(used.slice(1)).toEqual(['Bearer token-1', 'Bearer token-2']);
  apiAnswers = [late, late];
  const error = await failure(client.listPayIns());
  expect(isRefusal(error, 'TOKEN_EXPIRED')).toBe(true);
  expect(error).toMatchObject({ status: 401, attempts: 2 });
  expect(waits).toEqual([]);
});

test('many calls that are refused at the same time request one new token', async () => {
  const client = open();
  await client.listPayIns();
  apiAnswers = Array.from({ length: 10 }, () => late);
  await Promise.all(Array.from({ length: 10 }, () => client.listPayIns()));
  expect(asked.length).toBe(2);
  expect(used.slice(11)).toEqual(Array.from({ length: 10 }, () => 'Bearer token-2'));
});

test('a refused client fails each waiting call with the code of RFC 6749, and is not retried', async () => {
  tokenAnswers = [() => refused(401, 'invalid_client')];
  const client = open();
  const errors = await Promise.all([failure(client.listPayIns()), failure(client.getOwnKey())]);
  expect([asked.length, used]).toEqual([1, []]);
  for (const [at, call] of ['listPayIns', 'getOwnKey'].entries()) {
    expect(errors[at]).toBeInstanceOf(RefusalError);
    expect(errors[at]).toMatchObject({ call, status: 401, code: 'invalid_client', sentence: 'It is invalid_client.' });
  }
  expect(JSON.stringify(errors) + String(errors)).not.toContain('secret 1');
  await client.listPayIns();
  expect(used).toEqual(['Bearer token-2']);
});

test('retries token requests after temporary failures, also before a write, because nothing was sent yet', async () => {
  tokenAnswers = [lost, () => refused(429, 'temporarily_unavailable', { 'retry-after': '2' })];
  await open().cancelPaymentIntent({ path: { paymentIntentId: 'i' } });
  expect([asked.length, used, waits]).toEqual([3, ['Bearer token-3'], [375, 2125]]);
});

test.each([
  ['a page of a hotel', () => new Response('<h1>Welcome</h1>')],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.com' } })],
  ['another type of token', () => json(200, { access_token: 'x', token_type: 'mac', expires_in: 900 })],
  ['a token without an end', () => json(200, { access_token: 'x', token_type: 'Bearer' })],
])('does not take %s for a token', async (_, answer) => {
  tokenAnswers = [answer];
  const error = await failure(open().listPayIns());
  expect(error).toBeInstanceOf(StrangeAnswerError);
  expect(used).toEqual([]);
});

test('a token request times out like any other try', async () => {
  const client = createClient({
    baseUrl: 'https://api.example.com',
    clientId: 'a',
    clientSecret: 's',
    timeout: 20,
    retries: 0,
    fetch: (_, init) =>
      new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  });
  const error = await failure(client.listPayIns());
  expect(error).toBeInstanceOf(NoAnswerError);
  expect(error).toMatchObject({ message: 'listPayIns: no token within 0.02 seconds.' });
});

test('a cancelled call does not cancel the token request for others', async () => {
  let answer: (response: Response) => void = () => undefined;
  tokenAnswers = [() => new Promise((resolve) => (answer = resolve))];
  const client = open();
  const reason = new Error('the shopper left');
  const ending = new AbortController();
  const [left, stays] = [failure(client.listPayIns({}, { signal: ending.signal })), client.listPayIns()];
  ending.abort(reason);
  expect(await left).toBe(reason);
  answer(issue());
  await stays;
  expect([asked.length, used]).toEqual([1, ['Bearer token-1']]);
});

test('credentials must be complete, and of one kind', () => {
  const baseUrl = 'https://api.example.com';
  expect(() => createClient({ baseUrl, clientId: 'a', clientSecret: '' })).toThrow('both');
  const two = { baseUrl, clientId: 'a', clientSecret: 's', applicationId: 'a', secret: 's' };
  expect(() => createClient(two)).toThrow('one of');
  expect(() => createClient({ baseUrl: 'http://api.example.com', clientId: 'a', clientSecret: 's' })).toThrow('https');
});

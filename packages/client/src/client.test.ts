import { expect, expectTypeOf, test } from 'vitest';
import { createClient, isRefusal, NoAnswerError, RefusalError, type Shapes, StrangeAnswerError } from './client.ts';
import type { ClientOptions } from './options.ts';

type Answer = (request: {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}) => Response | Promise<Response>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    status,
    { statusCode: status, code, errorMessage: `It is ${code}.`, traceId: 'trace-1', source: 'VOLUME' },
    headers,
  );
const lost = (): never => {
  throw new TypeError('fetch failed');
};
const link = { paymentIntentId: 'i', paymentIntentLink: 'https://pay.example.com/i' };
const order = { body: { merchantPaymentId: 'O-1' } as unknown as Shapes['CreatePaymentLinkBody'] };

/** A client whose calls get these responses, one after the other; the last one is repeated. */
function stage(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: { url: string; method: string; headers: Record<string, string>; body: unknown; redirect: unknown }[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com/sandbox/',
    applicationId: 'app-1',
    secret: 'secret-1',
    fetch: async (url, init) => {
      const given = { ...init, headers: init?.headers as Record<string, string> };
      sent.push({
        url: String(url),
        method: init?.method ?? '',
        headers: given.headers,
        body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        redirect: init?.redirect,
      });
      const answer = answers[Math.min(sent.length, answers.length) - 1]!;
      return answer({ url: String(url), init: given });
    },
    effects: {
      now: () => Date.parse('2026-01-01T00:00:00Z'),
      random: () => 0.5,
      uuid: () => `key-${sent.length}`,
      sleep: async (milliseconds) => void waits.push(milliseconds),
    },
    ...options,
  });
  return { client, sent, waits };
}
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('sends path, query, credentials and media type as documented', async () => {
  const { client, sent } = stage([() => json(200, { content: [], last: true })]);
  await client.listPayIns({ query: { currencies: ['GBP', 'EUR'], globalSearch: 'a,b & c', size: 5 } });
  expect(sent).toEqual([
    {
      url: 'https://api.example.com/sandbox/api/payments?currencies=GBP,EUR&globalSearch=a%2Cb%20%26%20c&size=5',
      method: 'GET',
      headers: {
        accept: 'application/vnd.volume.v0.8+json',
        'x-application-id': 'app-1',
        'x-application-secret': 'secret-1',
      },
      body: undefined,
      redirect: 'manual',
    },
  ]);
});

test('an id that would be another address is refused before anything is sent', async () => {
  const { client, sent } = stage([() => json(200, {})]);
  for (const paymentId of ['', '.', '..'])
    expect(await failure(client.getPayIn({ path: { paymentId } }))).toBeInstanceOf(TypeError);
  await client.getPayIn({ path: { paymentId: '../a/b?c' } });
  expect(sent.map(({ url }) => url)).toEqual(['https://api.example.com/sandbox/api/payments/..%2Fa%2Fb%3Fc']);
});

test('a write keeps its idempotency key over all tries, and the error names it', async () => {
  const { client, sent, waits } = stage([lost, () => refusal(503, 'DATABASE_UNAVAILABLE'), () => json(200, link)]);
  expect(await client.createPaymentLink(order)).toEqual(link);
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-0', 'key-0', 'key-0']);
  expect(waits).toEqual([375, 750]);
  const broken = stage([lost]);
  const error = await failure(broken.client.createPaymentLink(order, { idempotencyKey: 'mine', retries: 1 }));
  expect(error).toBeInstanceOf(NoAnswerError);
  expect(error).toMatchObject({ idempotencyKey: 'mine', attempts: 2, call: 'createPaymentLink' });
});

test('two calls have two keys', async () => {
  const { client, sent } = stage([() => json(200, link)]);
  await client.createPaymentLink(order);
  await client.createPaymentLink(order);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test.each([
  ['429', () => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '2' }), 2125],
  [
    'a date in Retry-After',
    () => refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': 'Thu, 01 Jan 2026 00:00:03 GMT' }),
    3125,
  ],
  ['502 of a proxy', () => new Response('<html>', { status: 502 }), 375],
  ['an interrupted call', () => refusal(504, 'OUTCOME_UNKNOWN'), 375],
  ['a first call that has not ended', () => refusal(409, 'CALL_NOT_ENDED'), 375],
])('tries again after %s', async (_, answer, wait) => {
  const { client, waits } = stage([answer, () => json(200, link)]);
  expect(await client.createPaymentLink(order)).toEqual(link);
  expect(waits).toEqual([wait]);
});

test('neither a decision of the API nor a refusal with a long Retry-After is retried', async () => {
  for (const answer of [
    () => refusal(422, 'BALANCE_TOO_LOW'),
    () => refusal(409, 'NOT_REFUNDABLE'),
    () => refusal(500, 'PROVIDER_REFUSED'),
    () => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' }),
  ]) {
    const { client, sent } = stage([answer]);
    expect(await failure(client.createPaymentLink(order))).toBeInstanceOf(RefusalError);
    expect(sent.length).toBe(1);
  }
});

test('a write without an idempotency key is sent once, and accepts no key', async () => {
  let count = 0;
  const client = createClient({
    baseUrl: 'http://localhost:4000/sandbox',
    token: () => 'token-1',
    fetch: async () => ((count += 1), lost()),
  });
  const body = { currency: 'GBP' } as never;
  const call = client.setApprovalPolicy({ path: { merchantId: 'm' }, body });
  expect(await failure(call)).toMatchObject({ name: 'NoAnswerError', attempts: 1, idempotencyKey: null });
  expect(count).toBe(1);
  const keyed = client.setApprovalPolicy({ path: { merchantId: 'm' }, body }, { idempotencyKey: 'k' });
  expect(await failure(keyed)).toBeInstanceOf(TypeError);
});

test('a refusal has status, code, sentence, trace and field, and is narrowed by its code', async () => {
  const { client } = stage([
    () =>
      json(400, { code: 'BAD_REQUEST', errorMessage: 'amount is wrong', traceId: 't', field: 'paymentRequest.amount' }),
  ]);
  const error = await failure(client.createPaymentLink(order));
  expect(error).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    sentence: 'amount is wrong',
    traceId: 't',
    field: 'paymentRequest.amount',
    attempts: 1,
  });
  expect(isRefusal(error)).toBe(true);
  expect(isRefusal(error, 'KEY_LIMIT')).toBe(false);
  if (isRefusal(error, 'BAD_REQUEST', 'KEY_LIMIT'))
    expectTypeOf(error.code).toEqualTypeOf<'BAD_REQUEST' | 'KEY_LIMIT'>();
});

test('a proxy’s error page is a refusal by its status, and an unknown response is not mistaken for the API’s', async () => {
  const proxy = stage([() => new Response('<h1>Bad gateway</h1>', { status: 500 })]);
  expect(await failure(proxy.client.listPayIns())).toMatchObject({ code: 'STATUS_500', status: 500 });
  for (const answer of [
    () => new Response('<h1>Welcome to the hotel</h1>', { status: 200 }),
    () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.com' } }),
  ]) {
    const { client, sent } = stage([answer]);
    expect(await failure(client.listPayIns())).toBeInstanceOf(StrangeAnswerError);
    expect(sent.length).toBe(1);
  }
});

/** Never responds, until the call gives up. */
const silent: Answer = ({ init }) =>
  new Promise((_, reject) =>
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );

test('a try times out when the server is silent, also in the middle of a body', async () => {
  const { client, sent } = stage([silent]);
  const error = await failure(client.listPayIns({}, { timeout: 20, retries: 1 }));
  expect(error).toMatchObject({
    name: 'NoAnswerError',
    attempts: 2,
    message: 'listPayIns: nothing within 0.02 seconds.',
  });
  expect(sent.length).toBe(2);
  const half = stage([
    ({ init }) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"content": ['));
            init.signal?.addEventListener('abort', () => controller.error(new Error('cut')));
          },
        }),
      ),
  ]);
  expect(await failure(half.client.listPayIns({}, { timeout: 20, retries: 0 }))).toBeInstanceOf(NoAnswerError);
});

test("the caller's signal ends a call with its own reason, before, during and between tries", async () => {
  const reason = new Error('the shopper left');
  const before = stage([silent]);
  expect(await failure(before.client.listPayIns({}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(before.sent.length).toBe(0);
  const during = stage([silent]);
  const ending = new AbortController();
  const call = failure(during.client.listPayIns({}, { signal: ending.signal }));
  setTimeout(() => ending.abort(reason), 5);
  expect(await call).toBe(reason);
  const between = new AbortController();
  const { client } = stage([() => refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '30' })], {
    effects: { uuid: () => 'k' },
  });
  const waiting = failure(client.listPayIns({}, { signal: between.signal }));
  setTimeout(() => between.abort(reason), 5);
  expect(await waiting).toBe(reason);
});

test('reads every row of a list, page by page, and stops when the caller does', async () => {
  const pages = [
    { content: [{ paymentId: 'a' }, { paymentId: 'b' }], last: false },
    { content: [{ paymentId: 'c' }], last: true },
  ];
  const { client, sent } = stage([({ url }) => json(200, pages[Number(new URL(url).searchParams.get('page'))])]);
  const seen: string[] = [];
  for await (const payment of client.pages.listPayIns({ query: { currencies: ['GBP'] } })) {
    expectTypeOf(payment).toEqualTypeOf<Shapes['Payment']>();
    seen.push(payment.paymentId);
  }
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?currencies=GBP&page=0&size=100',
    '?currencies=GBP&page=1&size=100',
  ]);
  for await (const _ of client.pages.listPayIns()) break;
  expect(sent.length).toBe(3);
});

test('keys leave this machine only by https, and never without the application id', () => {
  const key = { applicationId: 'a', secret: 's' };
  expect(() => createClient({ baseUrl: 'http://api.example.com/live', ...key })).toThrow('https');
  for (const baseUrl of ['http://127.0.0.1:4000/sandbox', 'http://[::1]:4000/sandbox', 'https://api.example.com'])
    expect(() => createClient({ baseUrl, ...key })).not.toThrow();
  expect(() => createClient({ baseUrl: 'http://api:4000/live', allowHttp: true, ...key })).not.toThrow();
  expect(() => createClient({ baseUrl: 'https://api.example.com', applicationId: 'a', secret: '' })).toThrow('both');
});

test.each([undefined, '', 'api.example.com'])('the base address %s is refused by its name', (baseUrl) => {
  expect(() => createClient({ baseUrl: baseUrl as string, applicationId: 'a', secret: 's' })).toThrow(
    `The base address has to be one such as https://api.example.com/sandbox, but it is “${baseUrl}”.`,
  );
});

test('a client with a key has types for calls by key only', () => {
  const { client } = stage([]);
  expectTypeOf(client).toHaveProperty('startRefund');
  expectTypeOf(client).not.toHaveProperty('setApprovalPolicy');
  expectTypeOf(client.pages).not.toHaveProperty('listActivity');
});

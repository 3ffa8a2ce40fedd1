import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';
import { close, listenAnywhere } from './replay/testing/recorded-api.ts';

const id = (number: number) => `018f2c5e-9a10-7c3e-8b1f-${String(number).padStart(12, '0')}`;
const endpointId = id(50);
const ids = Array.from({ length: 10 }, (_, at) => id(at + 200));
const eventOf = (each: string) => ({ id: each, type: 'payment.settled', atUtc: '2026-11-27T10:00:00.000' });

let api: Server;
let shop: Server;
let addresses: { api: string; shop: string };
let asked: { call: string; body: unknown }[];
let heard: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[];
/** What the merchant's server answers, to the tool or to the API. */
let status: number | null;

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

beforeAll(async () => {
  api = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = await readAll(request);
    if (pathname.includes('/replays'))
      asked.push({ call: `${request.method} ${pathname}`, body: JSON.parse(body || 'null') });
    const named = searchParams.get('eventId');
    const isKept = named === null || ids.includes(named);
    response.writeHead(isKept ? 200 : 410, { 'content-type': 'application/vnd.volume.v0.7+json' });
    response.end(JSON.stringify(isKept ? answer(pathname, named) : notKept));
  });
  shop = createServer(async (request, response) => {
    const { method, headers } = request;
    heard.push({ method, headers, body: await readAll(request) });
    response.writeHead(status ?? 200).end();
  });
  const at = async (server: Server, path: string) => `http://127.0.0.1:${await listenAnywhere(server)}/${path}`;
  addresses = { api: await at(api, 'sandbox'), shop: await at(shop, 'webhooks') };
});
beforeEach(() => {
  [asked, heard, status] = [[], [], 200];
});
afterAll(() => Promise.all([close(api), close(shop)]));

const notKept = {
  statusCode: 410,
  statusName: 'GONE',
  errorMessage: 'This event is not kept.',
  code: 'EVENT_NOT_KEPT',
};

function answer(path: string, named: string | null): object {
  if (path.endsWith('/keys/self')) return { merchantId: id(100), applicationId: id(101) };
  if (path.includes('/replays')) return replayOf();
  const signed = { method: 'PUT', headers: [{ name: 'x-signature', value: 'c2lnbmVk' }], isSentToAddresses: true };
  return { messages: [{ ...eventOf(named ?? ''), ...signed, body: `{"of":"${named}"}` }], hasMore: false };
}

const replayOf = () => ({
  replayId: id(9),
  url: 'https://shop.example.com/volume',
  endedAtUtc: asked.some(({ call }) => call.startsWith('GET')) ? '2026-11-27T10:00:00.000' : null,
  ending: 'DONE',
  rules: [],
  events: [
    { eventType: 'payment.settled', httpStatus: status, durationMs: 12, error: status === null ? 'timeout' : null },
  ],
});

async function resend(...words: string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
    variables: { VOLUME_API: addresses.api, VOLUME_APPLICATION_ID: 'a', VOLUME_APPLICATION_SECRET: 'secret-key' },
    readInput: async () => new Uint8Array(),
  };
  const code = await run(['resend', ...words], terminal, new AbortController().signal);
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}
const toShop = (eventId: string, ...more: string[]) => resend(eventId, '--forward-to', addresses.shop, ...more);

test('hands an event to the server, once and as it is', async () => {
  const event = ids[9]!;
  const { code, printed, noted } = await toShop(event);
  expect([code, noted]).toEqual([0, '']);
  expect(heard).toEqual([
    { method: 'PUT', headers: expect.objectContaining({ 'x-signature': 'c2lnbmVk' }), body: `{"of":"${event}"}` },
  ]);
  expect(printed).toMatch(/^payment\.settled +018f2c5e-\S+  200 in \d+ ms$/);
});

test('has the API send it to an endpoint, without faults', async () => {
  const { code, printed, noted } = await resend(ids[7]!, '--endpoint', endpointId);
  const path = `/sandbox/api/merchants/${id(100)}/applications/${id(101)}/webhook-endpoints/${endpointId}/replays`;
  expect(asked).toEqual([
    { call: `POST ${path}`, body: { eventIds: [ids[7]], faults: [], speed: null } },
    { call: `GET ${path}/${id(9)}`, body: null },
  ]);
  expect([code, noted, heard]).toEqual([0, '', []]);
  expect(printed).toBe(`payment.settled  ${ids[7]}  200 in 12 ms`);
});

test('an answer that is not 2xx, and none, fail the command', async () => {
  status = 404;
  expect(await toShop(ids[1]!)).toMatchObject({ code: 1, noted: 'Your server did not take the event.' });
  expect(await resend(ids[1]!, '--endpoint', endpointId)).toMatchObject({
    code: 1,
    printed: expect.stringContaining('404'),
  });
  status = null;
  const silent = await resend(ids[1]!, '--endpoint', endpointId);
  expect([silent.code, silent.printed]).toEqual([1, expect.stringContaining('no answer after 12 ms: timeout')]);
  const nobody = await resend(ids[1]!, '--forward-to', 'http://127.0.0.1:1/');
  expect([nobody.code, nobody.printed]).toEqual([1, expect.stringContaining('no answer: nothing listens there')]);
});

test('prints JSON for scripts', async () => {
  const { printed } = await toShop(ids[3]!, '--json');
  expect(JSON.parse(printed)).toEqual({
    id: ids[3],
    type: 'payment.settled',
    status: 200,
    took: expect.any(Number),
    error: null,
  });
});

test('an event that is not kept is sent nowhere', async () => {
  expect(await toShop(id(1))).toMatchObject({ code: 1, noted: `There is no event ${id(1)} in the last 30 days.` });
  expect(heard).toEqual([]);
});

test.each([
  [[], 'Give the id of one event'],
  [[id(1)], 'Give either --forward-to or --endpoint.'],
  [[id(1), id(2), '--endpoint', endpointId], 'Give the id of one event'],
  [[id(1), '--endpoint', endpointId, '--forward-to', 'http://localhost:1/'], 'Give either --forward-to or --endpoint.'],
  [[id(1), '--forward-to', 'localhost'], '--forward-to has to be an address'],
])('refuses the words %j', async (words, sentence) => {
  expect(await resend(...words)).toMatchObject({ code: 2, noted: expect.stringContaining(sentence) });
});

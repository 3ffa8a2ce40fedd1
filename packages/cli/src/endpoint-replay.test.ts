import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';
import { close, listenAnywhere } from './replay/testing/recorded-api.ts';

const endpointId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4e01';
const id = (number: number) => `018f2c5e-9a10-7c3e-8b1f-${String(number).padStart(12, '0')}`;
const messages = ['payment.completed', 'payment.settled'].map((type, at) => ({
  id: id(at + 1),
  type,
  isSentToAddresses: true,
}));
const replay = {
  replayId: id(9),
  endpointId,
  url: 'https://shop.example.com/volume',
  endedAtUtc: null as string | null,
  ending: null as string | null,
  events: [
    {
      deliveryId: id(20),
      eventId: id(1),
      eventType: 'payment.completed',
      form: 'FIRST',
      sentAtUtc: 'x',
      httpStatus: 200,
    },
    {
      deliveryId: id(21),
      eventId: id(1),
      eventType: 'payment.completed',
      form: 'NO_SIGNATURE',
      sentAtUtc: 'x',
      httpStatus: 200,
    },
    {
      deliveryId: id(22),
      eventId: id(2),
      eventType: 'payment.settled',
      form: 'FIRST',
      sentAtUtc: null,
      httpStatus: null,
    },
  ].map((event) => ({ ...event, durationMs: 12, error: null })),
  rules: [
    { rule: 'ANSWERS', result: 'KEPT', tried: 1, broken: 0, examples: [] as object[] },
    { rule: 'VERIFIES', result: 'KEPT', tried: 1, broken: 0, examples: [] as object[] },
    { rule: 'IDEMPOTENT', result: 'NOT_CHECKED', tried: 0, broken: 0, examples: [] as object[] },
  ],
};

let server: Server;
let api: string;
let asked: { call: string; body: unknown }[];
/** The end of the replay, when it is read again. */
let end: object;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname.includes('/replays'))
        asked.push({ call: `${request.method} ${pathname}`, body: JSON.parse(text || 'null') });
      response.writeHead(200, { 'content-type': 'application/vnd.volume.v0.7+json' });
      response.end(JSON.stringify(answer(pathname)));
    });
  });
  api = `http://127.0.0.1:${await listenAnywhere(server)}/sandbox`;
});
beforeEach(() => {
  asked = [];
  end = { endedAtUtc: '2026-11-27T10:00:00.000', ending: 'DONE' };
});
afterAll(() => close(server));

function answer(path: string): object {
  if (path.endsWith('/keys/self')) return { merchantId: id(100), applicationId: id(101) };
  if (path.endsWith('/replays')) return replay;
  if (path.includes('/replays/')) return { ...replay, ...end };
  return { messages, hasMore: false, last: id(2) };
}

async function volume(...words: string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
    variables: { VOLUME_API: api, VOLUME_APPLICATION_ID: 'a', VOLUME_APPLICATION_SECRET: 'secret-key' },
    readInput: async () => new Uint8Array(),
  };
  const code = await run(['replay', '--day', '2026-11-27', ...words], terminal, new AbortController().signal);
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}

test('the API sends the events of the day to the endpoint, with every fault, and the report shows the results', async () => {
  const { code, printed, noted } = await volume('--endpoint', endpointId, '--speed', '60');
  expect([code, noted]).toEqual([0, '']);
  const path = `/sandbox/api/merchants/${id(100)}/applications/${id(101)}/webhook-endpoints/${endpointId}/replays`;
  const faults = ['DUPLICATES', 'REORDERING', 'DELAYS', 'BAD_SIGNATURES'];
  expect(asked).toEqual([
    { call: `POST ${path}`, body: { eventIds: [id(1), id(2)], faults, speed: 60 } },
    { call: `GET ${path}/${id(9)}`, body: null },
  ]);
  expect(printed).toContain(`2 events, 2 requests to https://shop.example.com/volume. The replay is ${id(9)}.`);
  expect(printed).toContain('ok       Answers in time  It took 1 event.');
  expect(printed).toContain('skipped  Idempotent       No event that it took was sent twice.');
  expect(printed).toContain('skipped  Catches up       Only --forward-to tries it.');
});

test('a broken rule is printed with its request and fails the command', async () => {
  const examples = [
    { deliveryId: id(21), requestBody: '{"paymentId":"1","isTestEvent":true}', responseBody: 'thanks' },
  ];
  end = { ...end, rules: [{ rule: 'VERIFIES', result: 'BROKEN', tried: 4, broken: 1, examples }] };
  const { code, printed, noted } = await volume(
    '--endpoint',
    endpointId,
    '--types',
    'payment.settled',
    '--faults',
    'bad-signatures',
  );
  expect([code, noted]).toEqual([1, 'One rule is broken.']);
  expect(asked[0]!.body).toEqual({ eventIds: [id(2)], faults: ['BAD_SIGNATURES'], speed: null });
  expect(printed).toContain('BROKEN   Verifies         It did not refuse 1 of 4 wrong webhooks with 4xx.');
  expect(printed).toContain('Verifies: payment.completed, sent as NO_SIGNATURE, answered 200 after 12 ms');
  expect(printed).toContain('  {"paymentId":"1","isTestEvent":true}\n  Answer: thanks');
});

test('a server that does not respond fails the command', async () => {
  end = { ...end, ending: 'NO_ANSWER' };
  const { code, noted } = await volume('--endpoint', endpointId, '--faults', 'none', '--json');
  expect([code, noted]).toEqual([
    1,
    expect.stringMatching(/did not answer three times.*\nNot every rule was tried\.$/),
  ]);
  expect(asked[0]!.body).toMatchObject({ faults: [] });
});

test.each([
  [['--endpoint', endpointId, '--forward-to', 'http://localhost:1/'], '--forward-to cannot be used with --endpoint.'],
  [['--endpoint', endpointId, '--faults', 'lies'], '--faults has to be none, or some of: duplicates'],
  [['--endpoint', endpointId, '--limit', '101'], '--limit has to be a number from 1 to 100.'],
  [['--forward-to', 'http://localhost:1/', '--faults', 'delays'], '--faults is for --endpoint.'],
])('refuses the options %j', async (words, sentence) => {
  const { code, noted } = await volume(...words);
  expect([code, noted]).toEqual([2, expect.stringContaining(sentence)]);
});

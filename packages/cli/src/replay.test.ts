import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './run.ts';
import { close, listenAnywhere, openRecordedApi } from './replay/testing/recorded-api.ts';
import { createReceiver, faultless, planted } from './replay/testing/receivers.ts';

interface Replayed {
  code: number;
  printed: string;
  noted: string;
}
interface Report {
  seed: number;
  requests: number;
  rules: { rule: string; result: string; sentence: string; complaints: { sentence: string; request: object }[] }[];
}

let api: string;
let closeApi: () => Promise<void>;
const runs = new Map<string, Replayed>();

beforeAll(async () => {
  ({ api, close: closeApi } = await openRecordedApi());
  // Several concurrently, because most of the time of a run is waiting.
  const waiting = [...planted, ...faultless];
  const work = async (): Promise<void> => {
    const [name, fault] = waiting.shift() ?? [];
    if (name === undefined) return;
    runs.set(name, await replayTo(fault, ['--json', ...(name === 'is silent' ? ['--timeout', '1'] : [])]));
    return work();
  };
  await Promise.all(Array.from({ length: 10 }, work));
});
afterAll(() => closeApi());

async function volume(words: readonly string[], stopped = new AbortController().signal): Promise<Replayed> {
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
    variables: { VOLUME_API: api, VOLUME_APPLICATION_ID: 'a', VOLUME_APPLICATION_SECRET: 'secret-key' },
    readInput: async () => new Uint8Array(),
  };
  const code = await run(['replay', ...words], terminal, stopped);
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}
const quick = ['--day', '2026-11-27', '--pause', '1', '--seed', '7'];

async function replayTo(fault: Parameters<typeof createReceiver>[0] = {}, more: readonly string[] = ['--json']) {
  const server = createReceiver(fault);
  const address = `http://localhost:${await listenAnywhere(server)}`;
  try {
    return await volume([...quick, '--forward-to', `${address}/webhooks`, '--check-url', `${address}/state`, ...more]);
  } finally {
    await close(server);
  }
}
const brokenIn = ({ printed }: Replayed) =>
  (JSON.parse(printed) as Report).rules.filter(({ result }) => result === 'broken').map(({ rule }) => rule);

test.each(planted)('a server that %s breaks a rule', (name, _fault, rules) => {
  const replayed = runs.get(name)!;
  expect(brokenIn(replayed)).toEqual(rules);
  expect([replayed.code, replayed.noted]).toEqual([1, expect.stringMatching(/rules? (is|are) broken\.$/)]);
});

test('more than twenty receivers have different faults', () => {
  expect(new Set(planted.map(([name]) => name)).size).toBeGreaterThanOrEqual(20);
  expect(new Set(planted.flatMap(([, , rules]) => rules)).size).toBe(6);
});

test.each(faultless)('%s breaks no rule, and every rule was tried', (name) => {
  const replayed = runs.get(name)!;
  const { rules } = JSON.parse(replayed.printed) as Report;
  expect(rules.filter(({ result }) => result !== 'kept')).toEqual([]);
  expect([replayed.code, replayed.noted]).toEqual([0, '']);
});

test('one event is called one', async () => {
  const { printed } = await replayTo({}, ['--limit', '1']);
  expect(printed.match(/\b1 events?\b/g)).toEqual(['1 event', '1 event', '1 event']);
});

test('the report says what to do, and shows the request without signatures, the response and the change', async () => {
  const { printed } = await replayTo({ isNewer: () => true }, []);
  expect(printed).toContain('The same again: --seed 7');
  expect(printed).toContain('BROKEN   Order-proof      It took payment.completed after payment.settled');
  expect(printed).toContain('ok       Verifies         It refused 5 kinds of wrong webhooks.');
  expect(printed).toContain('What to do: Keep the later status.');
  expect(printed).toContain('  x-test-event: true');
  expect(printed).toMatch(/ {2}x-signature: [\w+/]{20}…\n/);
  expect(printed).toMatch(/ {2}authorization: SHA256withRSA [\w+/]{6}…/);
  expect(printed).toContain('"paymentStatus":"COMPLETED"');
  expect(printed).toMatch(/Answer: 200 after \d+ ms\n {2}--check-url before: .+SETTLED/);
  expect(printed).not.toContain('secret-key');
});

test('the same seed sends the same requests', async () => {
  const heard = async () => {
    const ids: string[] = [];
    const server = createServer((request, response) => {
      ids.push(`${String(request.headers['webhook-id'])} ${'x-signature' in request.headers}`);
      response.end();
    });
    const address = `http://127.0.0.1:${await listenAnywhere(server)}/`;
    await volume([...quick, '--forward-to', address]);
    await close(server);
    // Those that are sent concurrently arrive in any order, and an unknown event has a new id each time.
    return ids.slice(0, 20);
  };
  const first = await heard();
  expect(first).toEqual(await heard());
  expect(new Set(first).size).toBeLessThan(first.length);
});

test('the events of a scenario are sent, once they have all happened', async () => {
  const server = createReceiver({});
  const address = `http://localhost:${await listenAnywhere(server)}`;
  const words = [
    '--scenario',
    'paid',
    '--pause',
    '1',
    '--forward-to',
    address,
    '--check-url',
    address,
    '--speed',
    '6000',
  ];
  const { code, printed, noted } = await volume(words);
  await close(server);
  expect([code, noted]).toEqual([0, 'Waiting for its events: payment.completed, payment.settled']);
  expect(printed).toMatch(/^2 events, \d+ requests to /);
  expect(printed).not.toMatch(/BROKEN|skipped/);
});

test('a run that is stopped lists what was not tried, and fails', async () => {
  const stopping = new AbortController();
  const server = createServer((_request, response) => {
    stopping.abort();
    response.end();
  });
  const address = `http://localhost:${await listenAnywhere(server)}`;
  const { code, printed, noted } = await volume([...quick, '--forward-to', address], stopping.signal);
  await close(server);
  expect([code, noted]).toEqual([1, 'Stopped. The rest was not tried.\nNot every rule was tried.']);
  expect(printed).toContain('skipped  Idempotent       The run ended before it was tried.');
});

test('sends requests only to a server on this machine', async () => {
  for (const address of [
    'http://192.0.2.1/',
    'http://[2001:db8::1]/',
    'https://0x08080808/',
    'http://10.255.255.254:80/',
    'http://me:pw@localhost/',
  ])
    for (const option of ['forward-to', 'check-url']) {
      const others = option === 'check-url' ? ['--forward-to', 'http://localhost:1/'] : [];
      const { code, noted } = await volume([...quick, ...others, `--${option}`, address]);
      expect([address, code, noted]).toEqual([address, 2, expect.stringMatching(/on this machine|user name/)]);
    }
});

test.each([
  [['--forward-to', 'http://localhost:1/'], 'Give either --day or --scenario.'],
  [['--forward-to', 'http://localhost:1/', '--day', 'monday'], '--day has to be a day'],
  [['--forward-to', 'http://localhost:1/', '--scenario', 'rich'], '--scenario has to be one of: paid, declined'],
  [['--forward-to', 'http://localhost:1/', '--day', '2026-11-27', '--speed', '0'], '--speed has to be a number'],
  [['--forward-to', 'http://localhost:1/', '--day', '2026-11-27', 'more'], 'a word too many: more'],
  [['--day', '2026-11-27'], '--forward-to has to be an address'],
])('refuses the options %j', async (words, sentence) => {
  const { code, noted } = await volume(words);
  expect([code, noted]).toEqual([2, expect.stringContaining(sentence)]);
});

test('reports a day without events, and a server that cannot be reached', async () => {
  const none = await volume(['--day', '2026-11-20', '--forward-to', 'http://localhost:1/']);
  expect([none.code, none.noted]).toEqual([1, 'There is no event of 2026-11-20.']);
  const gone = await volume([...quick, '--forward-to', 'http://127.0.0.1:1/']);
  expect([gone.code, gone.noted]).toEqual([1, expect.stringContaining('no longer reached')]);
});

test('reports a check that changes by itself, and does not use it', async () => {
  let calls = 0;
  const server = createServer((_request, response) => response.end(String(++calls)));
  const address = `http://localhost:${await listenAnywhere(server)}/`;
  const { code, noted } = await volume([...quick, '--forward-to', address, '--check-url', address]);
  await close(server);
  expect([code, noted]).toEqual([1, expect.stringContaining('changes while nothing is sent')]);
});

import { randomInt } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { openClient } from '#core/calling.ts';
import { command, type CommandCall, json } from '#core/command.ts';
import { FailedError, UsageError } from '#core/failures.ts';
import { readNumber } from '#core/read-words.ts';
import { readLocalTarget } from '#replay/local-target.ts';
import { createChance } from '#replay/random.ts';
import { faultWords, readFaults, reportReplay, runAtEndpoint } from '#replay/endpoint-replay.ts';
import { awaitScenario, readNewest, readSource } from '#replay/read-source.ts';
import { printReport, type Run, toJson } from '#replay/report.ts';
import { isScenario, scenarioNames } from '#replay/scenarios.ts';
import { send } from '#replay/send.ts';
import { createState } from '#replay/state.ts';
import { EndedError, type Sending } from '#replay/tried.ts';
import { tryReceiver } from '#replay/try-receiver.ts';
import { readTypes } from '#webhooks/wanted-types.ts';

const options = {
  'forward-to': { type: 'string', value: 'url', description: 'your server on this machine' },
  endpoint: { type: 'string', value: 'id', description: 'or a confirmed webhook endpoint of the application' },
  faults: { type: 'string', value: 'list', description: `with --endpoint: none, or some of ${faultWords}` },
  day: { type: 'string', value: 'day', description: 'sends the events of this UTC day: 2026-11-21' },
  scenario: {
    type: 'string',
    value: 'name',
    description: `plays one and sends its events: ${scenarioNames.join(', ')}`,
  },
  'check-url': {
    type: 'string',
    value: 'url',
    description: 'where your server answers its state, or what it did, as JSON',
  },
  speed: { type: 'string', value: 'number', description: 'times faster than they happened (default: without pauses)' },
  pause: { type: 'string', value: 'seconds', description: 'how long nothing is sent before the burst', default: '2' },
  timeout: { type: 'string', value: 'seconds', description: 'how long an answer may take', default: '10' },
  types: { type: 'string', value: 'list', description: 'only these: payment.*,refund.failed or all' },
  limit: { type: 'string', value: 'number', description: 'the most events', default: '100' },
  seed: { type: 'string', value: 'number', description: 'repeats a run: the same order, repeats and forgeries' },
  ...json,
} as const;
type ReplayCall = CommandCall<typeof options>;

export const replay = command({
  name: 'replay',
  summary:
    'Sends past events to a server on this machine or to an endpoint again, also twice, late, in disorder and forged, and says what it gets wrong',
  options,
  details: `Your server has to answer in time, refuse requests without a current signature, and accept an event twice, an older one after a newer one, many at the same time and types that it does not know. The events are marked as tests (x-test-event: true). The tool sends nothing to another machine.
With --endpoint the API sends up to 100 events to a confirmed webhook endpoint, and what its answers show is reported; the key needs the scope TOOL.
--check-url shows effects that answers do not show: its answer has to stay the same when an event has no effect.
The key needs the scope READ, or TOOL for --scenario. It works under Sandbox and Integration. Exit code 1: a rule is broken.`,
  run: async (call) => {
    const { options: given, words, terminal } = call;
    if (words.length > 0) throw new UsageError(`There is a word too many: ${words.join(' ')}.`);
    if (given.endpoint !== undefined) return replayAtEndpoint(call, given.endpoint);
    const run = await replayTo(call);
    if (given.json) terminal.print(toJson(run));
    else printReport(terminal, run);
    if (run.ended !== null) terminal.note(run.ended);
    const broken = run.verdicts.filter(({ result }) => result === 'broken').length;
    if (broken > 0) throw new FailedError(broken === 1 ? 'One rule is broken.' : `${broken} rules are broken.`);
    if (run.ended !== null) throw new FailedError('Not every rule was tried.');
  },
});

/** Options for a server on this machine. */
const localOptions = ['forward-to', 'check-url', 'seed'] as const;

async function replayAtEndpoint(call: ReplayCall, endpointId: string): Promise<void> {
  const { options: given, terminal, stopped } = call;
  const wrong = localOptions.find((name) => given[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`--${wrong} cannot be used with --endpoint.`);
  const faults = readFaults(given.faults);
  const speed = readSpeed(given.speed);
  const source = await openSource(call, 100);
  const client = openClient(await call.settings());
  const own = await client.getOwnKey();
  const eventIds = source.events.map(({ id }) => id);
  const replay = await runAtEndpoint({ client, own, endpointId, eventIds, faults, speed, stopped });
  if (given.json) terminal.print(JSON.stringify(replay, null, 2));
  reportReplay(given.json ? { ...terminal, print: () => undefined } : terminal, replay);
}

async function replayTo(call: ReplayCall): Promise<Run> {
  const { options: given, stopped } = call;
  if (given.faults !== undefined) throw new UsageError('--faults is for --endpoint.');
  const target = await readLocalTarget(given['forward-to'], 'forward-to');
  const check = given['check-url'] === undefined ? null : await readLocalTarget(given['check-url'], 'check-url');
  const seed = readNumber(given.seed, 'seed', randomInt(1, 1_000_000), 999_999);
  const timeout = readNumber(given.timeout, 'timeout', 10, 60) * 1000;
  const speed = readSpeed(given.speed);
  const interruption = readNumber(given.pause, 'pause', 2, 3600) * 1000;
  const source = await openSource(call);
  let requests = 0;
  const sending: Omit<Sending, 'findings' | 'taken'> = {
    source: {
      ...source,
      sign: async (event, form) => {
        if (stopped.aborted) throwStopped();
        return source.sign(event, form);
      },
    },
    state: check && createState(check, settle),
    chance: createChance(seed),
    now: () => Math.floor(Date.now() / 1000),
    rest: (milliseconds) => pass(milliseconds, undefined, { signal: stopped }).catch(throwStopped),
    send: async (message) => {
      if (stopped.aborted) throwStopped();
      requests += 1;
      return send(target, message, timeout);
    },
    speed,
    interruption,
  };
  const tried = await tryReceiver(sending);
  return { target: target.url.href, seed, events: source.events.length, requests, ...tried };
}

/** Milliseconds between two looks at --check-url. */
const settle = 50;

function throwStopped(): never {
  throw new EndedError('Stopped.');
}

function readSpeed(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new UsageError('--speed has to be a number such as 60, or 0.5 for half as fast.');
  return Number(text);
}

async function openSource({ options: given, settings, stopped, terminal }: ReplayCall, mostEvents = 1000) {
  const { day, scenario } = given;
  if ((day === undefined) === (scenario === undefined)) throw new UsageError('Give either --day or --scenario.');
  if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new UsageError('--day has to be a day: 2026-11-21.');
  if (scenario !== undefined && !isScenario(scenario))
    throw new UsageError(`--scenario has to be one of: ${scenarioNames.join(', ')}.`);
  // The API leaves out the types that an endpoint did not choose.
  const isWanted = readTypes(given.types ?? (given.endpoint === undefined ? undefined : 'all'));
  const limit = readNumber(given.limit, 'limit', 100, mostEvents);
  const client = openClient(await settings());
  const own = await client.getOwnKey();
  const reading = { client, own, stopped };
  if (scenario === undefined) {
    const source = await readSource({ ...reading, ...(day !== undefined && { day }), isWanted, limit });
    if (source.events.length === 0) throw new FailedError(`There is no event of ${day}.`);
    if (source.hasMore) terminal.note(`The day has more events: these are the first ${limit}. --limit takes more.`);
    return source;
  }
  const after = await readNewest(reading);
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  const played = await client.playScenario({ path, body: { scenario } }, { signal: stopped });
  terminal.note(`Waiting for its events: ${played.eventTypes.join(', ')}`);
  const isOwn = await awaitScenario({ ...reading, after }, played);
  return readSource({ ...reading, after, isWanted: (message) => isOwn(message) && isWanted(message), limit });
}

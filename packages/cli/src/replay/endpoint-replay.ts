import { setTimeout as pass } from 'node:timers/promises';
import type { Calls } from '@volume/client';
import type { Calling, OwnKey } from '#core/calling.ts';
import { FailedError, UsageError } from '#core/failures.ts';
import { plain, type Terminal } from '#core/terminal.ts';
import { count } from './count.ts';
import { rules } from './findings.ts';

type Replay = Calls['getWebhookReplay']['output'];
type Fault = Calls['startWebhookReplay']['input']['body'] extends { faults?: (infer F)[] } ? F : never;
type Verdict = Replay['rules'][number];

const faultNames: Record<string, Fault> = {
  duplicates: 'DUPLICATES',
  reordering: 'REORDERING',
  delays: 'DELAYS',
  'bad-signatures': 'BAD_SIGNATURES',
};
export const faultWords = Object.keys(faultNames).join(', ');

/** `--faults`: names separated by commas, `none`, or all of them when omitted. */
export function readFaults(text: string | undefined): Fault[] {
  if (text === undefined) return Object.values(faultNames);
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    const fault = Object.hasOwn(faultNames, name) ? faultNames[name] : undefined;
    if (fault === undefined) throw new UsageError(`--faults has to be none, or some of: ${faultWords}.`);
    return fault;
  });
}

interface Wanted {
  client: Calling;
  own: Pick<OwnKey, 'merchantId' | 'applicationId'>;
  endpointId: string;
  eventIds: string[];
  faults: Fault[];
  speed: number | null;
  stopped: AbortSignal;
}

/** Lets the API send the events, and waits for the end. After Ctrl+C the replay continues, and the results so far are returned. */
export async function runAtEndpoint(wanted: Wanted): Promise<Replay> {
  const { client, own, endpointId, eventIds, faults, speed, stopped } = wanted;
  const path = { merchantId: own.merchantId, applicationId: own.applicationId, endpointId };
  let replay = await client.startWebhookReplay({ path, body: { eventIds, faults, speed } }, { signal: stopped });
  while (replay.endedAtUtc === null && !stopped.aborted) {
    await pass(1000, undefined, { signal: stopped }).catch(() => undefined);
    replay = await client.getWebhookReplay({ path: { ...path, replayId: replay.replayId } });
  }
  return replay;
}

/** @throws FailedError when a rule is broken or was not tried to the end */
export function reportReplay(terminal: Terminal, replay: Replay): void {
  const { print, note } = terminal;
  const events = count(new Set(replay.events.map(({ eventId }) => eventId)).size, 'event');
  const sent = count(replay.events.filter(({ sentAtUtc }) => sentAtUtc !== null).length, 'request');
  print(`${events}, ${sent} to ${plain(replay.url)}. The replay is ${replay.replayId}.`);
  print('');
  for (const verdict of replay.rules)
    print(`${results[verdict.result].padEnd(7)}  ${names[verdict.rule].padEnd(15)}  ${say(verdict)}`);
  for (const name of [rules['unknown-types'], rules['catches-up']])
    print(`skipped  ${name.padEnd(15)}  Only --forward-to tries it.`);
  for (const verdict of replay.rules) printExamples(print, replay, verdict);
  const ended = endings[replay.ending ?? 'RUNNING'];
  if (ended !== null) note(ended);
  const broken = replay.rules.filter(({ result }) => result === 'BROKEN').length;
  if (broken > 0) throw new FailedError(broken === 1 ? 'One rule is broken.' : `${broken} rules are broken.`);
  if (ended !== null) throw new FailedError('Not every rule was tried.');
}

const results = { KEPT: 'ok', BROKEN: 'BROKEN', NOT_CHECKED: 'skipped' } as const;
const names: Record<Verdict['rule'], string> = {
  ANSWERS: rules.answers,
  VERIFIES: rules.verifies,
  IDEMPOTENT: rules.idempotent,
  ORDER_PROOF: rules['order-proof'],
};
const endings = {
  DONE: null,
  NO_ANSWER: 'Your server did not answer three times in a row. The rest was not sent.',
  STOPPED: 'The endpoint was paused, moved or deleted. The rest was not sent.',
  RUNNING: 'The replay goes on without this tool. Pause the endpoint to end it.',
} as const;

/** The observations, one sentence for each result. */
function say({ rule, result, tried, broken }: Verdict): string {
  const events = count(tried, 'event');
  const some = `${broken} of ${tried}`;
  const unseen = 'What that did, answers do not show.';
  const sentences: Record<Verdict['rule'], readonly [kept: string, broken: string, notChecked: string]> = {
    ANSWERS: [`It took ${events}.`, `It did not take ${some} events with 2xx in time.`, 'No event was sent.'],
    VERIFIES: [
      `It refused ${count(tried, 'wrong webhook')}.`,
      `It did not refuse ${some} wrong webhooks with 4xx.`,
      'None was sent wrongly, or it took none that was signed correctly.',
    ],
    IDEMPOTENT: [
      `It took ${events} once more. ${unseen}`,
      `It did not take ${some} events that it knew.`,
      'No event that it took was sent twice.',
    ],
    ORDER_PROOF: [
      `It took ${events} after later ones. ${unseen}`,
      `It did not take ${some} events that came after later ones.`,
      'No event was sent after a later one.',
    ],
  };
  return sentences[rule][result === 'KEPT' ? 0 : result === 'BROKEN' ? 1 : 2];
}

function printExamples(print: Terminal['print'], replay: Replay, { rule, examples }: Verdict): void {
  for (const { deliveryId, requestBody, responseBody } of examples) {
    const event = replay.events.find((each) => each.deliveryId === deliveryId);
    if (!event) continue;
    const { eventType, form, httpStatus, durationMs, error } = event;
    const answer = httpStatus === null ? `no answer: ${error ?? 'none'}` : `answered ${httpStatus}`;
    print('');
    print(`${names[rule]}: ${eventType}, sent as ${form}, ${plain(answer)} after ${durationMs ?? 0} ms`);
    print(`  ${plain(requestBody)}`);
    if (responseBody) print(`  Answer: ${plain(responseBody.slice(0, 500))}`);
  }
}

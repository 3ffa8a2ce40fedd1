import type { Message } from '#core/calling.ts';
import { count } from './count.ts';
import { type Course, objectOf, toCourses } from './events.ts';
import { forgeries } from './forge.ts';
import type { Answer } from './send.ts';
import { watch } from './state.ts';
import { deliver, EndedError, isTaken, sayAnswer, type Sending } from './tried.ts';
import { sendForged } from './try-verifying.ts';

/** Sends events one by one, some of them late or twice, with forged ones among them. */
export async function tryLive(sending: Sending, events: readonly Message[]): Promise<void> {
  const { chance, speed, rest, taken, findings } = sending;
  const later = new Map<string, number>();
  let previous: Message | null = null;
  for (const event of delaySome(sending, events)) {
    if (speed !== null && previous !== null) await rest((gap(previous, event) / speed) * (0.5 + chance.next()));
    previous = event;
    const place = events.indexOf(event);
    const isLate = (later.get(objectOf(event)) ?? -1) > place;
    if (!isLate) later.set(objectOf(event), place);
    if (chance.happens(0.1)) await sendForged(sending, event, chance.pick(forgeries));
    if (!taken.has(event.id)) await deliver(sending, event, isLate ? 'order-proof' : 'answers');
    if (chance.happens(0.3) && taken.has(event.id)) await repeat(sending, event);
  }
  if (taken.size > 0) findings.tried('answers', `It took ${count(taken.size, 'event')}${sayOther(taken)}.`);
  else findings.skipped('answers', 'No event was sent.');
}

/** The three specified addresses take 200 only. */
const sayOther = (taken: ReadonlyMap<string, number>): string => {
  const other = [...taken.values()].find((status) => status !== 200);
  return other === undefined ? '' : `, with ${other}. The three addresses of an application take only 200 for taken`;
};

const gap = (a: Message, b: Message): number => Math.max(0, Date.parse(`${b.atUtc}Z`) - Date.parse(`${a.atUtc}Z`));

/** Delays some events until one to three others have been sent. */
function delaySome({ chance }: Sending, events: readonly Message[]): Message[] {
  const places = events.map((event, at) => [chance.happens(0.2) ? at + 1.5 + 2 * chance.next() : at, event] as const);
  return places.toSorted(([a], [b]) => a - b).map(([, event]) => event);
}

/** Sends the newest event of an object first; the older ones must not change anything then. */
export async function tryOrder(sending: Sending, courses: readonly Course[]): Promise<void> {
  const { state, findings, taken } = sending;
  if (courses.length === 0)
    return findings.skipped('order-proof', 'No payment, refund or payout among the events has two of them.');
  for (const { events } of courses) {
    const [newest, ...older] = events.toReversed();
    if (!newest) continue;
    if (!taken.has(newest.id)) await deliver(sending, newest);
    if (!taken.has(newest.id)) continue;
    const look = await watch(state);
    for (const event of older) {
      const answer = await deliver(sending, event, 'order-proof');
      const states = await look();
      if (!isTaken(answer) || !states) continue;
      findings.complain('order-proof', {
        sentence: `It took ${event.type} after ${newest.type} about the same object, and --check-url changed.`,
        advice:
          'Keep the later status. Compare the statuses, or eventTimeUtc, with what you know before you change anything.',
        request: await sending.source.sign(event, 'FIRST'),
        answer,
        states,
      });
    }
  }
  findings.tried('order-proof', `It took older events after newer ones${sayState(sending)}.`);
}

/** Repeats events that the server knows, with a new signature, as every attempt has. */
export async function tryTwice(sending: Sending, most = 20): Promise<void> {
  const { source, chance, taken, state, findings, rest } = sending;
  // Repeating an older one would test the order instead.
  const newest = toCourses(source.events.filter(({ id }) => taken.has(id))).flatMap(({ events }) => events.slice(-1));
  if (newest.length === 0) return findings.skipped('idempotent', 'It took no event, so none was sent twice.');
  // Signatures have whole seconds: those of this time differ from the first.
  await rest(1100);
  const look = await watch(state);
  for (const event of chance.shuffle(newest).slice(0, most)) {
    const { request, answer } = await repeat(sending, event);
    const states = await look();
    if (!isTaken(answer) || !states) continue;
    findings.complain('idempotent', {
      sentence: `It took ${event.type} a second time, and --check-url changed.`,
      advice: 'Store webhook-id of what you handled, together with what you did, and do nothing when it comes again.',
      request,
      answer,
      states,
    });
    break;
  }
  findings.tried('idempotent', `It took events that it knew${sayState(sending)}.`);
}

async function repeat({ source, send, findings }: Sending, event: Message) {
  const request = await source.sign(event, 'AGAIN');
  const answer = await send(request);
  if (!isTaken(answer))
    findings.complain('idempotent', {
      sentence: `It ${sayAnswer(answer)} to ${event.type}, which it had taken before.`,
      advice: 'Answer 200 to an event that you have handled: any other answer has it sent again for three days.',
      request,
      answer,
    });
  if (answer.kind === 'not reached') throw new EndedError('Your server is no longer reached.');
  return { request, answer };
}

const sayState = ({ state }: Sending): string =>
  state === null ? '. Give --check-url to see whether they changed anything' : ', and --check-url stayed the same';

/** An event type that a later version may send. */
export async function tryUnknown({ source, send, findings, taken }: Sending, event: Message): Promise<void> {
  if (taken.size === 0) return findings.skipped('unknown-types', 'It took no event at all.');
  const request = await source.sign(event, 'UNKNOWN');
  const answer = await send(request);
  if (!isTaken(answer))
    findings.complain('unknown-types', {
      sentence: `It ${sayAnswer(answer)} to an event of a type that it does not know.`,
      advice: 'Answer 200 to types that you do not know, and do nothing: new ones will be added.',
      request,
      answer,
    });
  if (answer.kind === 'not reached') throw new EndedError('Your server is no longer reached.');
  findings.tried('unknown-types', 'It took an event of a type that does not exist.');
}

const concurrency = 10;

/** Sends nothing for a while, and then everything concurrently. */
export async function tryCatchingUp(sending: Sending, missed: readonly Message[]): Promise<void> {
  const { source, send, findings, taken, rest, interruption } = sending;
  if (taken.size === 0) return findings.skipped('catches-up', 'It took no event at all.');
  await rest(interruption);
  // Events of one object stay in order. Known events are repeated when few are left.
  const known = source.events.filter(({ id }) => taken.has(id));
  const again = findings.isBroken('idempotent') ? [] : toCourses(known).flatMap(({ events }) => events.slice(-1));
  const queues = [...toCourses(missed).map(({ events }) => events), ...again.map((event) => [event])];
  const burst = queues.slice(0, Math.max(toCourses(missed).length, concurrency));
  if (burst.length === 0) return findings.skipped('catches-up', 'No event was left to send.');
  const total = burst.flat().length;
  const work = async () => {
    for (let queue = burst.shift(); queue; queue = burst.shift())
      for (const event of queue) {
        const request = await source.sign(event, 'FIRST');
        const answer = await send(request);
        if (isTaken(answer)) taken.set(event.id, answer.status);
        else failed.push({ event, request, answer });
      }
  };
  const failed: Failed[] = [];
  await Promise.all(Array.from({ length: concurrency }, work));
  for (const each of failed) await judgeAlone(sending, each);
  findings.tried(
    'catches-up',
    `It took ${count(total, 'event')}, ${Math.min(total, concurrency)} at a time, after an interruption.`,
  );
}

interface Failed {
  event: Message;
  request: Message;
  answer: Answer;
}

/** A failure that also happens without the burst is not caused by it. */
async function judgeAlone(sending: Sending, { event, request, answer }: Failed): Promise<void> {
  const { findings } = sending;
  const isBusy = answer.kind === 'answered' && (answer.status === 429 || answer.status === 503);
  if (!isBusy && !isTaken(await deliver(sending, event))) return;
  findings.complain('catches-up', {
    sentence: `It ${sayAnswer(answer)} to ${event.type}, which came with others at the same moment after an interruption.`,
    advice:
      'Accept events that arrive at the same time: store each and answer 200, do the work afterwards, and do not limit the rate of signed webhooks.',
    request,
    answer,
  });
}

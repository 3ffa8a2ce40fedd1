import type { Message } from '#core/calling.ts';
import type { Chance } from './random.ts';
import type { Findings } from './findings.ts';
import type { Answer } from './send.ts';
import type { State } from './state.ts';

export type Form = 'FIRST' | 'AGAIN' | 'OLD' | 'UNKNOWN';

/** Past events, signed for every request, because receivers refuse signatures that are older than five minutes. */
export interface Source {
  /** Oldest first. */
  events: readonly Message[];
  sign: (event: Message, form: Form) => Promise<Message>;
}

export interface Sending {
  source: Source;
  send: (message: Message) => Promise<Answer>;
  /** Null without --check-url. */
  state: State | null;
  findings: Findings;
  chance: Chance;
  /** Seconds since 1970. */
  now: () => number;
  /** Waits; throws StoppedError at Ctrl+C. */
  rest: (milliseconds: number) => Promise<void>;
  /** How many times faster than the events happened; null for no pauses. */
  speed: number | null;
  /** Milliseconds without requests before the burst. */
  interruption: number;
  /** The accepted events, with the status of the first response to each. */
  taken: Map<string, number>;
}

/** The remaining rules cannot be tried: the server does not respond, or the user stopped the tool. */
export class EndedError extends Error {
  override name = 'EndedError';
}

export const isTaken = (answer: Answer): answer is Answer & { kind: 'answered' } =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;

export const isRefused = (answer: Answer): boolean =>
  answer.kind === 'answered' && answer.status >= 400 && answer.status < 500;

/** The end of a sentence: “It answered 500”, “It gave no answer: …”. */
export const sayAnswer = (answer: Answer): string =>
  answer.kind === 'answered' ? `answered ${answer.status}` : `gave no answer (${answer.reason})`;

/** Sends an event for the first time, possibly after later events. */
export async function deliver(
  sending: Sending,
  event: Message,
  rule: keyof typeof sentences = 'answers',
): Promise<Answer> {
  const { source, send, findings, taken } = sending;
  const request = await source.sign(event, 'FIRST');
  const answer = await send(request);
  if (isTaken(answer)) taken.set(event.id, answer.status);
  else findings.complain(rule, { ...sentences[rule](event, answer), request, answer });
  if (answer.kind === 'not reached') throw new EndedError('Your server is no longer reached.');
  return answer;
}

type Words = (event: Message, answer: Answer) => { sentence: string; advice: string };

const inTime: Words = ({ type }, answer) => ({
  sentence: `It ${sayAnswer(answer)} to ${type}, which was signed correctly.`,
  advice:
    answer.kind === 'answered'
      ? adviceOn(answer.status)
      : 'Answer 200 as soon as the event is stored, and do the work afterwards. After 10 seconds it counts as failed.',
});

function adviceOn(status: number): string {
  if (status >= 300 && status < 400) return 'Redirects are not followed. Set the address to where the receiver is.';
  if (status === 400 || status === 401 || status === 403)
    return 'Verify the raw bytes of the body, before it is parsed as JSON, for this application and environment.';
  if (status === 404 || status === 405) return 'Take a PUT at this path.';
  return 'Answer 200 to every event that is signed correctly, also when it is about something that you do not know.';
}

const inOrder: Words = ({ type }, answer) => ({
  sentence: `It ${sayAnswer(answer)} to ${type}, which came after a later event about the same object.`,
  advice: 'Answer 200 to an event that is older than what you know, and change nothing.',
});

const sentences = { answers: inTime, 'order-proof': inOrder };

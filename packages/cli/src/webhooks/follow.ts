import { setTimeout as pass } from 'node:timers/promises';
import { NoAnswerError, RefusalError, StrangeAnswerError } from '@volume/client';
import type { Calling, Message, OwnKey } from '#core/calling.ts';
import { describe } from '#core/failures.ts';
import type { Terminal } from '#core/terminal.ts';

interface Following {
  client: Calling;
  own: OwnKey;
  /** The event after which to start; null for the oldest one, undefined for new events only. */
  after: string | null | undefined;
  /** `again` when the message was not handed over and has to be read once more; `stop` after the last one. */
  take: (message: Message) => Promise<'taken' | 'again' | 'stop'>;
  terminal: Terminal;
  stopped: AbortSignal;
}

/** Few, so that the last one is still fresh when it is forwarded: receivers refuse signatures that are older than five minutes. */
const size = 5;
const freshFor = 60_000;
/** Seconds that a call waits for an event. */
const wait = 25;

/**
 * Hands over each event once, in order, until it is stopped; returns the id of the last one. Breaks of the network and
 * restarts of the API only delay it. `own` was
 * read before, so the address and the key are right.
 */
export async function follow({ client, own, after, take, terminal, stopped }: Following): Promise<string | null> {
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  const start =
    after === undefined ? (await client.listWebhookMessages({ path, query: { from: 'NEWEST' } })).last : after;
  const reading = createReading(terminal, stopped);
  let last = start ?? null;
  for (let unreached = 0; !stopped.aborted;) {
    const query = { size, wait, ...(last === null ? {} : { after: last }) };
    const messages = await reading(
      async () => (await client.listWebhookMessages({ path, query }, { signal: stopped, retries: 0 })).messages,
    );
    const readAt = performance.now();
    for (const message of messages) {
      if (stopped.aborted || performance.now() - readAt > freshFor) break;
      const result = await take(message);
      unreached = result === 'again' ? unreached + 1 : 0;
      if (result === 'again') break;
      last = message.id;
      if (result === 'stop') return last;
    }
    if (unreached > 0) await rest(Math.min(5000, 250 * 2 ** unreached), stopped);
  }
  return last;
}

/** Polls until a response arrives; empty after a failure, and when the tool was stopped. */
function createReading({ note }: Terminal, stopped: AbortSignal) {
  let failures = 0;
  return async (read: () => Promise<Message[]>): Promise<Message[]> => {
    const begun = performance.now();
    try {
      const messages = await read();
      if (failures > 0) note('The API answers again; no event was missed.');
      failures = 0;
      // An API that does not wait must not be polled without a pause.
      if (messages.length === 0 && performance.now() - begun < 1000) await rest(1000, stopped);
      return messages;
    } catch (error) {
      if (stopped.aborted) return [];
      if (!isPassing(error)) throw error;
      failures += 1;
      if (failures === 1) note(`${describe(error)}\nTrying again until it answers.`);
      const asked = error instanceof RefusalError ? (error.retryAfter ?? 0) * 1000 : 0;
      await rest(Math.max(asked, Math.min(10_000, 250 * 2 ** failures)), stopped);
      return [];
    }
  };
}

/** A key or a setting that is wrong stays wrong. */
const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  error instanceof StrangeAnswerError ||
  (error instanceof RefusalError && (error.status >= 500 || error.status === 429 || error.status === 408));

const rest = (milliseconds: number, stopped: AbortSignal): Promise<void> =>
  pass(milliseconds, undefined, { signal: stopped }).catch(() => undefined);

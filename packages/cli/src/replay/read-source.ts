import type { Calling, Message, OwnKey } from '#core/calling.ts';
import { FailedError } from '#core/failures.ts';
import type { Form, Source } from './tried.ts';

interface Reading {
  client: Calling;
  own: OwnKey;
  stopped: AbortSignal;
}

interface Wanted extends Reading {
  /** A UTC day; without it, everything after `after`. */
  day?: string;
  after?: string | null;
  isWanted: (message: Message) => boolean;
  /** The most events. */
  limit: number;
}

/** A signature is good for five minutes; a message is signed again after a fifth of that. */
const freshFor = 60_000;

export async function readSource(wanted: Wanted): Promise<Source & { hasMore: boolean }> {
  const { client, own, stopped, day, isWanted, limit } = wanted;
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  const inDay = day === undefined ? {} : { day };
  const read = async (query: { after?: string; size?: number; form?: Form }) =>
    client.listReplayMessages({ path, query: { ...inDay, ...query } }, { signal: stopped });
  const events: Message[] = [];
  /** The event before each one, by which it is read again. */
  const before = new Map<string, string | null>();
  const readAt = performance.now();
  let hasMore = true;
  for (let last = wanted.after ?? null; hasMore && events.length < limit;) {
    const page = await read(last === null ? {} : { after: last });
    for (const message of page.messages) {
      before.set(message.id, last);
      last = message.id;
      if (isWanted(message) && events.length < limit) events.push(message);
    }
    hasMore = page.hasMore;
  }
  const sign: Source['sign'] = async (event, form) => {
    if (form === 'FIRST' && performance.now() - readAt < freshFor) return event;
    const after = before.get(event.id) ?? null;
    const { messages } = await read({ form, size: 1, ...(after === null ? {} : { after }) });
    const [signed] = messages;
    if (signed?.id !== event.id) throw new FailedError(`The event ${event.id} is no longer kept.`);
    return signed;
  };
  return { events, sign, hasMore };
}

/** The id of the newest event; those of a scenario follow it. */
export async function readNewest({ client, own, stopped }: Reading): Promise<string | null> {
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  return (await client.listWebhookMessages({ path, query: { from: 'NEWEST' } }, { signal: stopped })).last;
}

/** Waits until all events of a scenario have happened; returns how to recognise them. */
export async function awaitScenario(
  { client, own, stopped, after }: Reading & { after: string | null },
  played: { merchantPaymentId: string; eventTypes: readonly string[] },
): Promise<(message: Message) => boolean> {
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  // The reference of a payout contains only the end of the id.
  const shortId = played.merchantPaymentId.split('-').at(-1) ?? played.merchantPaymentId;
  const isOwn = ({ body }: Pick<Message, 'body'>) => body.includes(shortId);
  const missing = [...played.eventTypes];
  const until = Date.now() + longestScenario;
  for (let last = after; missing.length > 0;) {
    if (Date.now() > until) throw new FailedError(`These events of the scenario did not come: ${missing.join(', ')}.`);
    const query = { wait: 5, ...(last === null ? {} : { after: last }) };
    const page = await client.listWebhookMessages({ path, query }, { signal: stopped });
    for (const message of page.messages) {
      const at = isOwn(message) ? missing.indexOf(message.type) : -1;
      if (at >= 0) missing.splice(at, 1);
    }
    last = page.last;
  }
  return isOwn;
}

/** Milliseconds. The slowest takes 75 seconds. */
const longestScenario = 180_000;

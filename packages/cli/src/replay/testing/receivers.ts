import { verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pass } from 'node:timers/promises';
import type { Rule } from '#replay/findings.ts';
import { applicationId, publicKey } from './recorded-api.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
interface Event {
  kind: 'payment' | 'refund' | 'payout';
  objectId: string;
  status: string;
}
const ranks: Record<string, number> = { IN_PROGRESS: 1, COMPLETED: 1, SETTLED: 2, PROCESSED: 2, FAILED: 2 };

/** Closes the connection without a response. */
const breakOff = Symbol('breaks off');
type Answer = number | typeof breakOff;

/** The decisions of a receiver. A faulty receiver makes one of them wrongly. */
interface Receiver {
  isSigned: (received: Received) => boolean;
  whenForged: Answer;
  /** The work is done whether or not the signature is right. */
  worksFirst: boolean;
  /** The key that is the same when an event is repeated; null to do the work each time. */
  keyOf: (received: Received, event: Event) => string | null;
  mostKeys: number;
  whenKnown: Answer;
  isNewer: (known: string, event: Event) => boolean;
  whenOld: Answer;
  whenUnknown: Answer;
  when: (event: Event) => Answer;
  whenBusy: number;
  mostAtOnce: number;
  /** Milliseconds until the response. */
  delay: number;
}

const time = ({ headers }: Received) => Number(headers['x-signature-timestamp']);
const isRecent = (received: Received) => Math.abs(Date.now() / 1000 - time(received)) < 300;
const isOf = (signature: unknown, signed: string) =>
  typeof signature === 'string' &&
  verify('RSA-SHA256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'));
const isBound = ({ headers, body }: Received) =>
  isOf(headers['x-signature'], `${String(headers['x-signature-timestamp'])}.${applicationId}.${body}`);
const isOfBody = ({ headers, body }: Received) => isOf(headers.authorization?.replace('SHA256withRSA ', ''), body);
const webhookId = ({ headers }: Received) => String(headers['webhook-id']);

const good: Receiver = {
  isSigned: (received) => isRecent(received) && isBound(received),
  whenForged: 401,
  worksFirst: false,
  keyOf: webhookId,
  mostKeys: Infinity,
  whenKnown: 200,
  isNewer: (known, { status }) => ranks[status]! > ranks[known]!,
  whenOld: 200,
  whenUnknown: 200,
  when: () => 200,
  whenBusy: 503,
  mostAtOnce: Infinity,
  delay: 0,
};

type Planted = readonly [name: string, fault: Partial<Receiver>, broken: readonly Rule[]];

/** Every faulty receiver is a good one with this fault, which breaks exactly these rules. */
export const planted: readonly Planted[] = [
  ['is silent', { delay: 60_000 }, ['answers']],
  ['redirects', { when: () => 307 }, ['answers']],
  ['fails at payouts', { when: ({ kind }) => (kind === 'payout' ? 500 : 200) }, ['answers']],
  ['breaks off at failed payments', { when: ({ status }) => (status === 'FAILED' ? breakOff : 200) }, ['answers']],
  ['refuses everything', { isSigned: () => false }, ['answers']],
  ['verifies nothing', { isSigned: () => true }, ['verifies']],
  ['only looks whether there is a signature', { isSigned: ({ headers }) => 'x-signature' in headers }, ['verifies']],
  [
    'lets a missing signature pass',
    { isSigned: (all) => !('x-signature' in all.headers) || good.isSigned(all) },
    ['verifies'],
  ],
  ['does not look at the time', { isSigned: isBound }, ['verifies']],
  ['verifies the body alone', { isSigned: (all) => isRecent(all) && isOfBody(all) }, ['verifies']],
  [
    'trusts test events',
    { isSigned: (all) => all.headers['x-test-event'] === 'true' || good.isSigned(all) },
    ['verifies'],
  ],
  ['answers 200 to what it refuses', { whenForged: 200 }, ['verifies']],
  ['fails at a bad signature', { whenForged: 500 }, ['verifies']],
  ['works before it verifies', { worksFirst: true }, ['verifies']],
  [
    'does the work again',
    { keyOf: () => null, isNewer: (known, { status }) => ranks[status]! >= ranks[known]! },
    ['idempotent'],
  ],
  ['answers 409 to what it knows', { whenKnown: 409 }, ['idempotent']],
  [
    'knows events by their signature',
    {
      keyOf: ({ headers }) => String(headers['x-signature']),
      isNewer: (known, { status }) => ranks[status]! >= ranks[known]!,
    },
    ['idempotent'],
  ],
  [
    'knows events by their body',
    { keyOf: ({ body }) => body, isNewer: (known, { status }) => ranks[status]! >= ranks[known]! },
    ['idempotent'],
  ],
  [
    'remembers one event',
    { mostKeys: 1, isNewer: (known, { status }) => ranks[status]! >= ranks[known]! },
    ['idempotent'],
  ],
  ['takes the last status that came', { isNewer: () => true }, ['order-proof']],
  ['refuses older events', { whenOld: 409 }, ['order-proof']],
  [
    'is order-proof for payments only',
    { isNewer: (known, event) => event.kind !== 'payment' || good.isNewer(known, event) },
    ['order-proof'],
  ],
  ['refuses unknown types', { whenUnknown: 400 }, ['unknown-types']],
  ['breaks off at unknown types', { whenUnknown: breakOff }, ['unknown-types']],
  ['takes one event at a time', { mostAtOnce: 1, delay: 20 }, ['catches-up']],
  ['limits the rate', { mostAtOnce: 3, delay: 20, whenBusy: 429 }, ['catches-up']],
];

export const faultless: readonly Planted[] = [
  ['a good one', {}, []],
  ['one that answers 204', { when: () => 204, whenKnown: 204, whenOld: 204, whenUnknown: 204 }, []],
  ['one that knows events by object and status', { keyOf: (_, { objectId, status }) => `${objectId} ${status}` }, []],
  ['one that takes its time', { delay: 30 }, []],
];

export function createReceiver(fault: Partial<Receiver>): Server {
  const receiver = { ...good, ...fault };
  const known: string[] = [];
  const statuses = new Map<string, string>();
  let effects = 0;
  let busy = 0;
  const work = (event: Event): Answer => {
    const before = statuses.get(event.objectId);
    if (before !== undefined && !receiver.isNewer(before, event)) return receiver.whenOld;
    const answer = receiver.when(event);
    if (typeof answer !== 'number' || answer >= 300) return answer;
    statuses.set(event.objectId, event.status);
    effects += 1;
    return answer;
  };
  const hear = (received: Received): Answer => {
    const event = readEvent(received.body);
    if (receiver.worksFirst && event) work(event);
    if (!receiver.isSigned(received)) return receiver.whenForged;
    if (!event) return receiver.whenUnknown;
    const key = receiver.keyOf(received, event);
    if (key !== null && known.includes(key)) return receiver.whenKnown;
    const answer = work(event);
    if (key !== null && typeof answer === 'number' && answer < 300) known.push(key);
    if (known.length > receiver.mostKeys) known.shift();
    return answer;
  };
  return createServer((request, response) => {
    void (async () => {
      if (request.method === 'GET')
        return response.end(JSON.stringify({ effects, statuses: Object.fromEntries(statuses) }));
      busy += 1;
      const isBusy = busy > receiver.mostAtOnce;
      const body = await text(request);
      if (receiver.delay > 0) await pass(receiver.delay, undefined, { ref: false });
      busy -= 1;
      const answer = isBusy ? receiver.whenBusy : hear({ headers: request.headers, body });
      return answer === breakOff ? response.destroy() : response.writeHead(answer, { location: '/elsewhere' }).end();
    })();
  });
}

function readEvent(body: string): Event | null {
  const fields = JSON.parse(body) as Record<string, string>;
  const kind = (['refund', 'payout', 'payment'] as const).find((each) => `${each}Status` in fields);
  return kind ? { kind, objectId: String(fields[`${kind}Id`]), status: String(fields[`${kind}Status`]) } : null;
}

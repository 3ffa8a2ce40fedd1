import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { parseUtc, UtcTime } from '@volume/contract/lists/period.ts';
import { eventTypes } from './events.ts';
import { webhookKinds } from './labels.ts';

/** The most messages of one response: each is signed when it is read. */
export const mostMessages = 20;
/** The longest time that the call waits for an event, in seconds. */
export const longestWait = 25;

/** A number in the query from `least` to `most`; other values are clamped. */
const wholeNumber = (least: number, most: number, usual: number) =>
  z.prefault(
    z.codec(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.int(), {
      decode: (text) => Math.min(most, Math.max(least, Number(text))),
      encode: String,
    }),
    String(usual),
  );

/** An event as it is sent to an address now: these bytes with these headers. */
const WebhookMessage = z.object({
  id: Id,
  type: z.enum(eventTypes),
  /** When it happened. */
  atUtc: UtcTime,
  /** Whether addresses are sent events of this type. */
  isSentToAddresses: z.boolean(),
  method: z.enum(['PUT']),
  /** With the signatures of this moment. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
});
export type WebhookMessage = z.output<typeof WebhookMessage>;

const MessagePage = z.object({
  /** Oldest first. */
  messages: z.array(WebhookMessage),
  hasMore: z.boolean(),
  /** The next value of `after`. */
  last: z.nullable(Id),
});
export type MessagePage = z.output<typeof MessagePage>;

const path = 'merchants/{merchantId}/applications/{applicationId}/webhook-messages';
const access = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read', apiKeys: ['READ', 'TOOL'] } as const;

/** For a server that cannot be reached from outside: it polls, and gets what would be sent to its address. */
export const listWebhookMessages = endpoint({
  name: 'listWebhookMessages',
  summary: "An application's events as signed webhooks, oldest first; waits for the next one when there is none",
  origin: 'ours',
  method: 'GET',
  path,
  access,
  params: ApplicationParams,
  query: z.object({
    /** Only this event; the other parameters are then without effect. */
    eventId: z.optional(Id),
    after: z.optional(Id),
    /** Where to start without `after`. */
    from: z.prefault(z.enum(['OLDEST', 'NEWEST']), 'OLDEST'),
    size: wholeNumber(1, mostMessages, mostMessages),
    wait: wholeNumber(0, longestWait, 0),
  }),
  response: MessagePage,
});

export const getSampleMessage = endpoint({
  name: 'getSampleMessage',
  summary: 'A signed test event of a kind, as it would be sent to an address',
  origin: 'ours',
  method: 'GET',
  path: `${path}/sample`,
  access,
  params: ApplicationParams,
  query: z.object({ kind: z.prefault(z.enum(webhookKinds), 'PAYMENT') }),
  response: WebhookMessage,
});

/**
 * `FIRST` is the first attempt, and `AGAIN` the second, which numbers itself in the bodies of refunds and payouts. `OLD` was
 * signed an hour ago, which a receiver has to refuse, and `UNKNOWN` has the body of a type that does not exist.
 */
const messageForms = ['FIRST', 'AGAIN', 'OLD', 'UNKNOWN'] as const;
export type MessageForm = (typeof messageForms)[number];

export const Day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21'),
  z.refine((text: string) => !Number.isNaN(parseUtc(`${text}T00:00`)), 'is not a day'),
);

/** Past events, marked as tests. Not under Live. */
export const listReplayMessages = endpoint({
  name: 'listReplayMessages',
  summary:
    'Past events as signed webhooks that are marked as tests, to try a server with, oldest first; not under Live',
  origin: 'ours',
  method: 'GET',
  path: `${path}/replay`,
  access,
  params: ApplicationParams,
  query: z.object({
    after: z.optional(Id),
    day: z.optional(Day),
    form: z.prefault(z.enum(messageForms), 'FIRST'),
    size: wholeNumber(1, mostMessages, mostMessages),
  }),
  response: MessagePage,
});

export const messageEndpoints = { listWebhookMessages, getSampleMessage, listReplayMessages };

import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Day } from './messages.ts';
import { replayForms } from './labels.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** The maximum number of events in one replay; repeated and forged ones are not counted. */
export const mostReplayedEvents = 100;
/** Replays an hour, for a merchant and for a server's name over all merchants. */
export const replaysAnHour = { ofMerchant: 12, ofHost: 20 };
/** The maximum duration in minutes over which the events of a replay are spread. */
export const minutesOfReplay = 60;

/** Faults that every receiver meets sooner or later: duplicates, newest first, delays, and forged webhooks. */
export const replayFaults = ['DUPLICATES', 'REORDERING', 'DELAYS', 'BAD_SIGNATURES'] as const;
export type ReplayFault = (typeof replayFaults)[number];

const ReplayedEvent = z.object({
  deliveryId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  form: z.enum(replayForms),
  /** Null until it was sent. */
  sentAtUtc: z.nullable(UtcTime),
  httpStatus: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  error: z.nullable(z.string()),
});
export type ReplayedEvent = z.output<typeof ReplayedEvent>;

export const replayRules = ['ANSWERS', 'VERIFIES', 'IDEMPOTENT', 'ORDER_PROOF'] as const;

const ReplayVerdict = z.object({
  rule: z.enum(replayRules),
  result: z.enum(['KEPT', 'BROKEN', 'NOT_CHECKED']),
  tried: z.int(),
  broken: z.int(),
  /** The first requests that broke it. */
  examples: z.array(
    z.object({ deliveryId: z.string(), requestBody: z.string(), responseBody: z.nullable(z.string()) }),
  ),
});
export type ReplayVerdict = z.output<typeof ReplayVerdict>;

/** Past events that are sent to an endpoint again, and its server's responses. */
const WebhookReplay = z.object({
  replayId: z.string(),
  endpointId: z.string(),
  url: z.string(),
  day: z.nullable(z.string()),
  faults: z.array(z.enum(replayFaults)),
  speed: z.nullable(z.number()),
  startedAtUtc: UtcTime,
  startedBy: z.string(),
  startedByName: PersonName,
  endedAtUtc: z.nullable(UtcTime),
  ending: z.nullable(z.enum(['DONE', 'NO_ANSWER', 'STOPPED'])),
  hasMore: z.boolean(),
  /** In the order in which they are sent. */
  events: z.array(ReplayedEvent),
  rules: z.array(ReplayVerdict),
});
export type WebhookReplay = z.output<typeof WebhookReplay>;

const path = 'merchants/{merchantId}/applications/{applicationId}/webhook-endpoints/{endpointId}/replays';
const EndpointParams = z.extend(ApplicationParams, { endpointId: Id });
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;

/** Not available under Live. */
export const startWebhookReplay = endpoint({
  name: 'startWebhookReplay',
  summary:
    'Send past events to a webhook endpoint again, marked as tests, also twice, late and wrongly signed; not under Live',
  origin: 'ours',
  method: 'POST',
  path,
  access: { ...editors, effect: 'write', apiKeys: 'TOOL' },
  params: EndpointParams,
  body: z.strictObject({
    /** This or `eventIds`. */
    day: z.optional(Day),
    eventIds: z.optional(
      z
        .array(Id)
        .check(
          z.minLength(1, 'must name at least one event'),
          z.maxLength(mostReplayedEvents, `must name at most ${mostReplayedEvents} events`),
        ),
    ),
    faults: z.prefault(z.array(z.enum(replayFaults)), []),
    /** How many times shorter the pauses between the events are; without it, one event is sent per second. */
    speed: z.optional(z.nullable(z.number().check(z.gte(0.001), z.lte(1_000_000)))),
  }),
  response: WebhookReplay,
});

export const getWebhookReplay = endpoint({
  name: 'getWebhookReplay',
  summary:
    'What a server answered to the events of a replay, and which rules of a good receiver it broke; not under Live',
  origin: 'ours',
  method: 'GET',
  path: `${path}/{replayId}`,
  access: { ...editors, effect: 'read', apiKeys: ['READ', 'TOOL'] },
  params: z.extend(EndpointParams, { replayId: Id }),
  response: WebhookReplay,
});

export const replayEndpoints = { startWebhookReplay, getWebhookReplay };

import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PageSize } from '@volume/contract/lists/query-text.ts';
import { eventTypes } from './event-types.ts';

export * from './event-types.ts';

/** How long an event can be read, in days (contract §6). */
export const daysEventsAreKept = 30;

/** An event of an application, with the body of its webhook. */
export const MerchantEvent = z.object({
  /** Also sent as the header `webhook-id` of every delivery of the event. */
  id: Id,
  type: z.enum(eventTypes),
  /** When it happened. */
  atUtc: UtcTime,
  /** The JSON that the webhook sends, as text. The number of the attempt in it is that of the first one, 0. */
  body: z.string(),
});
export type MerchantEvent = z.output<typeof MerchantEvent>;

const EventPage = z.object({
  /** Oldest first. */
  events: z.array(MerchantEvent),
  /** There are events after the last one here. */
  hasMore: z.boolean(),
});

/** In the order in which they are stored: a new event never precedes one that was already read. */
export const listEvents = endpoint({
  name: 'listEvents',
  summary: "An application's events of the last 30 days, oldest first",
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/applications/{applicationId}/events',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read', apiKeys: ['READ', 'TOOL'] },
  params: ApplicationParams,
  query: z.object({
    /** The id of the last event that was read; when omitted, the list starts at the oldest stored event. */
    after: z.optional(Id),
    size: PageSize,
  }),
  response: EventPage,
});

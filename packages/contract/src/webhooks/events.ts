import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PageSize } from '@volume/contract/lists/query-text.ts';

/** How long an event can be read, in days (contract §6). */
export const daysEventsAreKept = 30;

/** Events that no webhook tells about. */
const feedOnlyTypes = [
  'payment.held',
  'payment.released',
  'payment.returned',
  'payment_link.expired',
  'payment_link.cancelled',
  'approval.approved',
  'approval.refused',
  'approval.cancelled',
  'approval.expired',
] as const;
export type FeedOnlyType = (typeof feedOnlyTypes)[number];

/** What can happen, as an object and what became of it. The list only grows: receivers leave out what they do not know. */
export const eventTypes = [
  'payment.completed',
  'payment.settled',
  'payment.failed',
  'refund.in_progress',
  'refund.held',
  'refund.processed',
  'refund.failed',
  'refund.cancelled',
  'refund.returned',
  'payout.in_progress',
  'payout.held',
  'payout.processed',
  'payout.failed',
  'payout.cancelled',
  'payout.returned',
  ...feedOnlyTypes,
] as const;
export type EventType = (typeof eventTypes)[number];

/** Whether addresses are sent events of this type; the others are only in the list of events. */
export const isSentToAddresses = (type: EventType): boolean => !(feedOnlyTypes as readonly string[]).includes(type);

/** Something that happened in an application, as its webhook says it. */
export const MerchantEvent = z.object({
  /** Also the header `webhook-id` of every delivery of the event. */
  id: Id,
  type: z.enum(eventTypes),
  /** When it happened. */
  atUtc: UtcTime,
  /** The JSON that the webhook sends, as text. The number of the attempt in it is that of the first one, 0. Some types have no webhook. */
  body: z.string(),
});
export type MerchantEvent = z.output<typeof MerchantEvent>;

const EventPage = z.object({
  /** Oldest first. */
  events: z.array(MerchantEvent),
  /** There are events after the last one here. */
  hasMore: z.boolean(),
});

/** In the order in which they are stored: an event is never put before one that was read already. */
export const listEvents = endpoint({
  name: 'listEvents',
  summary: "An application's events of the last 30 days, oldest first",
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/applications/{applicationId}/events',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read', apiKeys: ['READ', 'TOOL'] },
  params: ApplicationParams,
  query: z.object({
    /** The id of the last event that was read; left out, from the oldest one that is kept. */
    after: z.optional(Id),
    size: PageSize,
  }),
  response: EventPage,
});

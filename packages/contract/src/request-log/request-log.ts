import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { growingPageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, listOfTexts, PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import {
  keyEndings,
  keyRefusals,
  loggedKeys,
  loggedMethods,
  requestFileSorts,
  requestSorts,
  statusClasses,
} from './labels.ts';

export * from './labels.ts';

/** The key whose value a refused call sent. */
export const RefusedKey = z.object({
  /** PRIMARY, SECONDARY, or the id of a named key. */
  key: z.string(),
  /** The name that a named key had then. */
  name: z.nullable(z.string()),
  /** Null when it is valid, and the call was refused for another reason. */
  ended: z.nullable(z.enum(keyEndings)),
  endedAtUtc: z.nullable(UtcTime),
});
export type RefusedKey = z.output<typeof RefusedKey>;

/** A call that a server made with an application key. It never contains a key, a token or a signature. */
export const LoggedRequest = z.object({
  id: z.string(),
  atUtc: UtcTime,
  /** PRIMARY, SECONDARY, or the id of a named key; null when the key was wrong or could not be checked. */
  key: z.nullable(z.string()),
  /** The name of a named key that was not revoked since. */
  keyName: z.nullable(z.string()),
  /** The key that was refused, when the call sent its value; null for a wrong key. Only the log says this, never the answer. */
  refusedKey: z.optional(z.nullable(RefusedKey)),
  method: z.string(),
  /** Below the API's base address: `payments/0193f7c2-…/refunds`. */
  path: z.string(),
  /** The known parameters with harmless values, without `?`. */
  query: z.string(),
  status: z.int(),
  /** The code of a refusal; null for a call that succeeded. */
  code: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  /** Milliseconds until the response began. */
  durationMs: z.int(),
  address: z.nullable(z.string()),
  traceId: z.string(),
  /** The headers that were sent, of a short list. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The body as JSON; the values of fields that are not stored are `…`. */
  body: z.nullable(z.string()),
  /** The payments, links, refunds and payouts that the call names or made. */
  objectIds: z.array(z.string()),
});
export type LoggedRequest = z.output<typeof LoggedRequest>;

/** Calls of a day beyond the most that are stored. */
export const UnstoredRequests = z.object({
  /** The UTC day, `2026-11-21`. */
  day: z.string(),
  count: z.int(),
});

/** `to` is inclusive. */
export const RequestLogFilters = z.object({
  method: z.optional(listOf(loggedMethods)),
  status: z.optional(listOf(statusClasses)),
  code: z.optional(listOf(keyRefusals)),
  /** PRIMARY, SECONDARY, NOT_ACCEPTED, or the id of a named key, which may be revoked since. */
  key: z.optional(listOfTexts(z.union([z.enum(loggedKeys), Id]))),
  /** A part of the path, a whole trace id, or a whole code in any case. */
  search: z.optional(SearchTerm),
  /** A payment, link, refund or payout that a call names or made; for a payment also its link. */
  objectId: z.optional(Id),
  from: z.optional(UtcTime),
  to: z.optional(UtcTime),
});
export type RequestLogFilters = z.output<typeof RequestLogFilters>;

const path = 'merchants/{merchantId}/applications/{applicationId}/requests';
const mayRead = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' } as const;

export const listRequestLog = endpoint({
  name: 'listRequestLog',
  summary: "The calls that were made with an application's keys, newest first",
  origin: 'ours',
  method: 'GET',
  path,
  access: mayRead,
  readsReplica: true,
  params: ApplicationParams,
  query: z.extend(RequestLogFilters, { sort: z.optional(z.enum(requestSorts)), page: PageNumber, size: PageSize }),
  response: z.extend(growingPageOf(LoggedRequest), {
    /** The days of the last 30 on which there were more calls than are stored, newest first. */
    unstored: z.array(UnstoredRequests),
  }),
});

/** By time, because a file sorted by duration would have to read all calls again for each of its parts. */
export const exportRequestLog = endpoint({
  name: 'exportRequestLog',
  summary: 'The calls of the request log as CSV, without their headers and bodies',
  origin: 'ours',
  method: 'GET',
  path: `${path}/export`,
  produces: 'csv',
  access: mayRead,
  readsReplica: true,
  params: ApplicationParams,
  query: z.extend(RequestLogFilters, { sort: z.optional(z.enum(requestFileSorts)), ...csvQuery }),
});

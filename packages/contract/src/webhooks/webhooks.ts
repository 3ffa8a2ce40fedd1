import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { Application } from '@volume/contract/merchants/merchants.ts';
import { growingPageOf } from '@volume/contract/lists/page.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';
import { webhookKinds, webhookStates } from './labels.ts';

export * from './labels.ts';

/** One attempt to send a delivery; `error` says why there was no response, or why the response does not count as success. */
export const WebhookAttempt = z.object({
  attempt: z.int(),
  atUtc: UtcTime,
  httpStatus: z.nullable(z.int()),
  durationMs: z.int(),
  error: z.nullable(z.string()),
  responseBody: z.nullable(z.string()),
});
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

/** contract §3 WebhookDelivery. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** What its requests have as webhook-id: the id of its event, or its own for a test. */
  webhookId: z.optional(z.string()),
  kind: z.enum(webhookKinds),
  objectId: z.string(),
  url: z.string(),
  /** The endpoint that it is for; null for the specified address of its kind. */
  endpointId: z.nullable(z.string()),
  /** The event type; null for a specified address. */
  eventType: z.nullable(z.string()),
  /** The replay that it belongs to, and how it is sent there; null for every other delivery. */
  replay: z.nullable(z.object({ replayId: z.string(), form: z.string() })),
  /** True for a test that a user had sent: the object in it does not exist. */
  isTest: z.optional(z.boolean()),
  state: z.enum(webhookStates),
  createdAtUtc: UtcTime,
  nextAttemptAtUtc: z.nullable(UtcTime),
  requestBody: z.string(),
  attempts: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;
export const WebhookDeliveryPage = growingPageOf(WebhookDelivery);
export type WebhookDeliveryPage = z.output<typeof WebhookDeliveryPage>;

/**
 * A delivery. For a test event it includes the Authorization header that was sent; for real events it is null, because
 * only the receiver gets theirs.
 */
export const SignedWebhookDelivery = z.extend(WebhookDelivery, {
  authorization: z.nullable(z.string()),
  /** Email address of the user, or the name of the key, that started its replay; null for a delivery of none. */
  startedBy: z.optional(z.nullable(z.string())),
  startedByName: PersonName,
});
export type SignedWebhookDelivery = z.output<typeof SignedWebhookDelivery>;

/** An example event of each kind with a valid signature. */
export const WebhookSample = z.object({
  kind: z.enum(webhookKinds),
  requestBody: z.string(),
  authorization: z.string(),
  /** The other headers of the signatures, by their names. */
  headers: z.optional(z.record(z.string(), z.string())),
});
export type WebhookSample = z.output<typeof WebhookSample>;

/** The filters of the log and its export; `to` is inclusive. */
export const WebhookDeliveryFilters = z.object({
  kind: z.optional(listOf(webhookKinds)),
  state: z.optional(listOf(webhookStates)),
  objectId: z.optional(Id),
  endpointId: z.optional(Id),
  webhookId: z.optional(Id),
  from: z.optional(UtcTime),
  to: z.optional(UtcTime),
});
export type WebhookDeliveryFilters = z.output<typeof WebhookDeliveryFilters>;

const Address = z.optional(z.nullable(z.string().check(z.maxLength(1000))));

/** Null or an empty text removes an address; an omitted address is unchanged. */
export const WebhooksCallbacks = z.strictObject({
  paymentStatusWebhookUrl: Address,
  refundWebhookUrl: Address,
  payoutWebhookUrl: Address,
  merchantCallbackUrlForWeb: Address,
  merchantCallbackUrlForMobile: Address,
  cancelUrl: Address,
});
export type WebhooksCallbacks = z.output<typeof WebhooksCallbacks>;

const DeliveryParams = z.extend(ApplicationParams, { deliveryId: Id });
const path = 'merchants/{merchantId}/applications/{applicationId}';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;
const mayRead = { ...editors, effect: 'read' } as const;
const mayWrite = { ...editors, effect: 'write' } as const;

export const setWebhooksCallbacks = endpoint({
  name: 'setWebhooksCallbacks',
  summary: 'Set the addresses that events and payers are sent to',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/webhooks-callbacks`,
  access: mayWrite,
  stepUp: 'sometimes',
  comparesVersions: true,
  params: ApplicationParams,
  body: WebhooksCallbacks,
  response: Application,
});

/** The list omits the response bodies of earlier attempts; the call for a single delivery includes them. */
export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  summary: "An application's webhook deliveries, newest first",
  origin: 'ours',
  method: 'GET',
  path: `${path}/webhook-deliveries`,
  access: mayRead,
  readsReplica: true,
  params: ApplicationParams,
  query: z.extend(WebhookDeliveryFilters, { page: PageNumber, size: PageSize }),
  response: WebhookDeliveryPage,
});

export const exportWebhookDeliveries = endpoint({
  name: 'exportWebhookDeliveries',
  summary: 'The webhook deliveries of the list as CSV',
  origin: 'ours',
  method: 'GET',
  path: `${path}/webhook-deliveries/export`,
  produces: 'csv',
  access: mayRead,
  readsReplica: true,
  params: ApplicationParams,
  query: z.extend(WebhookDeliveryFilters, csvQuery),
});

export const listWebhookSamples = endpoint({
  name: 'listWebhookSamples',
  summary: 'A signed sample of every kind of event',
  origin: 'ours',
  method: 'GET',
  path: `${path}/webhook-deliveries/samples`,
  access: mayRead,
  params: ApplicationParams,
  response: z.array(WebhookSample),
});

export const getWebhookDelivery = endpoint({
  name: 'getWebhookDelivery',
  summary: 'One webhook delivery with every attempt; a test event with its signature',
  origin: 'ours',
  method: 'GET',
  path: `${path}/webhook-deliveries/{deliveryId}`,
  access: mayRead,
  params: DeliveryParams,
  response: SignedWebhookDelivery,
});

export const resendWebhookDelivery = endpoint({
  name: 'resendWebhookDelivery',
  summary: 'Send a webhook delivery once more, to the address that is set now',
  origin: 'ours',
  method: 'POST',
  path: `${path}/webhook-deliveries/{deliveryId}/resend`,
  access: mayWrite,
  params: DeliveryParams,
  response: WebhookDelivery,
});

export const sendTestWebhook = endpoint({
  name: 'sendTestWebhook',
  summary: 'Send a sample event of a kind, once',
  origin: 'ours',
  method: 'POST',
  path: `${path}/webhook-deliveries/test`,
  access: mayWrite,
  params: ApplicationParams,
  body: z.strictObject({ kind: z.enum(webhookKinds) }),
  response: WebhookDelivery,
});

export const webhookEndpoints = {
  setWebhooksCallbacks,
  listWebhookDeliveries,
  exportWebhookDeliveries,
  listWebhookSamples,
  getWebhookDelivery,
  resendWebhookDelivery,
  sendTestWebhook,
};

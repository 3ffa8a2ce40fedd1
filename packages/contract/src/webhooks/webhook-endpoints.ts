import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { eventTypes } from './event-types.ts';
import { webhookKinds, webhookStates } from './labels.ts';
import { WebhookDelivery } from './webhooks.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** The endpoints of one application, in addition to its three specified addresses. */
export const mostWebhookEndpoints = 16;
/** Hours for which the former key still signs after a rotation. */
export const hoursOfKeyOverlap = 24;
/** Minutes for which the code of a challenge can be entered. */
export const minutesOfChallenge = 60;

export const EndpointName = OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(40));
const Address = z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(1000));
const Types = z.array(z.enum(eventTypes)).check(z.minLength(1, 'must name at least one type'));

const EndpointKey = z.object({
  keyId: z.string(),
  /** Ed25519 in the notation of Standard Webhooks, `whpk_…`. */
  publicKey: z.string(),
  createdAtUtc: UtcTime,
  /** Until when it signs next to its successor; null for the current key. */
  endsAtUtc: z.nullable(UtcTime),
});

/** The last challenge and the server's response. */
const Challenge = z.object({
  sentAtUtc: UtcTime,
  /** Until when its code can be entered. */
  expiresAtUtc: UtcTime,
  /** Null while there is no response, and when there was none. */
  httpStatus: z.nullable(z.int()),
  /** Why the address is not confirmed; null while there is no response. */
  error: z.nullable(z.string()),
});

/** A server of the merchant that receives the events of the types that it chose. */
const WebhookEndpoint = z.object({
  endpointId: z.string(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  /** When the address answered the challenge, or its code was entered; null until then. */
  confirmedAtUtc: z.nullable(UtcTime),
  /** Null unless it is paused. */
  pausedAtUtc: z.nullable(UtcTime),
  /** Since when no delivery has succeeded; null when the last attempt did. */
  failingSinceUtc: z.nullable(UtcTime),
  lastDelivery: z.nullable(z.object({ id: z.string(), state: z.enum(webhookStates), createdAtUtc: UtcTime })),
  /** The current one last. */
  keys: z.array(EndpointKey),
  challenge: z.nullable(Challenge),
  createdAtUtc: UtcTime,
  createdBy: z.string(),
  createdByName: PersonName,
  /** For If-Match. */
  version: z.string(),
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

const WebhookEndpointSettings = z.strictObject({ name: EndpointName, url: Address, types: Types });
const EndpointParams = z.extend(ApplicationParams, { endpointId: Id });

const path = 'merchants/{merchantId}/applications/{applicationId}/webhook-endpoints';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;
const mayWrite = { ...editors, effect: 'write' } as const;

export const listWebhookEndpoints = endpoint({
  name: 'listWebhookEndpoints',
  summary: 'The webhook endpoints of an application, by name',
  origin: 'ours',
  method: 'GET',
  path,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: z.array(WebhookEndpoint),
});

export const createWebhookEndpoint = endpoint({
  name: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint, which receives events when its address is confirmed',
  origin: 'ours',
  method: 'POST',
  path,
  access: mayWrite,
  stepUp: 'always',
  params: ApplicationParams,
  body: WebhookEndpointSettings,
  response: WebhookEndpoint,
});

export const changeWebhookEndpoint = endpoint({
  name: 'changeWebhookEndpoint',
  summary: 'Change the name, the address and the types of a webhook endpoint; another address has to be confirmed',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{endpointId}`,
  access: mayWrite,
  stepUp: 'sometimes',
  comparesVersions: true,
  params: EndpointParams,
  body: WebhookEndpointSettings,
  response: WebhookEndpoint,
});

export const pauseWebhookEndpoint = endpoint({
  name: 'pauseWebhookEndpoint',
  summary: 'Pause a webhook endpoint, or send to it again',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{endpointId}/paused`,
  access: mayWrite,
  params: EndpointParams,
  body: z.strictObject({ isPaused: z.boolean() }),
  response: WebhookEndpoint,
});

export const rotateWebhookEndpointKey = endpoint({
  name: 'rotateWebhookEndpointKey',
  summary: 'Give a webhook endpoint a new signing key; the previous one also signs for another 24 hours',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{endpointId}/rotate`,
  access: mayWrite,
  stepUp: 'always',
  params: EndpointParams,
  response: WebhookEndpoint,
});

export const challengeWebhookEndpoint = endpoint({
  name: 'challengeWebhookEndpoint',
  summary: 'Send a challenge to the address of a webhook endpoint, once; the right answer confirms the address',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{endpointId}/challenge`,
  access: mayWrite,
  params: EndpointParams,
  response: WebhookEndpoint,
});

export const confirmWebhookEndpoint = endpoint({
  name: 'confirmWebhookEndpoint',
  summary: 'Confirm the address of a webhook endpoint with the code of the challenge, from the log of its server',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{endpointId}/confirm`,
  access: mayWrite,
  params: EndpointParams,
  body: z.strictObject({ code: z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100)) }),
  response: WebhookEndpoint,
});

export const testWebhookEndpoint = endpoint({
  name: 'testWebhookEndpoint',
  summary: 'Send a sample event of a kind to a webhook endpoint, once',
  origin: 'ours',
  method: 'POST',
  path: `${path}/{endpointId}/test`,
  access: mayWrite,
  params: EndpointParams,
  body: z.strictObject({ kind: z.enum(webhookKinds) }),
  response: WebhookDelivery,
});

export const deleteWebhookEndpoint = endpoint({
  name: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint; what waits to be sent to it is given up',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/{endpointId}`,
  status: 204,
  access: mayWrite,
  stepUp: 'always',
  params: EndpointParams,
});

export const endpointsOfWebhooks = {
  listWebhookEndpoints,
  createWebhookEndpoint,
  changeWebhookEndpoint,
  pauseWebhookEndpoint,
  rotateWebhookEndpointKey,
  challengeWebhookEndpoint,
  confirmWebhookEndpoint,
  testWebhookEndpoint,
  deleteWebhookEndpoint,
};

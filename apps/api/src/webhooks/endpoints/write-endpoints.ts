import { findAddressFault } from '@volume/contract/webhooks/address.ts';
import { eventTypes } from '@volume/contract/webhooks/event-types.ts';
import {
  changeWebhookEndpoint as changeEndpoint,
  createWebhookEndpoint as createEndpoint,
  deleteWebhookEndpoint as deleteEndpoint,
  listWebhookEndpoints as listEndpoint,
  mostWebhookEndpoints,
  pauseWebhookEndpoint as pauseEndpoint,
  rotateWebhookEndpointKey as rotateEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { Problem, wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { stopReplays } from '#webhooks/replays/advance-replay.ts';
import { addEndpointKey, makeEndpointKey, replaceEndpointKey } from './endpoint-keys.ts';
import {
  type EndpointName,
  type EndpointRow,
  lockApplication,
  ofEndpoint,
  readEndpoint,
  readEndpoints,
  showEndpoint,
  toEndpoints,
} from './endpoint-row.ts';
import { mailChange, recordChange } from './note-change.ts';
import { giveUpWaiting, holdWaiting, releaseWaiting } from './waiting-deliveries.ts';

const listWebhookEndpoints = handle(listEndpoint, async ({ params, services: { database, clock } }) => {
  const rows = await readEndpoints(database, params);
  return toEndpoints(database, { merchantId: params.merchantId, rows, now: clock.now() });
});

/** Creates an endpoint, which is sent nothing before its address is confirmed; always needs a step-up. */
const createWebhookEndpoint = handle(createEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  refuseAddress(body.url, services.settings);
  const { at, newId } = writeContext(services);
  const made = await makeEndpointKey(services);
  return services.database.transaction(async (queries) => {
    const others = await lockAndRead(queries, params);
    refuseSameName(others, body.name);
    if (others.length >= mostWebhookEndpoints) throw tooMany();
    const name = { ...params, endpointId: newId() };
    await queries.query(
      sql`INSERT INTO webhook_endpoints (merchant_id, application_id, endpoint_id, name, url, types, created_at, created_by)
        VALUES (${name.merchantId}, ${name.applicationId}, ${name.endpointId}, ${body.name}, ${body.url},
          ${inOrder(body.types)}::text[], ${at}, ${caller.email})`,
    );
    await addEndpointKey(queries, name, { ...made, at });
    await recordChange(queries, call, 'ENDPOINT_CREATED', `${body.name}: ${body.url}`);
    await mailChange(queries, call, 'added a webhook endpoint');
    return showEndpoint(queries, name, at);
  });
});

/** Another address needs a step-up, and has to be confirmed before anything is sent to it. */
const changeWebhookEndpoint = handle(changeEndpoint, async (call) => {
  const { params, body, services } = call;
  refuseAddress(body.url, services.settings);
  const isSure = await isProved(call);
  return services.database.transaction(async (queries) => {
    const others = await lockAndRead(queries, params);
    const before = await readEndpoint(queries, params);
    const current = await showEndpoint(queries, params, services.clock.now());
    requireUnchanged(call.request, { version: before.version, current });
    if (body.url !== before.url && !isSure) throw stepUpRequired();
    refuseSameName(
      others.filter((row) => row.endpoint_id !== params.endpointId),
      body.name,
    );
    await write(queries, call, before);
    return showEndpoint(queries, params, services.clock.now());
  });
});

async function write(queries: Queries, call: Call<typeof changeEndpoint>, before: EndpointRow): Promise<void> {
  const { params, body, services } = call;
  await queries.query(
    sql`UPDATE webhook_endpoints SET name = ${body.name}, types = ${inOrder(body.types)}::text[] WHERE ${ofEndpoint(params)}`,
  );
  const types = describeTypes(before.types, body.types);
  await recordChange(queries, call, 'ENDPOINT_CHANGED', `${body.name}: ${body.url}${types}`);
  if (body.url === before.url) return;
  await queries.query(
    sql`UPDATE webhook_endpoints SET url = ${body.url}, confirmed_at = NULL, failing_since = NULL, challenge_hash = NULL,
        challenge_sent_at = NULL, challenge_status = NULL, challenge_error = NULL
      WHERE ${ofEndpoint(params)}`,
  );
  await hold(queries, params, { url: body.url, at: services.clock.now() });
  await mailChange(queries, call, 'changed the address of a webhook endpoint');
}

/** `, +payout.failed −refund.created`; empty when they are the same. */
function describeTypes(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((type) => !before.includes(type)).map((type) => `+${type}`);
  const removed = before.filter((type) => !after.includes(type)).map((type) => `−${type}`);
  return added.length + removed.length === 0 ? '' : `, ${[...added, ...removed].join(' ')}`;
}

const pauseWebhookEndpoint = handle(pauseEndpoint, async (call) => {
  const { params, body, services } = call;
  const at = services.clock.now();
  return services.database.transaction(async (queries) => {
    await lockApplication(queries, params);
    const { name, url, paused_at, confirmed_at } = await readEndpoint(queries, params);
    if ((paused_at !== null) !== body.isPaused) {
      await queries.query(
        sql`UPDATE webhook_endpoints SET paused_at = ${body.isPaused ? at : null} WHERE ${ofEndpoint(params)}`,
      );
      if (body.isPaused) await hold(queries, params, { url, at });
      else if (confirmed_at !== null) await releaseWaiting(queries, params, at);
      await recordChange(queries, call, body.isPaused ? 'ENDPOINT_PAUSED' : 'ENDPOINT_RESUMED', name);
    }
    return showEndpoint(queries, params, at);
  });
});

/** Keeps the waiting deliveries, and ends a replay. */
async function hold(queries: Queries, name: EndpointName, { url, at }: { url: string; at: Date }): Promise<void> {
  await stopReplays(queries, name, at);
  await holdWaiting(queries, name, { url, at });
}

const rotateWebhookEndpointKey = handle(rotateEndpoint, async (call) => {
  const { params, services } = call;
  const { at } = writeContext(services);
  const made = await makeEndpointKey(services);
  return services.database.transaction(async (queries) => {
    await lockApplication(queries, params);
    const { name } = await readEndpoint(queries, params);
    await replaceEndpointKey(queries, params, { ...made, at });
    await recordChange(queries, call, 'ENDPOINT_KEY_ROTATED', name);
    await mailChange(queries, call, 'rotated the signing key of a webhook endpoint');
    return showEndpoint(queries, params, at);
  });
});

const deleteWebhookEndpoint = handle(deleteEndpoint, async (call) => {
  const { params, services } = call;
  await services.database.transaction(async (queries) => {
    await lockApplication(queries, params);
    const { name, url } = await readEndpoint(queries, params);
    const { merchantId, endpointId } = params;
    await queries.query(
      sql`DELETE FROM webhook_endpoint_keys WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}`,
    );
    await queries.query(sql`DELETE FROM webhook_endpoints WHERE ${ofEndpoint(params)}`);
    await stopReplays(queries, params, services.clock.now());
    await giveUpWaiting(queries, params);
    await recordChange(queries, call, 'ENDPOINT_DELETED', `${name}: ${url}`);
    await mailChange(queries, call, 'deleted a webhook endpoint');
  });
});

async function lockAndRead(queries: Queries, params: Parameters<typeof lockApplication>[1]): Promise<EndpointRow[]> {
  await lockApplication(queries, params);
  return readEndpoints(queries, params);
}

function refuseAddress(url: string, { isLocal }: { isLocal: boolean }): void {
  const fault = findAddressFault(url, 'webhook', { isLocal });
  if (fault !== null) throw wrongField('url', fault);
}

function refuseSameName(others: readonly EndpointRow[], name: string): void {
  if (!others.some((row) => row.name.toLowerCase() === name.toLowerCase())) return;
  const message = 'This application already has an endpoint of this name. Nothing was changed.';
  throw new Problem(409, message, { code: 'NAME_IN_USE', field: 'name' });
}

const tooMany = (): Problem =>
  new Problem(409, `An application can have ${mostWebhookEndpoints} endpoints. Delete one first.`, {
    code: 'TOO_MANY_ENDPOINTS',
  });

/** Each type once, in the order in which the reference lists them. */
const inOrder = (types: readonly string[]): string[] => eventTypes.filter((type) => types.includes(type));

export const endpointWriters: readonly Handler[] = [
  listWebhookEndpoints,
  createWebhookEndpoint,
  changeWebhookEndpoint,
  pauseWebhookEndpoint,
  rotateWebhookEndpointKey,
  deleteWebhookEndpoint,
];

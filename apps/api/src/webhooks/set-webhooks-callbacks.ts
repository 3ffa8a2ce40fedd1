import { findAddressFault } from '@volume/contract/webhooks/address.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import {
  type AddressField,
  addressFields,
  addressOfKind,
  setWebhooksCallbacks as endpoint,
  type WebhookKind,
  webhookKinds,
  type WebhooksCallbacks,
} from '@volume/contract/webhooks/webhooks.ts';
import { addressesVersion, readMerchants } from '#database/merchants/read-merchants.ts';
import type { Queries } from '#database/database.ts';
import { joined, raw, sql } from '#database/sql.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { addressColumns } from './address-columns.ts';

interface Change {
  field: AddressField;
  from: string | null;
  to: string | null;
}

/**
 * Sets any of an application's six addresses (contract §2); a change needs a step-up (§8). 400 names the invalid
 * address. Pending deliveries to a changed address are redirected to the new one.
 */
export const setWebhooksCallbacks = handle(endpoint, async (call) => {
  const { services, caller, params } = call;
  const wanted = readWanted(call.body, services.settings.isLocal);
  const isSure = await isProved(call);
  return services.database.transaction(async (queries) => {
    const changes = await findChanges(call, queries, wanted);
    if (changes.length === 0) return readApplication(call, queries);
    if (!isSure) throw stepUpRequired();
    await write(call, queries, changes);
    const application = await readApplication(call, queries);
    const { merchantId } = params;
    const fields = changes.map(({ field }) => words[field]).join(', ');
    const what = `${caller.email} changed addresses of ${application.applicationName}: ${fields}`;
    await mailAdministrators(queries, services, { merchantId, subject: 'Webhook addresses changed', what });
    return application;
  });
});

const words: Record<AddressField, string> = {
  paymentStatusWebhookUrl: 'payment webhook',
  refundWebhookUrl: 'refund webhook',
  payoutWebhookUrl: 'payout webhook',
  merchantCallbackUrlForWeb: 'web callback',
  merchantCallbackUrlForMobile: 'mobile callback',
  cancelUrl: 'cancel address',
};

type Wanted = Partial<Record<AddressField, string | null>>;

function readWanted(body: WebhooksCallbacks, isLocal: boolean): Wanted {
  const wanted: Wanted = {};
  for (const field of addressFields) {
    const given = body[field];
    if (given === undefined) continue;
    const address = given?.trim() ?? '';
    const use = webhookKinds.some((kind) => addressOfKind[kind] === field) ? 'webhook' : 'callback';
    const fault = address === '' ? null : findAddressFault(address, use, { isLocal });
    if (fault !== null) throw wrongField(field, fault);
    wanted[field] = address === '' ? null : address;
  }
  return wanted;
}

async function findChanges(call: Call<typeof endpoint>, queries: Queries, wanted: Wanted): Promise<Change[]> {
  const { merchantId, applicationId } = call.params;
  const columns = addressFields.map((field) => `${addressColumns[field]} AS "${field}"`).join(', ');
  const [before] = await queries.query<Record<AddressField, string | null> & { addressesVersion: string }>(
    sql`SELECT ${raw(columns)}, ${addressesVersion} AS "addressesVersion" FROM applications
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} FOR UPDATE`,
  );
  if (!before) throw notFound('This application');
  requireUnchanged(call.request, { version: before.addressesVersion, current: before });
  return addressFields
    .map((field): Change => ({
      field,
      from: before[field],
      to: field in wanted ? (wanted[field] ?? null) : before[field],
    }))
    .filter(({ from, to }) => from !== to);
}

async function readApplication({ params, services }: Call<typeof endpoint>, queries: Queries): Promise<Application> {
  const { merchantId, applicationId } = params;
  const [merchant] = await readMerchants(queries, merchantId, services.clock.now());
  const application = merchant?.applications.find((each) => each.applicationId === applicationId);
  if (!application) throw notFound('This application');
  return application;
}

async function write(call: Call<typeof endpoint>, queries: Queries, changes: readonly Change[]): Promise<void> {
  const { merchantId, applicationId } = call.params;
  const settings = changes.map(({ field, to }) => sql`${raw(addressColumns[field])} = ${to}`);
  await queries.query(
    sql`UPDATE applications SET ${joined(settings, ', ')}
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  for (const kind of webhookKinds) {
    const changed = changes.find(({ field }) => field === addressOfKind[kind]);
    if (changed) await redirectWaiting(queries, { merchantId, applicationId, kind, url: changed.to });
  }
  const detail = changes.map(({ field, to }) => `${field}: ${to ?? 'none'}`).join('\n');
  await recordActivity(queries, call, { merchantId, action: 'WEBHOOKS_CHANGED', subject: applicationId, detail });
}

interface Redirect {
  merchantId: string;
  applicationId: string;
  kind: WebhookKind;
  url: string | null;
}

/** Redirects pending deliveries of a kind to the new address; gives them up when there is none. */
async function redirectWaiting({ query }: Queries, redirect: Redirect): Promise<void> {
  const { merchantId, applicationId, kind, url } = redirect;
  // Locks deliveries before their jobs, in the order of an attempt, so that the two cannot deadlock.
  const changed = await query<{ id: string }>(
    sql`UPDATE webhook_deliveries SET url = coalesce(${url}, url),
      state = CASE WHEN ${url}::text IS NULL THEN 'GAVE_UP' ELSE state END,
       next_attempt_at = CASE WHEN ${url}::text IS NOT NULL THEN next_attempt_at END
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND kind = ${kind} AND endpoint_id IS NULL
       AND state IN ('PENDING', 'FAILING') RETURNING delivery_id AS id`,
  );
  const ids = changed.map(({ id }) => id);
  if (url === null) await query(sql`DELETE FROM due_work WHERE lane IS NOT NULL AND object_id = ANY(${ids}::uuid[])`);
  else await query(sql`UPDATE due_work SET lane = ${url} WHERE lane IS NOT NULL AND object_id = ANY(${ids}::uuid[])`);
}

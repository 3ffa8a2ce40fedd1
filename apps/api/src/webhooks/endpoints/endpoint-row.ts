import { toWireTime } from '@volume/contract/lists/period.ts';
import { minutesOfChallenge, type WebhookEndpoint } from '@volume/contract/webhooks/webhook-endpoints.ts';
import type { WebhookState } from '@volume/contract/webhooks/webhooks.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';

export interface Application {
  merchantId: string;
  applicationId: string;
}
export type EndpointName = Application & { endpointId: string };

export interface EndpointRow {
  endpoint_id: string;
  name: string;
  url: string;
  types: string[];
  confirmed_at: Date | null;
  paused_at: Date | null;
  failing_since: Date | null;
  challenge_hash: string | null;
  challenge_sent_at: Date | null;
  challenge_status: number | null;
  challenge_error: string | null;
  created_at: Date;
  created_by: string;
  version: string;
}

const columns = sql`endpoint_id, name, url, types, confirmed_at, paused_at, failing_since, challenge_hash, challenge_sent_at,
  challenge_status, challenge_error, created_at, created_by, ${versionOf(sql`name, url, types`)} AS version`;

export const ofApplication = ({ merchantId, applicationId }: Application): Sql =>
  sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`;
export const ofEndpoint = (name: EndpointName): Sql => sql`${ofApplication(name)} AND endpoint_id = ${name.endpointId}`;

export const readEndpoints = ({ query }: Queries, params: Application): Promise<EndpointRow[]> =>
  query<EndpointRow>(
    sql`SELECT ${columns} FROM webhook_endpoints WHERE ${ofApplication(params)} ORDER BY lower(name), endpoint_id`,
  );

/**
 * Makes changes of an application's endpoints wait for each other, and for deliveries that are being written: a job that writes
 * them holds a share lock of the application.
 */
export const lockApplication = ({ query }: Queries, params: Application): Promise<unknown> =>
  query(sql`SELECT FROM applications WHERE ${ofApplication(params)} FOR NO KEY UPDATE`);

/** Blocks changes of an application's endpoints, but no other delivery. */
export const holdApplication = ({ query }: Queries, params: Application): Promise<unknown> =>
  query(sql`SELECT FROM applications WHERE ${ofApplication(params)} FOR SHARE`);

/** 404 for an endpoint of another application. */
export async function readEndpoint({ query }: Queries, name: EndpointName): Promise<EndpointRow> {
  const [row] = await query<EndpointRow>(sql`SELECT ${columns} FROM webhook_endpoints WHERE ${ofEndpoint(name)}`);
  if (!row) throw notFound('This endpoint');
  return row;
}

/** @throws 409 when nothing is sent to the endpoint */
export function refuseUnlessOpen({ confirmed_at, paused_at }: Pick<EndpointRow, 'confirmed_at' | 'paused_at'>): void {
  const message = endpointRefusal({ isConfirmed: confirmed_at !== null, isPaused: paused_at !== null });
  if (message !== null) throw new Problem(409, message, { code: 'ENDPOINT_NOT_SENT_TO' });
}

export function endpointRefusal({ isConfirmed, isPaused }: { isConfirmed: boolean; isPaused: boolean }): string | null {
  if (isPaused) return 'The endpoint is paused. Resume it first.';
  return isConfirmed ? null : 'The address of the endpoint is not confirmed yet.';
}

interface KeyRow {
  endpoint_id: string;
  key_id: string;
  public_key: string;
  created_at: Date;
  ends_at: Date | null;
}
interface LastDelivery {
  endpoint_id: string;
  delivery_id: string;
  state: WebhookState;
  created_at: Date;
}

/** Endpoints as the API returns them, with their valid keys and their last deliveries. */
export async function toEndpoints(
  { query }: Queries,
  { merchantId, rows, now }: { merchantId: string; rows: readonly EndpointRow[]; now: Date },
): Promise<WebhookEndpoint[]> {
  const ids = rows.map((row) => row.endpoint_id);
  const keys = await query<KeyRow>(
    sql`SELECT endpoint_id, key_id, public_key, created_at, ends_at FROM webhook_endpoint_keys
      WHERE merchant_id = ${merchantId} AND endpoint_id = ANY(${ids}::uuid[])
        AND (ends_at IS NULL OR ends_at > ${now}::timestamptz) ORDER BY ends_at NULLS LAST`,
  );
  const last = await query<LastDelivery>(
    sql`SELECT e.endpoint_id, d.delivery_id, d.state, d.created_at FROM webhook_endpoints AS e
      CROSS JOIN LATERAL (SELECT delivery_id, state, created_at FROM webhook_deliveries AS w
        WHERE w.merchant_id = e.merchant_id AND w.endpoint_id = e.endpoint_id AND w.replay_id IS NULL
        ORDER BY w.created_at DESC, w.delivery_id DESC LIMIT 1) AS d
      WHERE e.merchant_id = ${merchantId} AND e.endpoint_id = ANY(${ids}::uuid[])`,
  );
  return rows.map((row) => ({
    ...toSettings(row),
    keys: keys.filter((key) => key.endpoint_id === row.endpoint_id).map(toKey),
    lastDelivery: last.filter((each) => each.endpoint_id === row.endpoint_id).map(toLast)[0] ?? null,
  }));
}

function toSettings(row: EndpointRow): Omit<WebhookEndpoint, 'keys' | 'lastDelivery'> {
  return {
    endpointId: row.endpoint_id,
    name: row.name,
    url: row.url,
    types: row.types,
    confirmedAtUtc: row.confirmed_at && toWireTime(row.confirmed_at),
    pausedAtUtc: row.paused_at && toWireTime(row.paused_at),
    failingSinceUtc: row.failing_since && toWireTime(row.failing_since),
    challenge: row.challenge_sent_at && {
      sentAtUtc: toWireTime(row.challenge_sent_at),
      expiresAtUtc: toWireTime(endOfChallenge(row.challenge_sent_at)),
      httpStatus: row.challenge_status,
      error: row.challenge_error,
    },
    createdAtUtc: toWireTime(row.created_at),
    createdBy: row.created_by,
    version: row.version,
  };
}

const toKey = ({ key_id, public_key, created_at, ends_at }: KeyRow): WebhookEndpoint['keys'][number] => ({
  keyId: key_id,
  publicKey: public_key,
  createdAtUtc: toWireTime(created_at),
  endsAtUtc: ends_at && toWireTime(ends_at),
});
const toLast = ({ delivery_id, state, created_at }: LastDelivery) => ({
  id: delivery_id,
  state,
  createdAtUtc: toWireTime(created_at),
});

export const endOfChallenge = (sentAt: Date): Date => new Date(sentAt.getTime() + minutesOfChallenge * 60_000);

/** One endpoint as the API returns it, read again. */
export async function showEndpoint(queries: Queries, name: EndpointName, now: Date): Promise<WebhookEndpoint> {
  const row = await readEndpoint(queries, name);
  const [shown] = await toEndpoints(queries, { merchantId: name.merchantId, rows: [row], now });
  if (!shown) throw notFound('This endpoint');
  return shown;
}

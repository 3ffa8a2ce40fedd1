import { toWireTime } from '@volume/contract/lists/period.ts';
import type { WebhookAttempt, WebhookDelivery, WebhookKind, WebhookState } from '@volume/contract/webhooks/webhooks.ts';
import type { Queries } from '#database/database.ts';
import { notFound } from '#core/problem.ts';
import { sql } from '#database/sql.ts';

export interface DeliveryRow {
  delivery_id: string;
  event_id: string | null;
  kind: WebhookKind;
  object_id: string;
  url: string;
  endpoint_id: string | null;
  event_type: string | null;
  replay_id: string | null;
  replay_form: string | null;
  replayed_event_id: string | null;
  state: WebhookState;
  created_at: Date;
  next_attempt_at: Date | null;
  request_body: string;
}
export const deliveryColumns = sql`delivery_id, event_id, kind, object_id, url, endpoint_id, event_type,
  replay_id, replay_form, replayed_event_id, state, created_at, next_attempt_at, request_body`;

interface AttemptRow {
  delivery_id: string;
  attempt: number;
  at: Date;
  http_status: number | null;
  duration_ms: number;
  error: string | null;
  response_body: string | null;
}

/**
 * Converts rows to deliveries of the wire with all attempts. Only with `isWhole` do earlier attempts include response
 * bodies.
 */
export async function toDeliveries(
  { query }: Queries,
  { merchantId, rows, isWhole }: { merchantId: string; rows: readonly DeliveryRow[]; isWhole: boolean },
): Promise<WebhookDelivery[]> {
  if (rows.length === 0) return [];
  const attempts = await query<AttemptRow>(
    sql`SELECT delivery_id, attempt, at, http_status, duration_ms, error,
       CASE WHEN ${isWhole}::boolean OR attempt = max(attempt) OVER (PARTITION BY delivery_id) THEN response_body END AS response_body
     FROM webhook_attempts WHERE merchant_id = ${merchantId}
     AND delivery_id = ANY(${rows.map((row) => row.delivery_id)}::uuid[]) ORDER BY delivery_id, attempt`,
  );
  const byDelivery = new Map<string, WebhookAttempt[]>(rows.map((row) => [row.delivery_id, []]));
  for (const row of attempts) byDelivery.get(row.delivery_id)?.push(toAttempt(row));
  return rows.map((row) => ({
    id: row.delivery_id,
    webhookId: row.event_id ?? row.replayed_event_id ?? row.delivery_id,
    kind: row.kind,
    objectId: row.object_id,
    url: row.url,
    endpointId: row.endpoint_id,
    eventType: row.event_type,
    replay: row.replay_id === null ? null : { replayId: row.replay_id, form: row.replay_form ?? 'FIRST' },
    isTest: row.event_id === null && row.replay_id === null,
    state: row.state,
    createdAtUtc: toWireTime(row.created_at),
    nextAttemptAtUtc: row.next_attempt_at && toWireTime(row.next_attempt_at),
    requestBody: row.request_body,
    attempts: byDelivery.get(row.delivery_id) ?? [],
  }));
}

function toAttempt({ attempt, at, http_status, duration_ms, error, response_body }: AttemptRow): WebhookAttempt {
  const atUtc = toWireTime(at);
  return { attempt, atUtc, httpStatus: http_status, durationMs: duration_ms, error, responseBody: response_body };
}

interface DeliveryName {
  merchantId: string;
  applicationId: string;
  deliveryId: string;
}

/** One delivery with every attempt; 404 when the application has no such delivery. */
export async function readDelivery(
  queries: Queries,
  { merchantId, applicationId, deliveryId }: DeliveryName,
): Promise<WebhookDelivery> {
  const rows = await queries.query<DeliveryRow>(
    sql`SELECT ${deliveryColumns} FROM webhook_deliveries
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND delivery_id = ${deliveryId}`,
  );
  const [delivery] = await toDeliveries(queries, { merchantId, rows, isWhole: true });
  if (!delivery) throw notFound('This delivery');
  return delivery;
}

/** The subject of each kind of event, to be used within a sentence. */
export const kindWords: Record<WebhookKind, string> = { PAYMENT: 'payments', REFUND: 'refunds', PAYOUT: 'payouts' };

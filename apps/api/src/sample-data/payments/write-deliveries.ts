import type { Queries } from '#database/database.ts';
import type { World } from '#sample-data/world.ts';
import { createDraws } from './draws.ts';
import { KEPT_DAYS } from './write-outgoing-events.ts';

/** Writes a webhook delivery for every kept payment event whose application has an address, and its attempts: most succeed at once. */
export async function writeDeliveries(queries: Queries, world: World): Promise<void> {
  const number = `('x' || substr(md5(event_id::text), 1, 8))::bit(32)::bigint`;
  const { fraction, uuid } = createDraws(world.random.seedNumber, number);
  await queries.query(
    `CREATE TEMPORARY TABLE sample_deliveries ON COMMIT DROP AS
    SELECT e.merchant_id, ${uuid('e.created_at', 'delivery')} AS delivery_id, e.event_id, e.application_id, e.kind, e.object_id,
      a.payment_status_webhook_url AS url, e.created_at, ${fraction(61)} AS u, ${fraction(62)} AS pace, e.status AS payment_status
    FROM outgoing_events AS e JOIN applications AS a USING (merchant_id, application_id)
    WHERE e.kind = 'PAYMENT' AND a.payment_status_webhook_url IS NOT NULL`,
  );
  await queries.query(
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state, created_at, next_attempt_at, request_body)
    SELECT d.merchant_id, d.delivery_id, d.event_id, d.application_id, d.kind, d.object_id, d.url,
      CASE WHEN u < 0.985 THEN 'DELIVERED' WHEN d.created_at > $1::timestamptz - interval '72 hours' THEN 'FAILING' ELSE 'GAVE_UP' END,
      d.created_at, CASE WHEN u >= 0.985 AND d.created_at > $1::timestamptz - interval '72 hours' THEN $1::timestamptz + pace * interval '1 hour' END,
      ${body}
    FROM sample_deliveries AS d JOIN payments AS p ON p.merchant_id = d.merchant_id AND p.payment_id = d.object_id
    WHERE p.updated_at > $1::timestamptz - $2::int * interval '1 day'`,
    [world.now, KEPT_DAYS],
  );
  await queries.query(
    `INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, http_status, duration_ms, error, response_body)
    SELECT merchant_id, delivery_id, t.attempt, least($1::timestamptz, d.created_at + t.after), t.http_status, (40 + 300 * pace)::int, t.error, t.body
    FROM sample_deliveries AS d CROSS JOIN LATERAL (VALUES
      (1, interval '0.4 seconds', 200, NULL, 'OK', u < 0.955),
      (1, interval '0.4 seconds', 503, NULL, 'upstream connect error', u >= 0.955),
      (2, interval '10.6 seconds', 200, NULL, 'OK', u BETWEEN 0.955 AND 0.985),
      (2, interval '10.6 seconds', NULL, 'No answer within 10 seconds', NULL, u > 0.985),
      (3, interval '41 seconds', 500, NULL, '{"error":"internal"}', u > 0.985)
    ) AS t(attempt, after, http_status, error, body, is_made) WHERE t.is_made`,
    [world.now],
  );
}

/** The body of a payment webhook (contract §6). */
const body = `jsonb_build_object('paymentId', p.payment_id, 'merchantPaymentId', p.merchant_payment_id, 'paymentStatus', d.payment_status,
  'errorDescription', p.error_description, 'paymentRequest', jsonb_build_object('amount', p.amount / 100.0, 'currency', p.currency, 'reference', p.reference),
  'paymentRefundData', p.refund_data, 'paymentMetadata', p.metadata, 'applicationId', p.application_id, 'isExternal', p.type = 'EXTERNAL',
  'confirmationOfPayer', CASE WHEN p.is_payer_checked THEN jsonb_build_object('enabled', true, 'score', p.payer_name_score, 'riskCategory', p.risk) END)::text`;

import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import type { World } from '#sample-data/world.ts';
import { createDraws } from './draws.ts';

/**
 * Writes a webhook delivery with its attempts for every stored event whose application has an address, and the next
 * attempt of those still failing. Most succeed immediately, a few were given up.
 */
export async function writeDeliveries(queries: Queries, world: World): Promise<void> {
  const number = `('x' || substr(md5(event_id::text), 1, 8))::bit(32)::bigint`;
  const { fraction, uuid } = createDraws(world.random.seedNumber, number);
  await queries.query(
    sql`CREATE TEMPORARY TABLE sample_deliveries ON COMMIT DROP AS
    SELECT e.merchant_id, ${raw(uuid('e.created_at', 'delivery'))} AS delivery_id, e.event_id, e.application_id, e.kind, e.object_id,
      CASE e.kind WHEN 'PAYMENT' THEN a.payment_status_webhook_url WHEN 'REFUND' THEN a.refund_webhook_url ELSE a.payout_webhook_url END AS url,
      e.created_at, u, pace, e.status, u < 0.985 AS is_delivered, e.created_at > ${world.now}::timestamptz - interval '72 hours' AS is_young
    FROM outgoing_events AS e JOIN applications AS a USING (merchant_id, application_id)
    CROSS JOIN LATERAL (SELECT ${raw(fraction(61))} AS u, ${raw(fraction(62))} AS pace) AS drawn
    WHERE CASE e.kind WHEN 'PAYMENT' THEN a.payment_status_webhook_url WHEN 'REFUND' THEN a.refund_webhook_url ELSE a.payout_webhook_url END IS NOT NULL`,
  );
  await writeBodies(queries, world);
  await queries.query(
    sql`INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, http_status, duration_ms, error, response_body)
    SELECT merchant_id, delivery_id, t.attempt, least(${world.now}::timestamptz, d.created_at + t.after), t.http_status,
      CASE WHEN t.http_status IS NULL THEN 10000 ELSE (40 + 300 * pace)::int END, t.error, t.body
    FROM sample_deliveries AS d CROSS JOIN LATERAL (VALUES
      (1, interval '0.4 seconds', 200, NULL, 'OK', u < 0.955),
      (1, interval '0.4 seconds', 503, NULL, 'upstream connect error', u >= 0.955),
      (2, interval '10.6 seconds', 200, NULL, 'OK', u BETWEEN 0.955 AND 0.985),
      (2, interval '10.6 seconds', NULL, 'No answer within 10 seconds', NULL, u > 0.985),
      (3, interval '51 seconds', 500, NULL, '{"error":"internal"}', u > 0.985)
    ) AS t(attempt, after, http_status, error, body, is_made) WHERE t.is_made`,
  );
  await queries.query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, lane, due_at)
    SELECT ${raw(uuid('now', 'sending'))}, 'WEBHOOK_SEND', merchant_id, delivery_id, url, now + pace * interval '1 hour'
    FROM sample_deliveries CROSS JOIN (SELECT ${world.now}::timestamptz AS now) AS asked WHERE NOT is_delivered AND is_young`,
  );
}

/** The events that were delivered, as merchants' servers read them again. */
export async function writeFeed(queries: Queries): Promise<void> {
  await queries.run(
    `INSERT INTO event_feed (merchant_id, event_id, application_id, place, type, at, body)
     SELECT e.merchant_id, e.event_id, e.application_id,
       row_number() OVER (PARTITION BY e.merchant_id, e.application_id ORDER BY e.created_at, e.event_id),
       lower(e.kind || '.' || e.status), e.created_at, d.request_body
     FROM outgoing_events AS e JOIN webhook_deliveries AS d ON d.merchant_id = e.merchant_id AND d.event_id = e.event_id;
     INSERT INTO event_counters (merchant_id, application_id, newest)
     SELECT merchant_id, application_id, max(place) FROM event_feed GROUP BY merchant_id, application_id`,
  );
}

/** The deliveries by kind, each with its body (contract §6). */
async function writeBodies(queries: Queries, world: World): Promise<void> {
  const kinds = [
    [payment, 'payments AS p ON p.merchant_id = d.merchant_id AND p.payment_id = d.object_id', 'PAYMENT'],
    [
      refund,
      `refunds AS r ON r.merchant_id = d.merchant_id AND r.refund_id = d.object_id
        JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id`,
      'REFUND',
    ],
    [payout, 'outbound_payments AS o ON o.merchant_id = d.merchant_id AND o.payout_payment_id = d.object_id', 'PAYOUT'],
  ] as const;
  for (const [body, join, kind] of kinds) {
    // Only recently changed payments can have a stored event; this excludes most payments from the join.
    const lately =
      kind === 'PAYMENT'
        ? sql`AND p.updated_at > ${world.now}::timestamptz - ${storedDays}::int * interval '1 day'`
        : sql``;
    await queries.query(
      sql`INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state, created_at, next_attempt_at,
        tries, request_body)
      SELECT d.merchant_id, d.delivery_id, d.event_id, d.application_id, d.kind, d.object_id, d.url,
        CASE WHEN is_delivered THEN 'DELIVERED' WHEN is_young THEN 'FAILING' ELSE 'GAVE_UP' END,
        d.created_at, CASE WHEN NOT is_delivered AND is_young THEN ${world.now}::timestamptz + pace * interval '1 hour' END,
        CASE WHEN u < 0.955 THEN 1 WHEN is_delivered THEN 2 ELSE 3 END, ${raw(body)}
      FROM sample_deliveries AS d JOIN ${raw(join)} WHERE d.kind = '${raw(kind)}' ${lately}`,
    );
  }
}

// Like real bodies: json keeps the order of its fields, and an amount has no trailing zeros.
const sum = (amount: string) => `trim_scale(${amount} / 100.0)`;

const payment = `json_build_object('paymentId', p.payment_id, 'merchantPaymentId', p.merchant_payment_id, 'merchantReference', p.merchant_reference, 'paymentStatus', d.status,
  'errorDescription', p.error_description,
  'paymentRequest', json_build_object('amount', ${sum('p.amount')}, 'currency', p.currency, 'reference', p.reference),
  'paymentRefundData', p.refund_data, 'paymentMetadata', p.metadata, 'applicationId', p.application_id, 'isExternal', p.type = 'EXTERNAL',
  'confirmationOfPayer', CASE WHEN p.is_payer_checked THEN json_build_object('enabled', true, 'score', p.payer_name_score, 'riskCategory', p.risk) END)::text`;

const time = `to_char(d.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const tries = 'CASE WHEN u < 0.955 THEN 0 WHEN is_delivered THEN 1 ELSE 2 END';
const name = `p.refund_data ->> 'accountHolderName'`;
const number = (type: string) =>
  `jsonb_path_query_first(p.refund_data, '$.accountIdentifications[*] ? (@.type == "${type}").number')`;

const refund = `json_build_object('eventTimeUtc', ${time}, 'applicationId', d.application_id, 'refundId', r.refund_id, 'paymentId', p.payment_id,
  'merchantPaymentId', p.merchant_payment_id, 'refundAmount', ${sum('r.amount')}, 'refundCurrency', r.currency, 'refundReference', r.reference,
  'refundStatus', d.status, 'refundStatusDescription', '', 'refundWebhookDeliveryAttempt', ${tries},
  'destination', CASE WHEN ${number('IBAN')} IS NULL
    THEN json_build_object('type', 'SCAN', 'name', ${name}, 'accountNumber', ${number('ACCOUNT_NUMBER')}, 'sortCode', ${number('SORT_CODE')})
    ELSE json_build_object('type', 'IBAN', 'name', ${name}, 'iban', ${number('IBAN')}) END)::text`;

const payout = `json_build_object('eventTimeUtc', ${time}, 'applicationId', d.application_id, 'payoutId', o.payout_payment_id,
  'payoutAmount', ${sum('o.amount')}, 'payoutCurrency', o.currency, 'payoutReference', o.reference, 'payoutStatus', d.status,
  'payoutStatusDescription', CASE WHEN o.status::text = d.status THEN coalesce(o.status_description, '') ELSE '' END,
  'payoutWebhookDeliveryAttempt', ${tries}, 'destination', jsonb_strip_nulls(o.destination - 'id'))::text`;

/** Days for which events and deliveries are stored; older ones have been deleted. */
export const storedDays = 14;

/**
 * One outgoing event per change with a webhook: COMPLETED, SETTLED and FAILED payments (contract §6), and every change
 * of a refund, within the stored days.
 */
export async function writeOutgoingEvents(queries: Queries, world: World): Promise<void> {
  const payment = createDraws(world.random.seedNumber, 'i * 16 + step');
  const refund = createDraws(world.random.seedNumber, '(i * 4 + part) * 16 + step');
  await queries.query(
    sql`INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
    SELECT merchant_id, ${raw(payment.uuid('at', 'event'))}, application_id, 'PAYMENT', payment_id, s.status, at
    FROM (SELECT * FROM sample_payments WHERE updated_at > ${world.now}::timestamptz - ${storedDays}::int * interval '1 day') AS p CROSS JOIN LATERAL (VALUES
      (1, 'COMPLETED', p.completed_at, p.status = 'COMPLETED' OR (p.status = 'SETTLED' AND p.type = 'VOLUME')),
      (2, 'SETTLED', p.settled_at, p.status = 'SETTLED'),
      (3, 'FAILED', p.completed_at, p.status = 'FAILED')) AS s(step, status, at, has_happened)
    WHERE s.has_happened AND at > ${world.now}::timestamptz - ${storedDays}::int * interval '1 day'
    UNION ALL
    SELECT merchant_id, ${raw(refund.uuid('at', 'refund-event'))}, application_id, 'REFUND', refund_id, s.status, at
    FROM (SELECT * FROM sample_refunds WHERE updated_at > ${world.now}::timestamptz - ${storedDays}::int * interval '1 day') AS r CROSS JOIN LATERAL (VALUES
      (1, 'IN_PROGRESS', r.created_at, true),
      (2, CASE r.status WHEN 'RETURNED' THEN 'PROCESSED' ELSE r.status::text END, r.decided_at, r.status <> 'IN_PROGRESS'),
      (3, 'RETURNED', r.updated_at, r.status = 'RETURNED')) AS s(step, status, at, has_happened)
    WHERE s.has_happened AND at > ${world.now}::timestamptz - ${storedDays}::int * interval '1 day'`,
  );
}

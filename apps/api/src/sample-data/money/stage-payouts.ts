import type { Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import { storedDays } from '#sample-data/payments/write-deliveries.ts';
import type { World } from '#sample-data/world.ts';

/**
 * Pays out four fifths of each period's inflow, at 06:00 of the next day: daily for the merchant with the most
 * payments, weekly for others. Writes the payouts and their events and stages their movements.
 */
export async function stagePayouts(queries: Queries, world: World): Promise<void> {
  await queries.query(writePayouts(world));
  const { uuid } = createDraws(
    world.random.seedNumber,
    `(('x' || substr(md5(payout_payment_id::text), 1, 8))::bit(32)::bigint * 8 + step)`,
  );
  // OFFSET 0: on a cluster the rows are fetched first, so that the coordinator evaluates expressions that workers would
  // reject (docs/distribution.md).
  const payouts = '(SELECT * FROM outbound_payments OFFSET 0) AS o';
  const steps = `(VALUES
      (1, 'IN_PROGRESS', 'RESERVED', o.created_at, true),
      (2, CASE o.status WHEN 'RETURNED' THEN 'PROCESSED' ELSE o.status::text END,
        CASE WHEN o.status IN ('PROCESSED', 'RETURNED') THEN 'PROCESSED' WHEN o.status IN ('FAILED', 'CANCELLED') THEN 'GIVEN_BACK' END,
        least(o.updated_at, o.created_at + interval '4 minutes'), o.status <> 'IN_PROGRESS'),
      (3, 'RETURNED', 'RETURNED', o.updated_at, o.status = 'RETURNED')) AS s(step, status, movement, at, has_happened)`;
  await queries.run(`
    INSERT INTO sample_movements
    SELECT merchant_id, ${uuid('s.at', 'payout-movement')}, 'PAYOUT_' || s.movement, s.at, NULL, NULL, payout_payment_id, payee_detail_id, currency, amount
    FROM ${payouts} CROSS JOIN LATERAL ${steps} WHERE s.has_happened AND s.movement IS NOT NULL`);
  await queries.query(
    sql`INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
    SELECT merchant_id, ${raw(uuid('s.at', 'payout-event'))}, application_id, 'PAYOUT', payout_payment_id, s.status, s.at
    FROM ${raw(payouts)} CROSS JOIN LATERAL ${raw(steps)} WHERE s.has_happened AND s.at > ${world.now}::timestamptz - ${storedDays}::int * interval '1 day'`,
  );
}

function writePayouts(world: World): Sql {
  const { fraction, uuid } = createDraws(world.random.seedNumber, 'payee_detail_id * 10000 + period');
  return sql`
    INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status, status_description, amount, currency,
      reference, destination, initiated_by, created_at, updated_at)
    SELECT merchant_id, ${raw(uuid('at', 'payout'))}, application_id, payee_detail_id, CASE WHEN is_scheduled THEN 'SCHEDULED_PAYOUT' ELSE 'PAYOUT' END,
      status::money_out_status,
      CASE status WHEN 'FAILED' THEN 'The beneficiary account cannot be credited' WHEN 'RETURNED' THEN 'Returned by the beneficiary bank'
        WHEN 'CANCELLED' THEN 'Cancelled before it was sent' WHEN 'HELD' THEN 'Waiting for a check at the account provider' END,
      amount, currency, 'PAYOUT-' || upper(right((${raw(uuid('at', 'payout'))})::text, 8)),
      CASE currency WHEN 'GBP' THEN jsonb_build_object('type', 'SCAN', 'id', NULL, 'name', account_holder_name, 'accountNumber', '55779911', 'sortCode', '00-99-55', 'iban', NULL)
        ELSE jsonb_build_object('type', 'IBAN', 'id', NULL, 'name', account_holder_name, 'accountNumber', NULL, 'sortCode', NULL, 'iban', 'IE12BOFI90001712345678') END,
      CASE WHEN NOT is_scheduled THEN 'maya@' || slug || '.example' END, at,
      CASE status WHEN 'IN_PROGRESS' THEN at WHEN 'RETURNED' THEN least(now, at + interval '30 hours') ELSE least(now, at + (10 + 200 * roll) * interval '1 second') END
    FROM (
      SELECT *, ${world.now}::timestamptz AS now, ${raw(fraction(52))} AS roll, ${raw(fraction(53))} < 0.8 AS is_scheduled, floor(net * 0.8)::bigint AS amount,
        CASE WHEN at > ${world.now}::timestamptz - interval '30 hours' THEN 'IN_PROGRESS' ELSE (ARRAY['FAILED', 'FAILED', 'FAILED', 'CANCELLED', 'CANCELLED',
          'RETURNED', 'RETURNED', 'HELD'])[1 + floor(${raw(fraction(51))} * 100)::int] END AS drawn
      FROM (
        SELECT c.*, f.period, f.net, ${world.start}::timestamptz + ((f.period + 1) * f.every) * interval '1 day' + interval '6 hours' AS at
        FROM (
          SELECT payee_detail_id, every, (day - (${world.start}::timestamptz AT TIME ZONE 'UTC')::date) / every AS period, sum(inflow - outflow) AS net
          FROM sample_flows JOIN (SELECT payee_detail_id, CASE slug WHEN 'harbourbloom' THEN 1 ELSE 7 END AS every FROM sample_channels) AS e USING (payee_detail_id)
          GROUP BY 1, 2, 3
        ) AS f JOIN sample_channels AS c USING (payee_detail_id)
      ) AS p WHERE at < ${world.now}::timestamptz AND net > 200
    ) AS d CROSS JOIN LATERAL (SELECT coalesce(drawn, 'PROCESSED') AS status) AS s`;
}

/**
 * Enqueues a status request for every refund and payout in progress, spread over the next day, so that each ends by
 * itself and some remain visible in progress during that day.
 */
export async function writeDueWork(queries: Queries, world: World): Promise<void> {
  const { fraction, uuid } = createDraws(
    world.random.seedNumber,
    `('x' || substr(md5(object_id::text), 1, 8))::bit(32)::bigint`,
  );
  await queries.query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, due_at)
    SELECT ${raw(uuid('now', 'due-work'))}, kind, merchant_id, object_id, now + (60 + 86000 * ${raw(fraction(91))}) * interval '1 second'
    FROM (SELECT *, ${world.now}::timestamptz AS now FROM (
      SELECT 'REFUND_ASK' AS kind, merchant_id, refund_id AS object_id FROM refunds WHERE status = 'IN_PROGRESS'
      UNION ALL SELECT 'PAYOUT_ASK', merchant_id, payout_payment_id FROM outbound_payments WHERE status = 'IN_PROGRESS'
    ) AS active) AS asked`,
  );
}

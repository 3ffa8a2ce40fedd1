import type { Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import type { World } from './world.ts';

/** Intents with an attempt per merchant at most; the merchant people sign in to has more to look at. */
const attempted = `CASE slug WHEN 'harbourbloom' THEN 60 ELSE 8 END`;
const descriptions = `(ARRAY['Invoice ', 'Deposit ', 'Gift voucher ', 'Order ', 'Workshop place ', 'Balance of order '])`;

/** Writes payment links: some of the younger payments become their attempts, others were never opened or ran out. */
export async function writePaymentIntents(queries: Queries, world: World): Promise<void> {
  await queries.query(attemptedIntents(world));
  await queries.run(`
    UPDATE payments AS p SET payment_intent_id = c.payment_intent_id FROM sample_intents AS c
      WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id;
    INSERT INTO payment_intents (merchant_id, payment_intent_id, application_id, is_link, merchant_payment_id, customer_intent_description,
      attempt_mode, status, amount, currency, reference, created_by, created_at, updated_at, expires_at)
    SELECT merchant_id, payment_intent_id, application_id, true, merchant_payment_id, description, mode, status, amount, currency, reference,
      created_by, created_at, updated_at, expires_at FROM sample_intents`);
  await queries.query(unopenedIntents(world));
  await queries.run(
    `INSERT INTO object_directory SELECT payment_intent_id, merchant_id, 'PAYMENT_INTENT' FROM payment_intents`,
  );
}

/** Every intent is as its payment makes it: paid, failed in its only attempt, still open, or over. */
function attemptedIntents(world: World): Sql {
  const { fraction, whole, uuid } = createDraws(
    world.random.seedNumber,
    `('x' || substr(md5(p.payment_id::text), 1, 8))::bit(32)::bigint`,
  );
  return sql`CREATE TEMPORARY TABLE sample_intents ON COMMIT DROP AS
    SELECT i.*, CASE WHEN payment_status IN ('COMPLETED', 'SETTLED') THEN 'COMPLETED'
        WHEN payment_status = 'FAILED' AND mode = 'ALLOW_SINGLE_ATTEMPT' THEN 'FAILED'
        WHEN payment_status IN ('AUTHORIZED', 'PENDING') OR expires_at IS NULL OR expires_at > now THEN 'IN_PROGRESS'
        ELSE 'EXPIRED' END::payment_intent_status AS status
    FROM (
      SELECT p.merchant_id, p.payment_id, p.application_id, p.merchant_payment_id, p.amount, p.currency, p.status AS payment_status,
        ${raw(uuid('made.at', 'intent'))} AS payment_intent_id, made.at AS created_at, p.updated_at, ${world.now}::timestamptz AS now,
        CASE WHEN ${raw(fraction(71))} < 0.6 THEN made.at + interval '14 days' END AS expires_at,
        CASE WHEN ${raw(fraction(72))} < 0.25 THEN 'ALLOW_SINGLE_ATTEMPT' ELSE 'ALLOW_MULTIPLE_ATTEMPTS' END AS mode,
        ${raw(descriptions)}[1 + ${raw(whole(73))} % 6] || (1000 + ${raw(whole(74))} % 9000) AS description,
        CASE p.currency WHEN 'GBP' THEN coalesce(substr(p.merchant_reference, 1, 18), '') ELSE substr(p.merchant_reference, 1, 18) END AS reference,
        'maya@' || p.slug || '.example' AS created_by
      FROM (
        SELECT q.*, s.slug, row_number() OVER (PARTITION BY q.merchant_id ORDER BY md5(q.payment_id::text)) AS place
        FROM payments AS q JOIN sample_shares AS s USING (merchant_id)
        WHERE q.is_new_payment AND q.created_at > ${world.now}::timestamptz - interval '60 days'
      ) AS p CROSS JOIN LATERAL (SELECT p.created_at - (60 + 90000 * ${raw(fraction(75))}) * interval '1 second' AS at) AS made
      WHERE p.place <= ${raw(attempted)}
    ) AS i`;
}

/** A few per application that nobody has opened; the older ones with an end have run out. */
function unopenedIntents(world: World): Sql {
  const { fraction, whole, uuid } = createDraws(world.random.seedNumber, 'd.payee_detail_id * 100 + n');
  return sql`INSERT INTO payment_intents (merchant_id, payment_intent_id, application_id, is_link, merchant_payment_id, customer_intent_description,
      attempt_mode, status, amount, currency, reference, created_by, created_at, updated_at, expires_at)
    SELECT d.merchant_id, ${raw(uuid('made.at', 'unopened-intent'))}, d.application_id, true, 'LINK-' || (d.payee_detail_id * 100 + n),
      ${raw(descriptions)}[1 + ${raw(whole(81))} % 6] || (1000 + ${raw(whole(82))} % 9000), 'ALLOW_MULTIPLE_ATTEMPTS',
      CASE WHEN made.ends <= ${world.now}::timestamptz THEN 'EXPIRED' ELSE 'NOT_STARTED' END::payment_intent_status,
      (s.ticket * (0.2 + ${raw(fraction(83))}))::bigint + 1, d.for_currency, 'LINK-' || n, 'maya@' || s.slug || '.example', made.at,
      CASE WHEN made.ends <= ${world.now}::timestamptz THEN made.ends ELSE made.at END, made.ends
    FROM payee_details AS d JOIN sample_shares AS s USING (merchant_id) CROSS JOIN generate_series(1, 5) AS n
    CROSS JOIN LATERAL (SELECT at, CASE WHEN ${raw(fraction(84))} < 0.7 THEN at + interval '7 days' END AS ends
      FROM (SELECT ${world.now}::timestamptz - (600 + 2000000 * ${raw(fraction(85))}) * interval '1 second' AS at) AS drawn) AS made
    WHERE s.share > 0`;
}

import type { Queries } from '#database/database.ts';
import { joined, raw, sql } from '#database/sql.ts';
import type { World } from './world.ts';

/** Days of activity to write; earlier actions are not stored. */
const storedDays = 60;

/** Disabled users were disabled this many days ago, after their last sign-in. */
const goneDays = 41;

/** Writes users' recent actions (sign-ins, manual payments, settings), their last sign-in, and unused keys. */
export async function writeActivity(queries: Queries, world: World): Promise<void> {
  const { now } = world;
  const actions = joined([signIns(now), refunds, payouts, links, settings(now), people(now)], ' UNION ALL ');
  await queries.query(
    sql`INSERT INTO activity (merchant_id, activity_id, at, actor, actor_id, actor_kind, action, subject, detail, ip, user_agent, trace_id)
     SELECT d.merchant_id, md5(action || subject || d.at::text || ${world.random.seedNumber})::uuid, d.at, a.email, a.user_account_id, 'MERCHANT', action, subject, detail,
       '203.0.113.' || (10 + n % 40), (${userAgents}::text[])[1 + n % 3], substr(md5(subject || d.at::text), 1, 16)
     FROM (${actions}) AS d JOIN accounts AS a ON a.email = d.actor AND a.merchant_id = d.merchant_id
     CROSS JOIN LATERAL (SELECT ('x' || substr(md5(a.email), 1, 7))::bit(28)::int AS n) AS drawn
     WHERE d.at > ${now}::timestamptz - ${storedDays}::int * interval '1 day' AND d.at <= ${now}::timestamptz`,
  );
  await queries.query(
    sql`UPDATE accounts AS a SET last_sign_in_at = b.at
     FROM (SELECT p.user_account_id, coalesce(seen.at, ${now}::timestamptz - interval '26 hours') AS at
       FROM accounts AS p LEFT JOIN (SELECT actor_id, max(at) AS at FROM activity WHERE action = 'SIGNED_IN' GROUP BY 1) AS seen
         ON seen.actor_id = p.user_account_id OFFSET 0) AS b
     WHERE a.user_account_id = b.user_account_id AND a.invitation = 'ACCEPTED'`,
  );
  await queries.query(
    `INSERT INTO application_secrets (merchant_id, application_id, key, value_hash, last_letters, updated_at, updated_by)
     SELECT merchant_id, application_id, 'PRIMARY', 'of the sample world', substr(md5(application_id::text), 1, 4), created_at, 'Volume'
     FROM applications`,
  );
}

const userAgents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

/** On most weekdays, in the morning; disabled users, and users of disabled merchants, only until then. */
const signIns = (
  now: Date,
) => sql`SELECT p.merchant_id, day + interval '7 hours' + (h % 14000) * interval '1 second' AS at, p.email AS actor,
    'SIGNED_IN' AS action, p.email AS subject, NULL AS detail
  FROM accounts AS p CROSS JOIN generate_series(date_trunc('day', ${now}::timestamptz) - ${storedDays}::int * interval '1 day', ${now}::timestamptz, interval '1 day') AS day
  CROSS JOIN LATERAL (SELECT ('x' || substr(md5(p.email || day::text), 1, 7))::bit(28)::int AS h) AS drawn
  JOIN merchants AS m ON m.merchant_id = p.merchant_id
  WHERE p.invitation = 'ACCEPTED' AND extract(isodow FROM day) < 6 AND h % 3 > 0
    AND (p.is_enabled AND m.is_enabled OR day < ${now}::timestamptz - ${goneDays + 1}::int * interval '1 day')`;
// OFFSET 0: on a cluster the rows are fetched first, so that the coordinator evaluates expressions that workers would
// reject (docs/distribution.md).
const allOf = (table: string) => raw(`(SELECT * FROM ${table} OFFSET 0) AS s`);
const sum = sql`to_char(amount / 100.0, 'FM9,999,999,990.00') || ' ' || currency`;
const refunds = sql`SELECT merchant_id, created_at, initiated_by, 'REFUND_STARTED', payment_id::text, ${sum} FROM ${allOf('refunds')}`;
const payouts = sql`SELECT merchant_id, created_at, initiated_by, 'PAYOUT_MADE', payout_payment_id::text,
    ${sum} || coalesce(' to ' || (destination ->> 'name'), '') FROM ${allOf('outbound_payments')} WHERE type = 'PAYOUT'`;
const links = sql`SELECT merchant_id, created_at, created_by, 'LINK_CREATED', payment_intent_id::text, ${sum} FROM ${allOf('payment_intents')} WHERE is_link`;

/** The first administrator of each merchant, who changes its settings. */
const admins = sql`SELECT DISTINCT ON (p.merchant_id) p.merchant_id, p.email FROM accounts AS p JOIN merchants AS m ON m.merchant_id = p.merchant_id
  WHERE m.is_enabled AND p.is_enabled AND 'MERCHANT_ADMIN' = ANY (p.roles) ORDER BY p.merchant_id, p.user_account_id`;
const daysAgo = (now: Date, days: string) =>
  sql`${now}::timestamptz - (${raw(days)}) * interval '1 day' - (h % 9000) * interval '1 second'`;
const drawnBy = (words: string) =>
  sql`CROSS JOIN LATERAL (SELECT ('x' || substr(md5(${raw(words)}), 1, 7))::bit(28)::int AS h) AS drawn`;
const settings = (
  now: Date,
) => sql`SELECT p.merchant_id, ${daysAgo(now, '8 + h % 40')}, p.email, action.action, s.application_id::text, action.detail
  FROM (${admins}) AS p JOIN ${allOf('applications')} ON s.merchant_id = p.merchant_id
  CROSS JOIN LATERAL (VALUES ('WEBHOOKS_CHANGED', 'paymentStatusWebhookUrl: ' || s.payment_status_webhook_url),
    ('NOTIFICATIONS_CHANGED', CASE WHEN s.send_email_for_external_payin_payment THEN 'Email about external payments on' END)) AS action (action, detail)
  ${drawnBy('action.action || s.application_id')} WHERE action.detail IS NOT NULL`;
const people = (
  now: Date,
) => sql`SELECT a.merchant_id, ${daysAgo(now, '3')}, a.email, 'USER_ADDED', p.email, array_to_string(p.roles, ', ')
    FROM (${admins}) AS a JOIN accounts AS p ON p.merchant_id = a.merchant_id AND p.invitation = 'PENDING' ${drawnBy('p.email')}
  UNION ALL SELECT a.merchant_id, ${daysAgo(now, `${goneDays}`)}, a.email, 'USER_DISABLED', p.email, NULL
    FROM (${admins}) AS a JOIN accounts AS p ON p.merchant_id = a.merchant_id AND NOT p.is_enabled ${drawnBy('p.email')}
  UNION ALL SELECT p.merchant_id, ${daysAgo(now, '20 + h % 30')}, p.email, 'TWO_FACTOR_ENABLED', p.email,
      CASE p.two_factor WHEN 'TOTP' THEN 'Authenticator app' ELSE 'Codes by email' END
    FROM accounts AS p ${drawnBy('p.email')} WHERE p.is_enabled AND p.two_factor <> 'NONE'`;

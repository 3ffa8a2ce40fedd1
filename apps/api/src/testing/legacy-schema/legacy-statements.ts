import type { Database } from '#database/database.ts';
import type { Parameter } from '#database/sql.ts';

interface Given {
  merchantId: string;
  accountId: string;
  id: string;
  now: Date;
  soon: Date;
}
type Statement = [sql: string, values: (given: Given) => readonly Parameter[]];

/** The exact statements of the build before the baseline, with our own values. */
const statements: readonly Statement[] = [
  [
    `INSERT INTO activity (merchant_id, activity_id, at, actor, actor_id, actor_kind, action, subject, detail, ip, user_agent, trace_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    (g) => [
      g.merchantId,
      g.id,
      g.now,
      email,
      g.accountId,
      'MERCHANT',
      'SIGNED_IN',
      email,
      null,
      '127.0.0.1',
      null,
      'f0',
    ],
  ],
  ['SELECT at, actor, action FROM activity WHERE merchant_id = $1 ORDER BY at DESC LIMIT 10', (g) => [g.merchantId]],
  [
    'INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at) VALUES ($1, $2, $3, $4, $5::jsonb, $6)',
    (g) => [g.id, 'PAYOUT_ASK', g.merchantId, g.id, '{}', g.now],
  ],
  [
    `UPDATE due_work SET claimed_until = $2::timestamptz, attempts = attempts + 1
     WHERE work_id IN (
       SELECT work_id FROM due_work
       WHERE lane IS NULL AND kind = 'PAYOUT_ASK' AND due_at <= $1::timestamptz AND (claimed_until IS NULL OR claimed_until <= $1::timestamptz)
       ORDER BY due_at, work_id LIMIT $3::int FOR UPDATE SKIP LOCKED)
     RETURNING work_id AS "workId", kind, merchant_id AS "merchantId", object_id AS "objectId", payload,
       due_at AS "dueAt", attempts`,
    (g) => [g.now, g.soon, 20],
  ],
  ['DELETE FROM due_work WHERE work_id = $1 AND attempts = $2', (g) => [g.id, 1]],
  [
    `insert into throttle_counters (key, window_start, count) values ($1, $2, 1)
     on conflict (key, window_start) do update set count = throttle_counters.count + 1 returning count`,
    (g) => ['sign-in:landed', new Date(g.now.getTime() - (g.now.getTime() % 60_000))],
  ],
  [
    'insert into outbox_mail (mail_id, recipient, subject, text, created_at) values ($1, $2, $3, $4, $5)',
    (g) => [g.id, email, 'Landed', 'Text', g.now],
  ],
  ['update outbox_mail set sent_at = $2 where mail_id = $1', (g) => [g.id, g.now]],
  [
    `insert into sessions (jti, user_account_id, merchant_id, admin_id, issued_at, signed_in_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    (g) => [g.id, g.accountId, g.merchantId, null, g.now, g.soon],
  ],
  ['update accounts set last_sign_in_at = $2 where user_account_id = $1', (g) => [g.accountId, g.now]],
  [
    `select a.user_account_id, a.email, a.merchant_id, a.admin_id, a.roles
     from sessions s join accounts a on a.user_account_id = s.user_account_id
     left join merchants m on m.merchant_id = a.merchant_id
     where s.jti = $1 and s.revoked_at is null and s.expires_at > $2
       and a.is_enabled and (a.merchant_id is null or m.is_enabled)`,
    (g) => [g.id, g.now],
  ],
  [
    `INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state, created_at,
       next_attempt_at, request_body, give_up_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8, $8, $9, $10)`,
    (g) => [g.merchantId, g.id, null, g.id, 'PAYMENT', g.id, 'https://shop.landed.example/', g.now, '{}', g.now],
  ],
  [
    `INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, http_status, duration_ms, error, response_body)
     SELECT $1::uuid, $2::uuid, coalesce(max(attempt), 0) + 1, $3::timestamptz, $4::smallint, $5::integer, $6, $7
     FROM webhook_attempts WHERE merchant_id = $1::uuid AND delivery_id = $2::uuid`,
    (g) => [g.merchantId, g.id, g.now, 200, 12, null, 'OK'],
  ],
  [
    `UPDATE webhook_deliveries SET state = $3, next_attempt_at = $4, tries = tries + 1, request_body = $5
     WHERE merchant_id = $1 AND delivery_id = $2`,
    (g) => [g.merchantId, g.id, 'DELIVERED', null, '{}'],
  ],
  ['SELECT count(*) AS found FROM payments WHERE merchant_id = $1 AND created_at > $2', (g) => [g.merchantId, g.now]],
];
const email = 'someone@landed.example';

/**
 * The frequent statements of the build before the newest migrations: none of them must fail or hang while these run.
 * Returns a function that runs each statement once.
 */
export function legacyStatements(database: Database): () => Promise<void> {
  const merchantId = crypto.randomUUID();
  const accountId = crypto.randomUUID();
  const isReady = database.run(`
    INSERT INTO merchants (merchant_id, company_name, payment_flat_fee_in_percentage) VALUES ('${merchantId}', 'Landed', 1);
    INSERT INTO accounts (user_account_id, merchant_id, email, roles, created_at, invitation)
      VALUES ('${accountId}', '${merchantId}', '${email}', '{MERCHANT_ADMIN}', now(), 'ACCEPTED')`);
  return async () => {
    await isReady;
    const now = new Date();
    const given = { merchantId, accountId, id: crypto.randomUUID(), now, soon: new Date(now.getTime() + 60_000) };
    for (const [sql, values] of statements) await database.query(sql, values(given));
  };
}

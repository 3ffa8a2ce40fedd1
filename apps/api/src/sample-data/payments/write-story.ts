import type { Queries } from '#database/database.ts';

/** Writes the timeline of the staged payments and refunds: plain facts, the portal finds the words. */
export async function writeStory(queries: Queries): Promise<void> {
  await queries.run(paymentStory);
  await queries.run(refundStory);
}

const paymentStory = `
INSERT INTO payment_events (merchant_id, payment_id, seq, type, at, actor, detail)
SELECT p.merchant_id, p.payment_id, e.seq, e.type, e.at, e.actor, e.detail
FROM sample_payments AS p CROSS JOIN LATERAL (VALUES
  (1, 'NEW', p.created_at, 'Shopper', p.application_name, p.type = 'VOLUME'),
  (2, 'AWAITING_AUTHORIZATION', least(p.created_at + interval '2 seconds', p.updated_at), p.bank_name, NULL, p.type = 'VOLUME' AND p.status <> 'NEW'),
  (3, 'AUTHORIZED', p.authorized_at, p.bank_name, NULL,
    p.status IN ('AUTHORIZED', 'PENDING', 'COMPLETED') OR (p.status = 'SETTLED' AND p.type = 'VOLUME') OR (p.status = 'FAILED' AND p.payer_account_identifier IS NOT NULL)),
  (4, 'PENDING', p.authorized_at, p.bank_name, NULL, p.status = 'PENDING'),
  (5, 'COMPLETED', p.completed_at, p.bank_name, NULL, p.status = 'COMPLETED' OR (p.status = 'SETTLED' AND p.type = 'VOLUME')),
  (6, 'FAILED', p.completed_at, p.bank_name, p.error_description, p.status = 'FAILED'),
  (6, 'SETTLED', p.settled_at, p.provider, NULL, p.status = 'SETTLED'),
  (7, 'HELD', p.settled_at, p.provider, 'The account provider is checking this payment', p.hold <> 'NONE'),
  (8, p.hold::text, p.hold_until, p.provider, NULL, p.hold IN ('RELEASED', 'RETURNED'))
) AS e(seq, type, at, actor, detail, has_happened)
WHERE e.has_happened`;

const refundStory = `
INSERT INTO payment_events (merchant_id, payment_id, seq, type, at, actor, detail)
SELECT r.merchant_id, r.payment_id, r.part * 10 + e.step, 'REFUND_' || e.status, e.at, r.initiated_by, r.refund_id
FROM sample_refunds AS r CROSS JOIN LATERAL (VALUES
  (0, 'IN_PROGRESS', r.created_at, true),
  (1, CASE r.status WHEN 'RETURNED' THEN 'PROCESSED' ELSE r.status::text END, r.decided_at, r.status <> 'IN_PROGRESS'),
  (2, 'RETURNED', r.updated_at, r.status = 'RETURNED')
) AS e(step, status, at, has_happened)
WHERE e.has_happened`;

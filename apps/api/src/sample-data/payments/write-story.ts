import type { Queries } from '#database/database.ts';

interface Step {
  seq: number;
  type: string;
  at: string;
  actor: string;
  detail: string;
  happens: string;
}

const wentOn = `status IN ('COMPLETED', 'SETTLED') AND type = 'VOLUME'`;

/** What a payment goes through, in SQL over the stage. One scan a step: cheaper than one scan that tries every step on every row. */
const paymentSteps: readonly Step[] = [
  {
    seq: 1,
    type: `'NEW'`,
    at: 'created_at',
    actor: `'Shopper'`,
    detail: 'application_name',
    happens: `type = 'VOLUME'`,
  },
  {
    seq: 2,
    type: `'AWAITING_AUTHORIZATION'`,
    at: `least(created_at + interval '2 seconds', updated_at)`,
    actor: 'bank_name',
    detail: 'NULL',
    happens: `type = 'VOLUME' AND status <> 'NEW'`,
  },
  {
    seq: 3,
    type: `'AUTHORIZED'`,
    at: 'authorized_at',
    actor: 'bank_name',
    detail: 'NULL',
    happens: `(${wentOn}) OR status IN ('AUTHORIZED', 'PENDING') OR (status = 'FAILED' AND payer_account_identifier IS NOT NULL)`,
  },
  { seq: 4, type: `'PENDING'`, at: 'completed_at', actor: 'bank_name', detail: 'NULL', happens: `status = 'PENDING'` },
  { seq: 5, type: `'COMPLETED'`, at: 'completed_at', actor: 'bank_name', detail: 'NULL', happens: wentOn },
  {
    seq: 6,
    type: `'FAILED'`,
    at: 'completed_at',
    actor: 'bank_name',
    detail: 'error_description',
    happens: `status = 'FAILED'`,
  },
  { seq: 6, type: `'SETTLED'`, at: 'settled_at', actor: 'provider', detail: 'NULL', happens: `status = 'SETTLED'` },
  {
    seq: 7,
    type: `'HELD'`,
    at: 'settled_at',
    actor: 'provider',
    detail: `'The account provider is checking this payment'`,
    happens: `hold <> 'NONE'`,
  },
  {
    seq: 8,
    type: 'hold::text',
    at: 'hold_until',
    actor: 'provider',
    detail: 'NULL',
    happens: `hold IN ('RELEASED', 'RETURNED')`,
  },
];

const refundSteps: readonly Step[] = [
  {
    seq: 0,
    type: `'REFUND_IN_PROGRESS'`,
    at: 'created_at',
    actor: 'initiated_by',
    detail: 'refund_id',
    happens: 'true',
  },
  {
    seq: 1,
    type: `'REFUND_' || CASE status WHEN 'RETURNED' THEN 'PROCESSED' ELSE status::text END`,
    at: 'decided_at',
    actor: 'NULL',
    detail: 'refund_id',
    happens: `status <> 'IN_PROGRESS'`,
  },
  {
    seq: 2,
    type: `'REFUND_RETURNED'`,
    at: 'updated_at',
    actor: 'NULL',
    detail: 'refund_id',
    happens: `status = 'RETURNED'`,
  },
];

/** Writes the timeline of the staged payments and refunds: plain facts, the portal finds the words. */
export async function writeStory(queries: Queries): Promise<void> {
  for (const step of paymentSteps) await writeStep(queries, 'sample_payments', `${step.seq}`, step);
  for (const step of refundSteps) await writeStep(queries, 'sample_refunds', `part * 10 + ${step.seq}`, step);
}

function writeStep(
  queries: Queries,
  stage: string,
  seq: string,
  { type, at, actor, detail, happens }: Step,
): Promise<void> {
  return queries.run(`INSERT INTO payment_events (merchant_id, payment_id, seq, type, at, actor, detail)
    SELECT merchant_id, payment_id, ${seq}, ${type}, ${at}, ${actor}, ${detail} FROM ${stage} WHERE ${happens}`);
}

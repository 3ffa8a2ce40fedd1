import type { Queries } from '#database/database.ts';
import type { World } from '#sample-data/world.ts';
import { writeOutgoingEvents } from './write-deliveries.ts';
import { stagePayInMovements, stageRefundMovements } from '#sample-data/money/stage-movements.ts';
import { movements } from '#ledger/transfer.ts';
import { raw, sql } from '#database/sql.ts';
import { createDraws } from './draws.ts';

const copied = [
  'merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status, type, risk, hold',
  'is_to_virtual_account, is_new_payment, is_payer_checked, payer_name_score, new_payment_id, new_attempt_id, merchant_payment_id, tracing_id',
  'reference, merchant_reference, merchant_provided_payer_details_names, payer_name, payer_email, payer_account_identifier, payer_address',
  'payer_ip, institution_id, shopper_id, error_description, refund_data, metadata',
].join(', ');

/** Writes the staged payments with their search text, refunds, events and ledger movements, and empties the stage. */
export async function writeStaged(queries: Queries, world: World): Promise<void> {
  await stageRefunds(queries, world);
  await queries.run(`INSERT INTO payments (${copied}, amount_refunded, amount_refunding)
    SELECT ${copied}, coalesce(r.done, 0), coalesce(r.active, 0) FROM sample_payments LEFT JOIN (
      SELECT payment_id, sum(amount) FILTER (WHERE status = 'PROCESSED') AS done, sum(amount) FILTER (WHERE status IN ('IN_PROGRESS', 'HELD')) AS active
      FROM sample_refunds GROUP BY 1) AS r USING (payment_id)`);
  await queries.run(`INSERT INTO payment_search (merchant_id, payment_id, text, payer_key)
    SELECT merchant_id, payment_id, folded, md5(folded_payer)::uuid FROM sample_payments;
    INSERT INTO sample_payer_texts SELECT DISTINCT merchant_id, folded_payer FROM sample_payments WHERE folded_payer IS NOT NULL`);
  await queries.run(`INSERT INTO object_directory SELECT payment_id, merchant_id, 'PAYMENT' FROM sample_payments`);
  await queries.run(`INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, reference, status, initiated_by, created_at, updated_at)
    SELECT merchant_id, refund_id, payment_id, amount, currency, reference, status, initiated_by, created_at, updated_at FROM sample_refunds ORDER BY i, part`);
  await writeStory(queries);
  await stagePayInMovements(queries, world);
  await stageRefundMovements(queries, world);
  await writeMovements(queries);
  await writeOutgoingEvents(queries, world);
  await queries.run('TRUNCATE sample_payments; TRUNCATE sample_refunds');
}

export async function writePayers(queries: Queries): Promise<void> {
  await queries.run(`INSERT INTO payer_search (merchant_id, payer_key, text)
    SELECT DISTINCT merchant_id, md5(text)::uuid, text FROM sample_payer_texts`);
}

const kinds = Object.entries(movements)
  .map(([kind, { from, to }]) => `('${kind}', '${from}'::ledger_account_kind, '${to}'::ledger_account_kind)`)
  .join(', ');

/** Posts the staged movements as balanced transfers, adds them to the day's flows, and empties the stage. */
async function writeMovements(queries: Queries): Promise<void> {
  await queries.run(`
    INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at, payment_id, refund_id, payout_payment_id)
    SELECT merchant_id, transfer_id, kind, at, payment_id, refund_id, payout_payment_id FROM sample_movements;
    INSERT INTO ledger_legs (merchant_id, transfer_id, ledger_account_id, currency, amount, at)
    SELECT m.merchant_id, m.transfer_id, a.ledger_account_id, m.currency, CASE a.kind WHEN k.source THEN -m.amount ELSE m.amount END, m.at
    FROM sample_movements AS m
    JOIN (VALUES ${kinds}) AS k(kind, source, target) ON k.kind = m.kind
    JOIN ledger_accounts AS a ON a.merchant_id = m.merchant_id AND a.payee_detail_id = m.payee_detail_id AND a.kind IN (k.source, k.target);
    INSERT INTO sample_flows
    SELECT payee_detail_id, (at AT TIME ZONE 'UTC')::date,
      coalesce(sum(amount) FILTER (WHERE kind IN ('PAY_IN', 'PAY_IN_RELEASED')), 0),
      coalesce(sum(amount) FILTER (WHERE kind IN ('REFUND_RESERVED', 'PAYOUT_RESERVED', 'FEE')), 0)
    FROM sample_movements GROUP BY 1, 2;
    TRUNCATE sample_movements`);
}

export const createRefundStage = `
CREATE TEMPORARY TABLE sample_refunds (
  i bigint, part integer, merchant_id uuid, refund_id uuid, payment_id uuid, payee_detail_id bigint, application_id uuid, amount bigint, currency currency,
  reference text, status money_out_status, initiated_by text, created_at timestamptz(3), updated_at timestamptz(3), decided_at timestamptz(3)
) ON COMMIT DROP`;

/**
 * Draws refunds for about one in twelve staged payments that can be refunded: settled, into a virtual account, not held
 * or returned (contract §4). Full, partial and in two parts; in every status, active ones recent.
 */
async function stageRefunds(queries: Queries, world: World): Promise<void> {
  const { fraction } = createDraws(world.random.seedNumber);
  await queries.query(
    sql`INSERT INTO sample_refunds
    SELECT i, part, merchant_id, ${raw(createDraws(world.random.seedNumber, 'i * 4 + part').uuid('created', 'refund'))}, payment_id, payee_detail_id, application_id,
      CASE WHEN kind IN ('IN PART', 'TWICE', 'HELD') AND amount >= 100 THEN floor(amount * (0.1 + 0.38 * u46))::bigint ELSE amount END, currency,
      CASE WHEN u47 < 0.8 THEN 'RETURN-' || (i % 900 + 100) END,
      (CASE WHEN kind IN ('IN FULL', 'IN PART', 'TWICE') THEN 'PROCESSED' ELSE kind END)::money_out_status,
      CASE WHEN u48 < 0.7 THEN 'maya@' || slug || '.example' END, created,
      CASE kind WHEN 'IN_PROGRESS' THEN created WHEN 'RETURNED' THEN created + least(now - created, interval '2 days') ELSE decided END, decided
    FROM (
      SELECT *, created + least(now - created, (12 + 200 * u45) * interval '1 second') AS decided FROM (
        SELECT p.i, p.merchant_id, p.payment_id, p.payee_detail_id, p.application_id, p.amount, p.currency, p.slug, now, kind, part,
          ${raw(fraction(45))} AS u45, ${raw(fraction(46))} AS u46, ${raw(fraction(47))} AS u47, ${raw(fraction(48))} AS u48,
          CASE WHEN kind = 'IN_PROGRESS' THEN greatest(available_at, now - ${raw(fraction(49))} * interval '2 days')
            ELSE available_at + least(now - available_at, interval '20 days') * (${raw(fraction(44))} ^ 2 * 0.5 + 0.45 * (part - 1)) END AS created
        FROM (
          SELECT *, CASE WHEN roll < 0.40 OR (amount < 100 AND roll < 0.75) OR (roll BETWEEN 0.75 AND 0.80 AND now - available_at > interval '200 days') THEN 'IN FULL'
            WHEN roll < 0.66 THEN 'IN PART' WHEN roll < 0.75 THEN 'TWICE' WHEN roll < 0.80 THEN 'IN_PROGRESS' WHEN roll < 0.84 THEN 'HELD'
            WHEN roll < 0.90 THEN 'FAILED' WHEN roll < 0.95 THEN 'CANCELLED' ELSE 'RETURNED' END AS kind
          FROM (
            SELECT *, ${world.now}::timestamptz AS now, ${raw(fraction(42))} AS roll, CASE hold WHEN 'RELEASED' THEN hold_until ELSE settled_at END AS available_at
            FROM sample_payments WHERE status = 'SETTLED' AND hold IN ('NONE', 'RELEASED') AND i > 0 AND ${raw(fraction(41))} < 0.085
          ) AS settled WHERE now - available_at > interval '10 minutes' OFFSET 0
        ) AS p CROSS JOIN LATERAL generate_series(1, CASE kind WHEN 'TWICE' THEN 2 ELSE 1 END) AS part
        OFFSET 0
      ) AS timed OFFSET 0
    ) AS r`,
  );
}

interface Step {
  seq: number;
  type: string;
  at: string;
  actor: string;
  detail: string;
  happens: string;
}

const wentOn = `status IN ('COMPLETED', 'SETTLED') AND type = 'VOLUME'`;

/** The events of a payment. One scan per step is cheaper than one that evaluates every step on every row. */
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

/** Writes the events of the staged payments and refunds: plain facts without wording. */
async function writeStory(queries: Queries): Promise<void> {
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

import type { Queries } from '#database/database.ts';
import type { World } from '#sample-data/world.ts';
import { stageRefunds } from './stage-refunds.ts';
import { writeOutgoingEvents } from './write-deliveries.ts';
import { writeStory } from './write-story.ts';
import { stagePayInMovements, stageRefundMovements } from '#sample-data/money/stage-movements.ts';
import { movements } from '#ledger/transfer.ts';

const copied = [
  'merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status, type, risk, hold',
  'is_to_virtual_account, is_new_payment, is_payer_checked, payer_name_score, new_payment_id, new_attempt_id, merchant_payment_id, tracing_id',
  'reference, merchant_reference, merchant_provided_payer_details_names, payer_name, payer_email, payer_account_identifier, payer_address',
  'payer_ip, institution_id, shopper_id, error_description, refund_data, metadata',
].join(', ');

/** Writes the staged payments with their search text, refunds, story, ledger movements and events, and empties the stage. */
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

/** What the payers of all staged payments are searched by, each once. */
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

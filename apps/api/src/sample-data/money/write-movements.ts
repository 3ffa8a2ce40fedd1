import type { Queries } from '#database/database.ts';
import { movements } from '#ledger/movements.ts';

const kinds = Object.entries(movements)
  .map(([kind, { from, to }]) => `('${kind}', '${from}'::ledger_account_kind, '${to}'::ledger_account_kind)`)
  .join(', ');

/** Posts the staged movements as balanced transfers, adds them to the day's flows, and empties the stage. */
export async function writeMovements(queries: Queries): Promise<void> {
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

import type { Queries } from '#database/database.ts';
import type { Moment } from './moment.ts';
import type { Transfer } from './transfer.ts';

/** Raised when a transfer would take an account below its floor; the transaction it was posted in is lost. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance';
}

/**
 * Posts transfers of one merchant; balanced by the database, and no account goes below its floor. Everything a transaction
 * moves is posted at once and last: the accounts are locked in one order, so that no two transactions wait crosswise.
 * Throws InsufficientBalance.
 */
export async function post(
  { query }: Pick<Queries, 'query'>,
  { at, newId }: Moment,
  transfers: readonly Transfer[],
): Promise<void> {
  const [first] = transfers;
  if (!first) return;
  if (transfers.some(({ merchantId }) => merchantId !== first.merchantId)) {
    throw new Error('Transfers of two merchants cannot be posted together.');
  }
  const named = transfers.map((transfer) => ({ ...transfer, transferId: newId() }));
  const legs = named.flatMap(({ transferId, legs }) => legs.map((leg) => ({ transferId, ...leg })));
  const heads = named.map(({ transferId, kind, about }) => ({ transferId, kind, ...about }));
  const written = await refusing(() =>
    query(statement, [first.merchantId, JSON.stringify(heads), JSON.stringify(legs), at]),
  );
  if (written.length !== legs.length) {
    throw new Error(`Of ${legs.length} legs only ${written.length} have an account in the books.`);
  }
}

const statement = `
WITH heads AS (
  INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at, payment_id, refund_id, payout_payment_id, exchange_id)
  SELECT $1::uuid, t."transferId", t.kind, $4::timestamptz, t."paymentId", t."refundId", t."payoutPaymentId", t."exchangeId"
  FROM jsonb_to_recordset($2::jsonb) AS t("transferId" uuid, kind text, "paymentId" uuid, "refundId" uuid,
    "payoutPaymentId" uuid, "exchangeId" uuid)
)
INSERT INTO ledger_legs (merchant_id, transfer_id, ledger_account_id, currency, amount, at)
SELECT $1::uuid, l."transferId", a.ledger_account_id, l.currency, l.amount, $4::timestamptz
FROM jsonb_to_recordset($3::jsonb) AS l("transferId" uuid, "payInAccountId" bigint, currency currency,
  account ledger_account_kind, amount bigint)
JOIN ledger_accounts AS a ON a.merchant_id = $1::uuid AND a.payee_detail_id = l."payInAccountId" AND a.kind = l.account
RETURNING transfer_id`;

async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code === '23514' && constraint === 'ledger_accounts_floor') {
      throw new InsufficientBalance('The available balance is too low.', { cause: error });
    }
    throw error;
  }
}

import { type Integer, type Queries, violates } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import { type LockedAccount, notifyLowBalances } from './low-balance.ts';
import type { Books, Leg, LedgerAccountKind, Transfer } from './transfer.ts';

/** Thrown when a transfer would take an account below its floor. The database transaction is then aborted. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance';
}

/**
 * Posts transfers of one merchant. The database checks that they balance and that no account goes below its floor. Post
 * all transfers of a transaction in one call, as its last step: accounts are locked in a fixed order, so transactions
 * cannot deadlock. Records low-balance notifications. Throws InsufficientBalance.
 */
export async function post(queries: Queries, context: WriteContext, transfers: readonly Transfer[]): Promise<void> {
  const { query } = queries;
  const { at, newId } = context;
  const [first] = transfers;
  if (!first) return;
  if (transfers.some(({ merchantId }) => merchantId !== first.merchantId)) {
    throw new Error('Transfers of two merchants cannot be posted together.');
  }
  const named = transfers.map((transfer) => ({ ...transfer, transferId: newId() }));
  const legs = named.flatMap(({ transferId, legs }) => legs.map((leg) => ({ transferId, ...leg })));
  const heads = named.map(({ transferId, kind, about }) => ({ transferId, kind, ...about }));
  const given = { merchantId: first.merchantId, heads: JSON.stringify(heads), legs: JSON.stringify(legs), at };
  const before = await query<LockedAccount>(lock({ ...given, legs: JSON.stringify(withSettlement(legs)) }));
  const written = await refusing(() => query(write(given)));
  if (written.length !== legs.length) {
    throw new Error(`Of ${legs.length} legs only ${written.length} have an account in the books.`);
  }
  await notifyLowBalances(queries, context, { merchantId: first.merchantId, before, legs });
}

/**
 * A leg of the provider's side takes its place in the statement under the lock of its pay-in account's SETTLEMENT
 * (`place_ledger_leg`).
 */
const withSettlement = (legs: readonly Leg[]): Leg[] =>
  legs.flatMap((leg) =>
    leg.account === 'FEES' || leg.account === 'EXCHANGE' ? [leg, { ...leg, account: 'SETTLEMENT' }] : [leg],
  );

interface Given {
  merchantId: string;
  heads: string;
  legs: string;
  at: Date;
}

const asLegs = (legs: string) => sql`jsonb_to_recordset(${legs}::jsonb) AS l("transferId" uuid, "payInAccountId" bigint,
  currency currency, account ledger_account_kind, amount bigint)`;

// The lock is a separate statement, so that the next one sees everything that the previous posting to the account
// wrote.
const lock = ({ merchantId, legs }: Given) => sql`
SELECT a.payee_detail_id AS "payInAccountId", a.currency::text AS currency, a.balance, a.low_balance_threshold AS threshold
FROM ledger_accounts AS a
WHERE a.merchant_id = ${merchantId}::uuid AND (a.payee_detail_id, a.kind) IN (SELECT l."payInAccountId", l.account
FROM ${asLegs(legs)})
ORDER BY a.merchant_id, a.ledger_account_id FOR UPDATE`;

// A posting that waited for the lock can carry an older time than the one before it. Within an account's history, time
// must never go backwards.
const write = ({ merchantId, heads, legs, at }: Given) => sql`
WITH legs AS (
  SELECT l.*, a.ledger_account_id FROM ${asLegs(legs)}
  JOIN ledger_accounts AS a ON a.merchant_id = ${merchantId}::uuid AND a.payee_detail_id = l."payInAccountId"
  AND a.kind = l.account
), context AS (
  SELECT greatest(${at}::timestamptz, max(last.at)) AS at FROM legs LEFT JOIN LATERAL (
    SELECT at FROM ledger_legs AS h
    WHERE h.merchant_id = ${merchantId}::uuid AND h.ledger_account_id = legs.ledger_account_id
    ORDER BY at DESC, transfer_id DESC LIMIT 1) AS last ON true
), heads AS (
  INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at, payment_id, refund_id, payout_payment_id, exchange_id)
  SELECT ${merchantId}::uuid, t."transferId", t.kind, context.at, t."paymentId", t."refundId", t."payoutPaymentId",
  t."exchangeId"
  FROM jsonb_to_recordset(${heads}::jsonb) AS t("transferId" uuid, kind text, "paymentId" uuid, "refundId" uuid,
    "payoutPaymentId" uuid, "exchangeId" uuid), context
)
INSERT INTO ledger_legs (merchant_id, transfer_id, ledger_account_id, currency, amount, at)
SELECT ${merchantId}::uuid, legs."transferId", legs.ledger_account_id, legs.currency, legs.amount, context.at
FROM legs, context
ORDER BY 2, 3
RETURNING transfer_id`;

async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (violates(error, 'ledger_accounts_floor')) {
      throw new InsufficientBalance('The available balance is too low.', { cause: error });
    }
    throw error;
  }
}

/**
 * Locks a pay-in account's ledger accounts in the same order as `post` and returns the balances by kind, in minor
 * units. Needed where a decision depends on a balance; to take money, rely on the floor instead.
 */
export async function lockBooks(
  { query }: Queries,
  { merchantId, payInAccountId }: Books,
): Promise<Record<LedgerAccountKind, Integer>> {
  const rows = await query<{ kind: LedgerAccountKind; balance: Integer }>(
    sql`SELECT kind::text AS kind, balance FROM ledger_accounts
      WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}
     ORDER BY merchant_id, ledger_account_id FOR UPDATE`,
  );
  const none = { AVAILABLE: 0, HELD: 0, PENDING_OUT: 0, SETTLEMENT: 0, FEES: 0, EXCHANGE: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) };
}

import { type MerchantStopping, mostCountedLinks } from '@volume/contract/merchants/stopping.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { WithSums } from '#core/handler.ts';
import type { Integer, Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Stopping = WithSums<Omit<MerchantStopping, 'merchantId' | 'disabled'>>;

/**
 * Counts what stops and continues when a merchant is disabled. Each query reads an index that holds only what is open,
 * or the monthly roll-up, so its cost does not grow with the number of completed payments.
 */
export async function countStopping(queries: Queries, merchantId: string, now: Date): Promise<Stopping> {
  const [access, links, payments, orders, balances, administrators] = await Promise.all([
    readAccess(queries, merchantId),
    countOpenLinks(queries, merchantId, now),
    countPayments(queries, merchantId),
    readOrders(queries, merchantId),
    readBalances(queries, merchantId),
    readAdministrators(queries, merchantId),
  ]);
  const { nextPayoutAt, ...counts } = access;
  return {
    stops: {
      ...counts,
      openLinks: Math.min(links, mostCountedLinks),
      hasMoreLinks: links > mostCountedLinks,
      unapprovedPayments: payments.unapproved,
      nextPayoutAtUtc: nextPayoutAt && toWireTime(nextPayoutAt),
    },
    continues: { ...orders, approvedPayments: payments.approved, balances },
    administrators,
  };
}

interface Access {
  users: number;
  apiKeys: number;
  waitingOrders: number;
  bulkJobs: number;
  nextPayoutAt: Date | null;
}

async function readAccess({ query }: Queries, merchantId: string): Promise<Access> {
  const [row] = await query<Access>(
    sql`SELECT
      (SELECT count(*) FROM accounts WHERE merchant_id = ${merchantId} AND admin_id IS NULL AND is_enabled) AS users,
      (SELECT count(*) FROM application_secrets WHERE merchant_id = ${merchantId})
        + (SELECT count(*) FROM application_keys WHERE merchant_id = ${merchantId}) AS "apiKeys",
      (SELECT count(*) FROM approvals WHERE merchant_id = ${merchantId} AND state = 'WAITING') AS "waitingOrders",
      (SELECT count(*) FROM bulk_jobs WHERE merchant_id = ${merchantId} AND state IN ('QUEUED', 'RUNNING')) AS "bulkJobs",
      (SELECT min(next_run_at) FROM payout_schedules
        WHERE merchant_id = ${merchantId} AND is_enabled) AS "nextPayoutAt"`,
  );
  if (!row) throw new Error('A query without FROM returned no row.');
  return row;
}

async function countOpenLinks({ query }: Queries, merchantId: string, now: Date): Promise<number> {
  const [row] = await query<{ count: number }>(
    sql`SELECT count(*) AS count FROM (
      SELECT FROM payment_intents WHERE merchant_id = ${merchantId} AND is_link
        AND status IN ('NOT_STARTED', 'IN_PROGRESS') AND (expires_at IS NULL OR expires_at > ${now})
      LIMIT ${mostCountedLinks + 1}) AS open_links`,
  );
  return row?.count ?? 0;
}

async function countPayments({ query }: Queries, merchantId: string) {
  const [row] = await query<{ unapproved: number; approved: number }>(
    sql`SELECT coalesce(sum(count) FILTER (WHERE status IN ('NEW', 'AWAITING_AUTHORIZATION')), 0)::bigint AS unapproved,
       coalesce(sum(count) FILTER (WHERE status IN ('AUTHORIZED', 'PENDING')), 0)::bigint AS approved
     FROM payments_monthly WHERE merchant_id = ${merchantId}
       AND status IN ('NEW', 'AWAITING_AUTHORIZATION', 'AUTHORIZED', 'PENDING')`,
  );
  return { unapproved: row?.unapproved ?? 0, approved: row?.approved ?? 0 };
}

interface OrderRow {
  currency: Currency;
  payouts: number;
  refunds: number;
  amount: Integer;
}

/** Orders that were submitted to their provider; those that wait for approval were not. */
async function readOrders({ query }: Queries, merchantId: string) {
  const isOnItsWay = sql`merchant_id = ${merchantId} AND status IN ('IN_PROGRESS', 'HELD') AND submitted_at IS NOT NULL`;
  const rows = await query<OrderRow>(
    sql`SELECT currency::text AS currency, sum(payouts)::bigint AS payouts, sum(refunds)::bigint AS refunds,
       sum(amount) AS amount
     FROM (
       SELECT currency, 1 AS payouts, 0 AS refunds, amount FROM outbound_payments WHERE ${isOnItsWay}
       UNION ALL SELECT currency, 0, 1, amount FROM refunds WHERE ${isOnItsWay}
     ) AS o GROUP BY currency ORDER BY currency DESC`,
  );
  const total = (of: (row: OrderRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    payouts: total(({ payouts }) => payouts),
    refunds: total(({ refunds }) => refunds),
    onTheirWay: rows.map(({ currency, amount }) => ({ currency, amount })),
  };
}

async function readBalances({ query }: Queries, merchantId: string) {
  return query<{ currency: Currency; amount: Integer }>(
    sql`SELECT currency::text AS currency, sum(balance) AS amount FROM ledger_accounts
     WHERE merchant_id = ${merchantId} AND kind IN ('AVAILABLE', 'HELD') GROUP BY currency ORDER BY currency DESC`,
  );
}

/** The users that `mailToAdministrators` mails. */
async function readAdministrators({ query }: Queries, merchantId: string) {
  return query<{ name: string | null; email: string }>(
    sql`SELECT name, email FROM accounts
     WHERE merchant_id = ${merchantId} AND admin_id IS NULL AND is_enabled AND invitation = 'ACCEPTED'
       AND 'MERCHANT_ADMIN' = ANY(roles) ORDER BY user_account_id`,
  );
}

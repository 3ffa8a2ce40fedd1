import { listPayInAccounts as endpoint, type PayInAccount } from '@volume/contract/balances/balances.ts';
import type { Integer, Queries } from '#database/database.ts';
import type { ParamsOf } from '@volume/contract/endpoint.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import { handle } from '#core/handler.ts';

type Row = Omit<PayInAccount, 'virtualAccountInformation'> & { available: Integer | null; balance: Integer | null };

export const listPayInAccounts = handle(endpoint, ({ params, services }) =>
  readPayInAccounts(services.database, params),
);

/** Balances are in minor units, only for virtual accounts: available + held + pending out (contract §7). */
export async function readPayInAccounts({ query }: Queries, params: ParamsOf<typeof endpoint>) {
  const rows = await query<Row>(
    sql`SELECT d.payee_detail_id AS id, d.is_virtual_account AS "isVirtualAccount", d.for_currency::text AS "forCurrency",
       d.is_limited_virtual_account AS "isLimitedVirtualAccount", d.account_holder_name AS "accountHolderName",
       d.account_identification_1 AS "accountIdentification1", d.account_identification_2 AS "accountIdentification2",
       d.va_provider_type AS "vaProviderType", d.default_for_currency AS "defaultForCurrency", b.available, b.balance,
       b.threshold AS "lowBalanceThreshold", ${versionOf(sql`b.threshold`)} AS "lowBalanceVersion"
     FROM payee_details AS d CROSS JOIN LATERAL (
       SELECT sum(a.balance) FILTER (WHERE a.kind = 'AVAILABLE') AS available, sum(a.balance) AS balance,
         max(a.low_balance_threshold) AS threshold
       FROM ledger_accounts AS a
       WHERE a.merchant_id = ${params.merchantId} AND a.payee_detail_id = d.payee_detail_id
         AND a.kind IN ('AVAILABLE', 'HELD', 'PENDING_OUT')
     ) AS b
     WHERE d.merchant_id = ${params.merchantId} AND d.application_id = ${params.applicationId} ORDER BY d.payee_detail_id`,
  );
  return rows.map(({ available, balance, ...account }) => ({
    ...account,
    virtualAccountInformation: account.isVirtualAccount ? { availableBalance: available, balance } : null,
  }));
}

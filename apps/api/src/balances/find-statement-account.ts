import type { Currency } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { notFound, Problem } from '#core/problem.ts';

export type StatementAccount = {
  merchantId: string;
  payInAccountId: number;
  currency: Currency;
  /** The provider's side of the books: every leg there is one change of the balance, seen from the other side. */
  otherSide: string[];
};

type Named = { merchantId: string; applicationId: string; payInAccountId: number };

/** The account a statement is asked for. 404 when it is not the application's, 409 when no books are kept for it. */
export async function findStatementAccount({ query }: Queries, named: Named): Promise<StatementAccount> {
  const { merchantId, applicationId, payInAccountId } = named;
  const [found] = await query<{ currency: Currency; otherSide: string[] }>(
    sql`SELECT d.for_currency::text AS currency, ARRAY(
       SELECT a.ledger_account_id::text FROM ledger_accounts AS a
       WHERE a.merchant_id = d.merchant_id AND a.payee_detail_id = d.payee_detail_id
         AND a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')) AS "otherSide"
     FROM payee_details AS d WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId}
     AND d.payee_detail_id = ${payInAccountId}`,
  );
  if (!found) throw notFound('This pay-in account');
  if (found.otherSide.length === 0) throw new Problem(409, 'Only a virtual account has a statement.');
  return { merchantId, payInAccountId, ...found };
}

import type { Currency } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { ProviderName } from '#core/account-providers.ts';
import { notFound, Problem } from '#core/problem.ts';

/** A virtual pay-in account that money can be paid out of. */
export type PayoutAccount = {
  merchantId: string;
  applicationId: string;
  payInAccountId: number;
  currency: Currency;
  provider: ProviderName;
  customerId: string | null;
  accountHolderName: string;
  defaultBeneficiaryId: string | null;
};

type Row = Omit<PayoutAccount, 'provider'> & { provider: ProviderName | 'NONE' | null; isVirtual: boolean };
type Named = Pick<PayoutAccount, 'merchantId' | 'applicationId' | 'payInAccountId'>;

/** An application's pay-in account; 404 when it has none such, 422 when it is not virtual. */
export async function findPayoutAccount(
  { query }: Queries,
  { merchantId, applicationId, payInAccountId }: Named,
): Promise<PayoutAccount> {
  const [row] = await query<Row>(
    sql`SELECT merchant_id AS "merchantId", application_id AS "applicationId", payee_detail_id AS "payInAccountId",
       for_currency::text AS currency, va_provider_type AS provider, va_customer_id AS "customerId",
       account_holder_name AS "accountHolderName", va_default_pay_out_beneficiary_account_id AS "defaultBeneficiaryId",
       is_virtual_account AS "isVirtual"
     FROM payee_details WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
     AND payee_detail_id = ${payInAccountId}`,
  );
  if (!row) throw notFound('This pay-in account');
  const { isVirtual, provider, ...account } = row;
  if (!isVirtual || provider === null || provider === 'NONE') {
    throw new Problem(422, 'Only a virtual account can be paid out of.');
  }
  return { ...account, provider };
}

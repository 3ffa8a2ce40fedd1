import { listOptimusBeneficiaries as endpoint } from '@volume/contract/beneficiaries.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { merchantOf } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';

/** The destinations a customer has at OPTIMUS, in every status (§3 Beneficiary). Another merchant's customer is 404. */
export const listOptimusBeneficiaries = handle(endpoint, async ({ params, caller, services }) => {
  const { database, accountProviders } = services;
  const merchantId = merchantOf(caller, null);
  const [account] = await database.query(
    sql`SELECT payee_detail_id FROM payee_details
     WHERE va_customer_id = ${params.customerId} AND va_provider_type = 'OPTIMUS'
       AND (${merchantId}::uuid IS NULL OR merchant_id = ${merchantId}::uuid) LIMIT 1`,
  );
  if (!account) throw notFound('This customer');
  const beneficiaries = await accountProviders.listBeneficiaries('OPTIMUS', params.customerId);
  return beneficiaries.map(({ beneficiaryId, customerId, name, ...rest }) => ({
    optimusBeneficiaryId: beneficiaryId,
    optimusExternalCustomerId: customerId,
    firstNames: name,
    ...rest,
  }));
});

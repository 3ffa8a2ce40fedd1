import { listOptimusBeneficiaries as endpoint } from '@volume/contract/beneficiaries.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { merchantOf } from '#core/tenant.ts';

/** The destinations a customer has at OPTIMUS, in every status (§3 Beneficiary). Another merchant's customer is 404. */
export const listOptimusBeneficiaries = handle(endpoint, async ({ params, caller, services }) => {
  const { database, accountProviders } = services;
  const [account] = await database.query(
    `SELECT payee_detail_id FROM payee_details
     WHERE va_customer_id = $1 AND va_provider_type = 'OPTIMUS' AND ($2::uuid IS NULL OR merchant_id = $2::uuid) LIMIT 1`,
    [params.customerId, merchantOf(caller, null)],
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

import {
  disableBeneficiary as disableEndpoint,
  type PayoutBeneficiary,
  setDefaultBeneficiary as defaultEndpoint,
} from '@volume/contract/payouts/beneficiaries.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type AnyCall, type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { findPayoutAccount, listPayoutAccounts, type PayoutAccount } from '#payouts/payout-account.ts';
import { canPay, listFor, readAll } from './list-beneficiaries.ts';
import {
  findStored,
  isSameCustomer,
  type KnownBeneficiary,
  lockBeneficiary,
  numberedAlike,
  ofCustomer,
  store,
} from './read-beneficiaries.ts';

interface Named {
  merchantId: string;
  applicationId: string;
}

/** The current state of an application's beneficiary; 404 when there is none. */
export async function listOne(
  { params, services }: { params: Named; services: Services },
  one: Pick<KnownBeneficiary, 'provider' | 'customerId' | 'beneficiaryId'>,
): Promise<PayoutBeneficiary> {
  const accounts = await listPayoutAccounts(services.database, params);
  const all = await listFor(
    services,
    accounts.filter((account) => isSameCustomer(account, one)),
  );
  const found = all.find(({ beneficiaryId }) => beneficiaryId === one.beneficiaryId);
  if (!found) throw notFound('This beneficiary');
  return found;
}

/** Stops payouts to a beneficiary, always after a step-up (contract §8); 409 while it is an account's default. */
export const disableBeneficiary = handle(disableEndpoint, async (call) => {
  const { params, services } = call;
  const { merchantId, beneficiaryId } = params;
  const accounts = await listPayoutAccounts(services.database, params);
  const one = await findKnown(call, accounts);
  await services.database.transaction(async (queries) => {
    await lockBeneficiary(queries, params);
    await store(queries, merchantId, one);
    const at = services.clock.now();
    await queries.query(
      sql`UPDATE beneficiaries SET disabled_at = coalesce(disabled_at, ${at})
       WHERE ${ofCustomer({ ...one, merchantId })} AND beneficiary_id = ${beneficiaryId}`,
    );
    const defaults = await queries.query(
      sql`SELECT 1 FROM payee_details
       WHERE merchant_id = ${merchantId} AND va_default_pay_out_beneficiary_account_id = ${beneficiaryId}
         AND va_provider_type = ${one.provider} AND va_customer_id = ${one.customerId}`,
    );
    if (defaults.length > 0)
      throw new Problem(409, 'This is the default of an account. Choose another default first.', {
        code: 'BENEFICIARY_IS_DEFAULT',
      });
    await recordActivity(queries, call, {
      merchantId,
      action: 'BENEFICIARY_DISABLED',
      subject: beneficiaryId,
      detail: one.name,
    });
  });
  return listOne(call, one);
});

/**
 * Makes it the default for payouts and schedules of an account, always after a step-up (contract §8). 409 while it is
 * new, because a schedule cannot step up; 422 when it is not active or cannot receive the account's currency.
 */
export const setDefaultBeneficiary = handle(defaultEndpoint, async (call) => {
  const { params, body, services } = call;
  const account = await findPayoutAccount(services.database, { ...params, payInAccountId: body.payInAccountId });
  const one = await findKnown(call, [account]);
  if (!canPay(account, one))
    throw new Problem(422, `This beneficiary cannot take ${account.currency}.`, { code: 'OTHER_CURRENCY' });
  await services.database.transaction((queries) => writeDefault(call, queries, { account, one }));
  return listOne(call, one);
});

async function writeDefault(
  call: Call<typeof defaultEndpoint>,
  queries: Queries,
  { account, one }: { account: PayoutAccount; one: KnownBeneficiary },
): Promise<void> {
  const { params, services, caller } = call;
  const { merchantId, beneficiaryId } = params;
  if (one.status === 'Active') await store(queries, merchantId, one);
  const [stored] = await queries.query<{ isDisabled: boolean; coolingUntil: Date | null }>(
    sql`SELECT disabled_at IS NOT NULL AS "isDisabled", cooling_until AS "coolingUntil" FROM beneficiaries
     WHERE ${ofCustomer({ ...one, merchantId })} AND beneficiary_id = ${beneficiaryId} FOR UPDATE`,
  );
  if (!stored || stored.isDisabled)
    throw new Problem(422, 'This beneficiary is not active.', { code: 'BENEFICIARY_NOT_ACTIVE' });
  if (stored.coolingUntil !== null && stored.coolingUntil > services.clock.now()) {
    throw new Problem(409, 'A new beneficiary can be made the default 24 hours after it was added.', {
      code: 'BENEFICIARY_TOO_NEW',
    });
  }
  await queries.query(
    sql`UPDATE payee_details SET va_default_pay_out_beneficiary_account_id = ${beneficiaryId}, default_set_by = ${caller.email}
     WHERE merchant_id = ${merchantId} AND payee_detail_id = ${account.payInAccountId}`,
  );
  const detail = `${one.name}, for the ${account.currency} account ${account.payInAccountId}`;
  const note = { merchantId, action: 'BENEFICIARY_MADE_DEFAULT', subject: beneficiaryId, detail } as const;
  await recordActivity(queries, call, note);
  const what = `${caller.email} changed what the ${account.currency} account ${account.payInAccountId} pays out to`;
  await mailAdministrators(queries, services, { merchantId, subject: 'A default beneficiary was changed', what });
}

/**
 * The beneficiary with the id of the call, of the customers of some accounts: the stored one with this id, otherwise
 * the one that a provider lists. 404 when there is none, 409 NUMBERED_ALIKE when several providers list the id.
 */
async function findKnown(
  { params, services }: Pick<AnyCall, 'services'> & { params: { beneficiaryId: string } },
  accounts: readonly PayoutAccount[],
): Promise<KnownBeneficiary> {
  const { beneficiaryId } = params;
  for (const account of accounts) {
    const stored = await findStored(services.database, account, beneficiaryId);
    if (stored) return stored;
  }
  const known = await readAll(services, accounts);
  const [found, ...others] = known.filter((each) => each.beneficiaryId === beneficiaryId);
  if (!found) throw notFound('This beneficiary');
  if (others.length > 0) throw numberedAlike(409);
  return found;
}

import {
  listBeneficiaries as endpoint,
  listOptimusBeneficiaries as optimusEndpoint,
  type PayoutBeneficiary,
} from '@volume/contract/payouts/beneficiaries.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { merchantOf } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import { listPayoutAccounts, type PayoutAccount } from '#payouts/payout-account.ts';
import { isSameCustomer, type KnownBeneficiary, readBeneficiaries } from './read-beneficiaries.ts';

/**
 * The beneficiaries of a customer at OPTIMUS, in every status (§3 Beneficiary); 404 for another merchant's customer.
 */
export const listOptimusBeneficiaries = handle(optimusEndpoint, async ({ params, caller, services }) => {
  const { customerId } = params;
  const asked = merchantOf(caller, null);
  const [account] = await services.database.query<{ merchantId: string }>(
    sql`SELECT merchant_id AS "merchantId" FROM payee_details
     WHERE va_customer_id = ${customerId} AND va_provider_type = 'OPTIMUS'
       AND (${asked}::uuid IS NULL OR merchant_id = ${asked}::uuid) LIMIT 1`,
  );
  if (!account) throw notFound('This customer');
  const known = await readBeneficiaries(services, { ...account, provider: 'OPTIMUS', customerId });
  return known.map((each) => ({
    optimusBeneficiaryId: each.beneficiaryId,
    optimusExternalCustomerId: each.customerId,
    firstNames: each.name,
    accountType: each.accountType,
    accountNumber: each.accountNumber,
    sortCode: each.sortCode,
    iban: each.iban,
    status: each.status,
  }));
});

/** The accounts that an application can pay out to, those added here first (contract §8). */
export const listBeneficiaries = handle(endpoint, async ({ params, services }) => {
  const accounts = await listPayoutAccounts(services.database, params);
  return listFor(services, accounts);
});

/** The beneficiaries of the customers of some accounts, each customer once. */
export async function readAll(services: Services, accounts: readonly PayoutAccount[]): Promise<KnownBeneficiary[]> {
  const customers = new Map(
    accounts.flatMap(({ merchantId, provider, customerId }) =>
      customerId === null ? [] : [[`${provider} ${customerId}`, { merchantId, provider, customerId }] as const],
    ),
  );
  return (await Promise.all([...customers.values()].map((each) => readBeneficiaries(services, each)))).flat();
}

/** The usable beneficiaries of some accounts of one application, each once. */
export async function listFor(services: Services, accounts: readonly PayoutAccount[]): Promise<PayoutBeneficiary[]> {
  const known = (await readAll(services, accounts)).filter(({ isIdTaken }) => !isIdTaken);
  const bare = new Map<string, PayoutAccount[]>();
  for (const account of accounts) {
    const { provider, defaultBeneficiaryId } = account;
    if (defaultBeneficiaryId === null || known.some((one) => isDefaultOf(account, one))) continue;
    const key = `${provider} ${defaultBeneficiaryId}`;
    bare.set(key, [...(bare.get(key) ?? []), account]);
  }
  const now = services.clock.now();
  return [...[...bare.values()].map(toBareDefault), ...known.map((each) => toPayoutBeneficiary(each, accounts, now))];
}

const isDefaultOf = (account: PayoutAccount, one: KnownBeneficiary): boolean =>
  account.defaultBeneficiaryId === one.beneficiaryId && isSameCustomer(account, one);

function toPayoutBeneficiary(one: KnownBeneficiary, accounts: readonly PayoutAccount[], now: Date): PayoutBeneficiary {
  const { beneficiaryId, name, accountType, accountNumber, sortCode, iban, status, nameCheck, nameAtBank } = one;
  const reaching = accounts.filter((each) => canPay(each, one));
  const isCooling = one.coolingUntil !== null && one.coolingUntil > now;
  return {
    beneficiaryId,
    accountHolderName: name,
    accountType,
    accountNumber,
    sortCode,
    iban,
    status,
    nameCheck,
    nameAtBank,
    payInAccountIds: reaching.map(({ payInAccountId }) => payInAccountId),
    defaultForPayInAccountIds: accounts.filter((each) => isDefaultOf(each, one)).map(toId),
    addedAtUtc: one.addedAt && toWireTime(one.addedAt),
    addedBy: one.addedBy,
    coolingUntilUtc: isCooling && one.coolingUntil ? toWireTime(one.coolingUntil) : null,
  };
}

const toId = ({ payInAccountId }: PayoutAccount): number => payInAccountId;

/** Pounds can be sent to a sort code and number or to an IBAN, euros to an IBAN only. */
export const canPay = (account: PayoutAccount, one: KnownBeneficiary): boolean =>
  isSameCustomer(account, one) && (one.accountType === 'IBAN' || account.currency === 'GBP');

/** The default of some accounts at one provider of which only the id is known: only the provider has the number. */
function toBareDefault(payers: readonly PayoutAccount[]): PayoutBeneficiary {
  return {
    beneficiaryId: payers[0]?.defaultBeneficiaryId ?? '',
    accountHolderName: payers[0]?.accountHolderName ?? '',
    accountType: payers.every(({ currency }) => currency === 'GBP') ? 'SCAN' : 'IBAN',
    accountNumber: null,
    sortCode: null,
    iban: null,
    status: 'Active',
    nameCheck: 'NOT_CHECKED',
    nameAtBank: null,
    payInAccountIds: payers.map(toId),
    defaultForPayInAccountIds: payers.map(toId),
    addedAtUtc: null,
    addedBy: null,
    coolingUntilUtc: null,
  };
}

import { longestReference } from '@volume/contract/money/bank-reference.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { ProviderName } from '#providers/port.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import {
  findStored,
  type KnownBeneficiary,
  numberedAlike,
  readBeneficiaries,
} from './beneficiaries/read-beneficiaries.ts';
import type { Destination } from './payout-row.ts';

export interface PayoutAccount {
  merchantId: string;
  applicationId: string;
  payInAccountId: number;
  currency: Currency;
  provider: ProviderName;
  customerId: string | null;
  accountHolderName: string;
  defaultBeneficiaryId: string | null;
  /** Email address of the user who chose that default; null when unknown. */
  defaultSetBy: string | null;
}

type Row = Omit<PayoutAccount, 'provider'> & { provider: ProviderName | 'NONE' | null; isVirtual: boolean };
type Named = Pick<PayoutAccount, 'merchantId' | 'applicationId' | 'payInAccountId'>;

const selectAccounts = ({ merchantId, applicationId }: Omit<Named, 'payInAccountId'>) =>
  sql`SELECT merchant_id AS "merchantId", application_id AS "applicationId", payee_detail_id AS "payInAccountId",
      for_currency::text AS currency, va_provider_type AS provider, va_customer_id AS "customerId",
      account_holder_name AS "accountHolderName", va_default_pay_out_beneficiary_account_id AS "defaultBeneficiaryId",
      default_set_by AS "defaultSetBy",
      is_virtual_account AS "isVirtual"
    FROM payee_details WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`;

export async function listPayoutAccounts(
  { query }: Queries,
  owner: Omit<Named, 'payInAccountId'>,
): Promise<PayoutAccount[]> {
  const rows = await query<Row>(sql`${selectAccounts(owner)} ORDER BY payee_detail_id`);
  return rows.flatMap(({ isVirtual, provider, ...account }) =>
    isVirtual && provider !== null && provider !== 'NONE' ? [{ ...account, provider }] : [],
  );
}

/** An application's pay-in account; 404 when it does not exist there, 422 when it is not virtual. */
export async function findPayoutAccount(
  { query }: Queries,
  { merchantId, applicationId, payInAccountId }: Named,
): Promise<PayoutAccount> {
  const [row] = await query<Row>(
    sql`${selectAccounts({ merchantId, applicationId })} AND payee_detail_id = ${payInAccountId}`,
  );
  if (!row) throw notFound('This pay-in account');
  const { isVirtual, provider, ...account } = row;
  if (!isVirtual || provider === null || provider === 'NONE') {
    throw new Problem(422, 'Only a virtual account can be paid out of.', { code: 'ACCOUNT_NOT_VIRTUAL' });
  }
  return { ...account, provider };
}

/** The account's default beneficiary as a destination, with its account number if we know it; 422 when it has none. */
export async function defaultDestination(queries: Queries, account: PayoutAccount): Promise<Destination> {
  const { defaultBeneficiaryId, accountHolderName } = account;
  if (defaultBeneficiaryId === null)
    throw new Problem(422, 'This account has no default beneficiary to pay out to.', {
      code: 'NO_DEFAULT_BENEFICIARY',
    });
  const stored = await findStored(queries, account, defaultBeneficiaryId);
  if (stored) return toDestination(stored);
  const nothing = { accountNumber: null, sortCode: null, iban: null };
  return { type: 'BENEFICIARY', id: defaultBeneficiaryId, name: accountHolderName, ...nothing };
}

/**
 * The given beneficiary as a destination; 422 when it is unknown, not Active or does not accept the currency.
 * `isCooling` when it is so new that a payout to it needs a step-up (contract §8).
 */
export async function resolveDestination(
  services: Services,
  account: PayoutAccount,
  beneficiaryId: string | null,
): Promise<{ destination: Destination; isCooling: boolean }> {
  if (beneficiaryId === null || beneficiaryId === account.defaultBeneficiaryId) {
    return { destination: await defaultDestination(services.database, account), isCooling: false };
  }
  const { currency } = account;
  const stored = await findStored(services.database, account, beneficiaryId);
  const found = stored ?? (await findListed(services, account, beneficiaryId));
  if (!found)
    throw new Problem(422, 'The account provider does not know this beneficiary.', { code: 'UNKNOWN_BENEFICIARY' });
  if (found.isIdTaken) throw numberedAlike(422);
  if (found.status !== 'Active')
    throw new Problem(422, 'This beneficiary is not active.', { code: 'BENEFICIARY_NOT_ACTIVE' });
  if (found.accountType === 'SCAN' && currency !== 'GBP') {
    throw new Problem(422, `This beneficiary cannot take ${currency}.`, { code: 'OTHER_CURRENCY' });
  }
  const isCooling = found.coolingUntil !== null && found.coolingUntil > services.clock.now();
  return { destination: toDestination(found), isCooling };
}

/** A beneficiary that only its provider knows. */
async function findListed(
  services: Services,
  { merchantId, provider, customerId }: PayoutAccount,
  beneficiaryId: string,
): Promise<KnownBeneficiary | undefined> {
  const known = customerId === null ? [] : await readBeneficiaries(services, { merchantId, provider, customerId });
  return known.find((each) => each.beneficiaryId === beneficiaryId);
}

function toDestination(one: KnownBeneficiary): Destination {
  const { accountType: type, beneficiaryId: id, name, accountNumber, sortCode, iban } = one;
  return { type, id, name, accountNumber, sortCode, iban };
}

/**
 * The schema does not know the account's currency.
 * @throws Problem 400
 */
export function refuseLongReference({ currency }: PayoutAccount, reference: string | null | undefined): void {
  const most = longestReference[currency];
  if (reference && reference.length > most) throw wrongField('reference', `must have at most ${most} characters`);
}

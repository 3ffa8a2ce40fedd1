import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { PayoutAccount } from './find-payout-account.ts';
import type { Destination } from './payout-row.ts';

/** The account's default payout beneficiary as a destination; 422 when it has none. */
export function defaultDestination({ defaultBeneficiaryId, accountHolderName }: PayoutAccount): Destination {
  if (defaultBeneficiaryId === null) throw new Problem(422, 'This account has no default beneficiary to pay out to.');
  const nothing = { accountNumber: null, sortCode: null, iban: null };
  return { type: 'BENEFICIARY', id: defaultBeneficiaryId, name: accountHolderName, ...nothing };
}

/** A named beneficiary as a destination, as its provider has it; 422 when it is unknown, not Active or cannot take the currency. */
export async function resolveDestination(
  { accountProviders }: Services,
  account: PayoutAccount,
  beneficiaryId: string | null,
): Promise<Destination> {
  if (beneficiaryId === null || beneficiaryId === account.defaultBeneficiaryId) return defaultDestination(account);
  const { provider, customerId, currency } = account;
  const known = customerId === null ? [] : await accountProviders.listBeneficiaries(provider, customerId);
  const found = known.find((beneficiary) => beneficiary.beneficiaryId === beneficiaryId);
  if (!found) throw new Problem(422, 'The account provider does not know this beneficiary.');
  if (found.status !== 'Active') throw new Problem(422, 'This beneficiary is not active.');
  if (found.accountType === 'SCAN' && currency !== 'GBP') {
    throw new Problem(422, `This beneficiary cannot take ${currency}.`);
  }
  const { accountType: type, name, accountNumber, sortCode, iban } = found;
  return { type, id: beneficiaryId, name, accountNumber, sortCode, iban };
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import {
  type Beneficiary,
  listBeneficiaries,
  listOptimusBeneficiaries,
} from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { ShapeError, statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { type Destination, toDestinations, toOptimusDestinations } from './destinations.ts';

const failure = 'Failed to fetch optimus beneficiaries';

export interface KnownBeneficiaries {
  /** Only those with status Active (§5 Beneficiaries). */
  active: Beneficiary[];
  inactive: number;
}

const beneficiaryKeys = keysOf('beneficiaries');
const payoutBeneficiaryKeys = keysOf('payout-beneficiaries');

/** The beneficiaries of an application in every status, for deployments that can list them. */
export const payoutBeneficiariesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: payoutBeneficiaryKeys.of(scope),
    queryFn: ({ signal }) => call(listBeneficiaries, { params: scope, applicationId: scope.applicationId, signal }),
  });

export function beneficiariesQuery(customerId: string) {
  return queryOptions({
    queryKey: beneficiaryKeys.of(customerId),
    queryFn: ({ signal }) => fetchActive(customerId, signal),
  });
}

/** @throws Error 'Unauthorized' for 401 and 403, otherwise 'Failed to fetch optimus beneficiaries' (§8) */
async function fetchActive(customerId: string, signal: AbortSignal): Promise<KnownBeneficiaries> {
  try {
    const all = await call(listOptimusBeneficiaries, {
      params: { customerId },
      signal,
      unauthorised: 'answer',
    });
    const active = all.filter(({ status }) => status === 'Active');
    return { active, inactive: all.length - active.length };
  } catch (error) {
    if (signal.aborted || error instanceof ShapeError) throw error;
    const status = statusOf(error);
    throw new Error(status === 401 || status === 403 ? 'Unauthorized' : failure, { cause: error });
  }
}

interface Payer {
  scope: Scope;
  account: PayInAccount;
  /** The account in the application's payee details, with the provider's ids. */
  payee: PayeeDetail | undefined;
  isOpen: boolean;
}

interface FoundDestinations {
  destinations: readonly Destination[];
  isLoading: boolean;
  error: Error | null;
}

/** The application's beneficiaries, or those at OPTIMUS where the deployment lists no others. */
export function useDestinations({ scope, account, payee, isOpen }: Payer): FoundDestinations {
  const hasList = useCapability(listBeneficiaries);
  const own = useQuery({ ...payoutBeneficiariesQuery(scope), enabled: isOpen && hasList === true });
  const customerId = payee?.vaProviderType === 'OPTIMUS' ? payee.vaCustomerId : null;
  const isAsked = isOpen && hasList === false && customerId !== null;
  const atOptimus = useQuery({ ...beneficiariesQuery(customerId ?? ''), enabled: isAsked });
  if (hasList === undefined) return { destinations: [], isLoading: true, error: null };
  if (hasList) {
    const { data = [], isLoading, error } = own;
    return { destinations: toDestinations(data, account.id), isLoading, error };
  }
  const { data, isLoading, error } = atOptimus;
  return { destinations: toOptimusDestinations(payee, data?.active ?? [], account.forCurrency), isLoading, error };
}

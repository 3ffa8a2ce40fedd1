import { queryOptions } from '@tanstack/react-query';
import { type Beneficiary, listOptimusBeneficiaries } from '@volume/contract/beneficiaries.ts';
import { ShapeError, statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';

const failure = 'Failed to fetch optimus beneficiaries';

export interface KnownBeneficiaries {
  /** Only those with status Active are kept (§5 Beneficiaries). */
  active: Beneficiary[];
  /** How many others there are. */
  inactive: number;
}

/** A customer's beneficiaries at OPTIMUS. */
export function beneficiariesQuery(customerId: string) {
  return queryOptions({
    queryKey: ['beneficiaries', customerId],
    queryFn: ({ signal }) => fetchActive(customerId, signal),
  });
}

/** @throws Error 'Unauthorized' for 401 and 403, else 'Failed to fetch optimus beneficiaries' (§8) */
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

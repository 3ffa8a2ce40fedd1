import type { Exception } from '@volume/contract/exceptions/exceptions.ts';
import { Problem } from '#core/problem.ts';

type Reported = Pick<Exception, 'kind' | 'providerStatus' | 'providerAmount'>;

/** Minor units that have left the account according to the provider; 409 while it has not reported that. */
export function goneByProvider({ kind, providerStatus, providerAmount }: Reported): number {
  if (kind === 'UNKNOWN_TO_PROVIDER') return 0;
  if (providerStatus === 'IN_PROGRESS' || providerStatus === 'HELD') {
    throw new Problem(
      409,
      'The order is still in progress with the provider. This can be accepted once it has ended there.',
      { code: 'NOT_BOOKABLE' },
    );
  }
  if (providerStatus !== 'PROCESSED') return 0;
  if (providerAmount === null) {
    throw new Problem(409, 'The provider did not say how much in our currency. Mark it as disputed until it does.', {
      code: 'NOT_BOOKABLE',
    });
  }
  return providerAmount;
}

/** Whether an order's money is that of the exception's account. A provider can have taken an order from another account of the merchant. */
export const isAtAccount = (
  { payInAccountId }: Pick<Exception, 'payInAccountId'>,
  held: { payInAccountId: number | null },
): boolean => payInAccountId === null || held.payInAccountId === payInAccountId;

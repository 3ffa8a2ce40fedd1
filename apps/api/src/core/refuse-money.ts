import { Problem } from './problem.ts';
import type { Services } from './services.ts';
import { sayMajor } from '@volume/contract/money.ts';

/** Refuses with 422 NO_ACCOUNT_PROVIDER where no account provider is connected: nothing could move the money. */
export function requireProvider({ settings }: Pick<Services, 'settings'>): void {
  if (settings.provider === 'SIMULATED') return;
  throw new Problem(
    422,
    'This environment has no account provider connected yet, so no payment link can be created and no money moved. Nothing was changed.',
    { statusName: 'NO_ACCOUNT_PROVIDER' },
  );
}

/** Refuses an amount (minor units) above this deployment's largest with 400, naming the body's field it was given in (contract §11). */
export function refuseTooLarge({ settings }: Pick<Services, 'settings'>, field: string, amount: number): void {
  const { largestAmount } = settings;
  if (amount > largestAmount) throw new Problem(400, `${field} must be at most ${sayMajor(largestAmount)}`);
}

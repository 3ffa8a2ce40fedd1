import { sayMajor } from '@volume/contract/money.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';

/** Refuses an amount (minor units) above this deployment's largest with 400, naming the body's field it was given in (contract §11). */
export function refuseTooLarge({ settings }: Pick<Services, 'settings'>, field: string, amount: number): void {
  const { largestAmount } = settings;
  if (amount > largestAmount) throw new Problem(400, `${field} must be at most ${sayMajor(largestAmount)}`);
}

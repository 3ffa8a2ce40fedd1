import { Problem } from './problem.ts';
import type { Services } from './services.ts';

/** Refuses with 422 NO_ACCOUNT_PROVIDER where no account provider is connected: nothing could move the money. */
export function requireProvider({ settings }: Pick<Services, 'settings'>): void {
  if (settings.provider === 'SIMULATED') return;
  throw new Problem(
    422,
    'This environment has no account provider connected yet, so no payment link can be created and no money moved. Nothing was changed.',
    { statusName: 'NO_ACCOUNT_PROVIDER' },
  );
}

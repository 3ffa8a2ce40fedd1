import type { Services } from '#core/services.ts';
import type { Filed } from '#ledger/file-exception.ts';

/** Raises the alarm about what was filed, once it is committed; what a person has resolved is no alarm. */
export function warnOfException({ log }: Pick<Services, 'log'>, filed: Filed | null): void {
  if (!filed || filed.state === 'ACCEPTED' || filed.state === 'CLOSED') return;
  const { providerWords: _, ...facts } = filed;
  log.error('provider contradicts our books', facts);
}

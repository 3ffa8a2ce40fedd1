import type { AppSettings, Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { noProviders } from '#providers/none.ts';
import type { Providers } from '#providers/port.ts';
import { writeSimulatedBanks } from '#providers/simulated/banks.ts';
import { createSimulatedProviders } from '#providers/simulated/create-simulated-providers.ts';

/** The providers that a deployment's settings choose. */
export function openProviders(
  { provider }: Pick<AppSettings, 'provider'>,
  surroundings: Pick<Services, 'database' | 'clock' | 'random'>,
): Providers {
  return provider === 'NONE' ? noProviders : createSimulatedProviders(surroundings);
}

/** Adds the banks that come with the chosen providers, where they are missing. */
export async function writeProviderBanks(queries: Queries, { provider }: Pick<AppSettings, 'provider'>): Promise<void> {
  if (provider === 'SIMULATED') await writeSimulatedBanks(queries);
}

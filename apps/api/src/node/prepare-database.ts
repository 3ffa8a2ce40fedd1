import type { AppSettings } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { writeSimulatedBanks } from '#sample-data/catalogue/simulated-banks.ts';

/**
 * Brings the schema up to date and makes the simulated banks where account providers are simulated, as every start and every
 * command that writes needs them. Returns the names of the migrations that ran.
 */
export async function prepareDatabase(
  database: Database,
  { provider }: Pick<AppSettings, 'provider'>,
): Promise<string[]> {
  const ran = await migrate(database);
  if (provider === 'SIMULATED') await writeSimulatedBanks(database);
  return ran;
}

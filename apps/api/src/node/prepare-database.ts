import type { AppSettings } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { writeSimulatedBanks } from '#sample-data/catalogue/simulated-banks.ts';

/**
 * Migrates the schema and adds the simulated banks when account providers are simulated, for every start and every
 * command that writes. Returns the names of the migrations that ran.
 */
export async function prepareDatabase(
  database: Database,
  { provider }: Pick<AppSettings, 'provider'>,
): Promise<string[]> {
  const ran = await migrate(database);
  if (provider === 'SIMULATED') await writeSimulatedBanks(database);
  return ran;
}

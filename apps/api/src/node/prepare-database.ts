import type { AppSettings } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { migrate, requireMigrated } from '#database/migrate.ts';
import type { ServerSettings } from '#settings.ts';
import { writeProviderBanks } from './open-providers.ts';

type Given = Pick<ServerSettings, 'isMigrating'> & { app: Pick<AppSettings, 'provider'> };

/**
 * Migrates the schema, unless MIGRATE=false, and adds the simulated banks when account providers are simulated, for every
 * start and every command that writes. Returns the names of the migrations that ran.
 */
export async function prepareDatabase(database: Database, { isMigrating, app }: Given): Promise<string[]> {
  const ran = isMigrating ? await migrate(database) : [];
  if (!isMigrating) await requireMigrated(database);
  await writeProviderBanks(database, app);
  return ran;
}

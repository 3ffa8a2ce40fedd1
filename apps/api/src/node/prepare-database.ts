import type { AppSettings } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { migrate, requireMigrated } from '#database/migrate.ts';
import { reasonOf } from '#database/reason-of.ts';
import type { ServerSettings } from '#settings.ts';
import { writeProviderBanks } from './open-providers.ts';

type Given = Pick<ServerSettings, 'isMigrating'> & { app: Pick<AppSettings, 'provider'> };

/**
 * Migrates the schema, unless MIGRATE=false, and adds the simulated banks when account providers are simulated, for every
 * start and every command that writes. Returns the names of the migrations that ran.
 */
export async function prepareDatabase(database: Database, { isMigrating, app }: Given): Promise<string[]> {
  try {
    const ran = isMigrating ? await migrate(database) : [];
    if (!isMigrating) await requireMigrated(database);
    await writeProviderBanks(database, app);
    return ran;
  } catch (error) {
    throw hasTooFewRights(error) ? tooFewRights(error) : error;
  }
}

const hasTooFewRights = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';

const tooFewRights = (cause: unknown) =>
  new Error(
    `The role in DATABASE_URL has too few rights: ${reasonOf(cause)}. It owns the database, or \`npm run migrate -- --grant-to\` ` +
      'with the owner’s address gives it what it needs (docs/operations.md, Migrations with a separate database role).',
    { cause },
  );

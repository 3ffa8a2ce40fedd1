import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from './connect-lock.ts';
import { connectPostgres } from './connect-postgres.ts';
import type { Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';

export interface Connection {
  /** `postgres://…`; wins over dataDir. */
  databaseUrl?: string | undefined;
  /** Folder of the embedded database; made when missing, locked while open. `memory://` keeps nothing. */
  dataDir?: string | undefined;
  /** Connections to PostgreSQL at most. */
  poolSize?: number;
}

/** Opens PostgreSQL, or the embedded database in a folder. Runs no migration. Throws DataFolderInUse. */
export async function connect({ databaseUrl, dataDir = 'memory://', poolSize = 10 }: Connection): Promise<Database> {
  if (databaseUrl !== undefined) return connectPostgres(databaseUrl, poolSize);
  if (dataDir === 'memory://') return (await openEmbeddedDatabase({ dataDir })).database;
  const unlock = lockDataFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    mkdirSync(folder, { recursive: true });
    const { database } = await openEmbeddedDatabase({ dataDir: folder });
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

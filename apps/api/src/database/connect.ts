import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEmptyDatabase } from './connect-empty.ts';
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
  /** Milliseconds after which PostgreSQL's answer to one statement is no longer waited for; left out, for ever. */
  longestStatement?: number;
}

/** Opens PostgreSQL, or the embedded database in a folder. Runs no migration. Throws DataFolderInUse. */
export async function connect({ databaseUrl, dataDir = 'memory://', ...limits }: Connection): Promise<Database> {
  if (databaseUrl !== undefined) return connectPostgres(databaseUrl, limits);
  if (dataDir === 'memory://') return (await openEmbeddedDatabase({ dataDir })).database;
  const unlock = lockDataFolder(dataDir);
  try {
    const database = await openFolder(dataDir);
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openFolder(dataDir: string): Promise<Database> {
  const folder = join(dataDir, 'database');
  const unpacking = join(dataDir, 'unpacking');
  // Cut off before it was whole: nothing had been written into it yet.
  if (existsSync(unpacking)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, 'PG_VERSION'))) return (await openEmbeddedDatabase({ dataDir: folder })).database;
  const snapshot = await readEmptyDatabase();
  writeFileSync(unpacking, '');
  const { database } = await openEmbeddedDatabase({ dataDir: folder, snapshot });
  rmSync(unpacking);
  return database;
}

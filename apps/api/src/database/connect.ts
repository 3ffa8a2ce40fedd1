import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectPostgres } from './connect-postgres.ts';
import type { Database } from './database.ts';
import { dropTemplates, openEmbeddedDatabase } from './embedded-database.ts';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate } from './migrate.ts';
import { migrations } from '#database/migrations/migrations.ts';

export interface Connection {
  /** `postgres://…`; takes precedence over dataDir. */
  databaseUrl?: string | undefined;
  /** Folder of the embedded database; created when missing, locked while open. `memory://` stores nothing. */
  dataDir?: string | undefined;
  poolSize?: number;
  /** Timeout of a statement in milliseconds; none by default. */
  longestStatement?: number;
  isPooled?: boolean;
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
  // Unpacking was interrupted, so the folder contains no data yet.
  if (existsSync(unpacking)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, 'PG_VERSION'))) return (await openEmbeddedDatabase({ dataDir: folder })).database;
  const snapshot = await readEmptyDatabase();
  writeFileSync(unpacking, '');
  const { database } = await openEmbeddedDatabase({ dataDir: folder, snapshot });
  rmSync(unpacking);
  return database;
}

type Bytes = Uint8Array<ArrayBuffer>;

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/volume/', import.meta.url));
const pglitePackage = fileURLToPath(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')));

/** A snapshot of a migrated, empty database, built once per schema and version of PGlite. */
export function readEmptyDatabase(): Promise<Blob> {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).update(readFileSync(pglitePackage));
  return readSnapshot(`empty-${hash.digest('hex').slice(0, 16)}`, migrate);
}

/**
 * A snapshot of the data folder after `fill`, cached on disk: loading it takes a fraction of the time of building it.
 * `name` must identify the content.
 */
export async function readSnapshot(name: string, fill: (database: Database) => Promise<unknown>): Promise<Blob> {
  return new Blob([await readOrMake(join(cache, `${name}.tar.gz`), () => makeSnapshot(fill))]);
}

async function makeSnapshot(fill: (database: Database) => Promise<unknown>): Promise<Bytes> {
  // The embedded database works only in memory; without a timer Node would exit before it finishes.
  const waiting = setInterval(() => undefined, 1000);
  const { database, client } = await openEmbeddedDatabase({ dataDir: 'memory://' });
  await fill(database);
  await dropTemplates(client);
  const folder = await client.dumpDataDir('none');
  await database.close();
  clearInterval(waiting);
  return new Uint8Array(await folder.arrayBuffer());
}

/** Reads the compressed file at `path`, or makes and stores it; makes it each time when that is not possible. */
export async function readOrMake(path: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const stored = readWhole(path);
  if (stored) return stored;
  const made = await make();
  store(path, made);
  return made;
}

/** Null when the file is missing or truncated, for example by a power failure. */
function readWhole(path: string): Bytes | null {
  try {
    return gunzipSync(readFileSync(path));
  } catch {
    return null;
  }
}

/** Two processes can build the same snapshot: each writes a temporary file and renames it. */
function store(path: string, bytes: Bytes): void {
  const draft = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, gzipSync(bytes, { level: 1 }));
    renameSync(draft, path);
  } catch {
    // A read-only installation has no cache.
  }
}

interface Holder {
  pid: number;
  /** Start of the process in ticks since boot, to detect a reused process id. */
  startedAt: string | null;
}

/** Thrown when another live process uses the data folder; the message is shown to the operator. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

/**
 * Locks the data folder for this process: PGlite has no lock, and a second process would silently lose rows. Takes over
 * the lock of a dead process. Returns a function that releases it. Throws DataFolderInUse.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'lock.json');
  const own: Holder = { pid: process.pid, startedAt: readStart(process.pid) };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(path, JSON.stringify(own), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder)) throw new DataFolderInUse(describe(dataDir, holder.pid));
    setAside(path);
  }
  throw new DataFolderInUse(`The data folder ${dataDir} is being opened by another process. Try again in a moment.`);
}

function describe(dataDir: string, pid: number): string {
  return (
    `The data folder ${dataDir} is in use by process ${pid}. ` +
    'The embedded database serves one process only: stop that one first, or give this one another folder or DATABASE_URL.'
  );
}

function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process is alive and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt === null || startedAt === readStart(pid);
}

/** Field 22 of /proc/<pid>/stat, after the command's name, which can contain spaces; null without /proc. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Renaming is atomic: of two processes that find the same stale lock only one moves it. */
function setAside(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database } from './database.ts';
import { dropTemplates, openEmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/volume/', import.meta.url));
const pglitePackage = fileURLToPath(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')));

/** A migrated database without rows to begin from, made once per schema and version of PGlite. */
export function readEmptyDatabase(): Promise<Blob> {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).update(readFileSync(pglitePackage));
  return readSnapshot(`empty-${hash.digest('hex').slice(0, 16)}`, migrate);
}

/**
 * The data folder that `fill` leaves, as PGlite loads it: unpacked in a fraction of the time it takes to make. `name` says what is in it: what is
 * made of something else has another.
 */
export async function readSnapshot(name: string, fill: (database: Database) => Promise<unknown>): Promise<Blob> {
  return new Blob([await readOrMake(join(cache, `${name}.tar.gz`), () => makeSnapshot(fill))]);
}

async function makeSnapshot(fill: (database: Database) => Promise<unknown>): Promise<Bytes> {
  // It does its work in memory alone: with nothing else to wait for Node would end before it.
  const waiting = setInterval(() => undefined, 1000);
  const { database, client } = await openEmbeddedDatabase({ dataDir: 'memory://' });
  await fill(database);
  await dropTemplates(client);
  const folder = await client.dumpDataDir('none');
  await database.close();
  clearInterval(waiting);
  return new Uint8Array(await folder.arrayBuffer());
}

/** What is stored at `path`, compressed, or else what `make` makes, stored for the next time. Where nothing may be written it is made each time. */
export async function readOrMake(path: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const stored = readWhole(path);
  if (stored) return stored;
  const made = await make();
  store(path, made);
  return made;
}

/** Null where there is none, or one that was cut off while the machine went down. */
function readWhole(path: string): Bytes | null {
  try {
    return gunzipSync(readFileSync(path));
  } catch {
    return null;
  }
}

/** Two processes may make the same: each puts its own in place whole. */
function store(path: string, bytes: Bytes): void {
  const draft = `${path}.${process.pid}-${crypto.randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, gzipSync(bytes, { level: 1 }));
    renameSync(draft, path);
  } catch {
    // An installation that is read only has no cache.
  }
}

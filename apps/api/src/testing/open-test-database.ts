import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEmptyDatabase, readSnapshot } from '#database/connect.ts';
import { connectPostgres } from '#database/connect-postgres.ts';
import type { Database } from '#database/database.ts';
import { openEmbeddedDatabase } from '#database/embedded-database.ts';
import { migrate } from '#database/migrate.ts';
import { createVault } from '#core/secrets/vault.ts';
import { writeSampleWorld } from '#sample-data/write-sample-world.ts';
import { testSecretsKey } from './secrets-key.ts';

/** `empty` is migrated and holds nothing; `sample` holds the sample world's small cut. */
export type TestContent = 'empty' | 'sample';

/** The sample world of tests: its size and the time it is relative to, which is also when the test app's clock begins. */
export const testWorld = { seed: 'volume', now: new Date(Date.UTC(2026, 10, 21, 9, 5)), payments: 2_000 } as const;

/**
 * A fresh database for one test file, copied from one made once per version of the schema and the writer: on the PostgreSQL of
 * TEST_DATABASE_URL where it is set, else PGlite in memory. Passwords are hashed as the test app does. close() removes it.
 */
export async function openTestDatabase(content: TestContent = 'empty'): Promise<Database> {
  // oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here
  const url = process.env['TEST_DATABASE_URL'];
  return url === undefined || url === '' ? openEmbedded(content) : openOnPostgres(url, content);
}

const { seal } = createVault(testSecretsKey);

async function fill(database: Database, content: TestContent): Promise<void> {
  await migrate(database);
  if (content === 'sample') {
    await writeSampleWorld(database, { ...testWorld, hashPassword: async (password) => `plain:${password}`, seal });
  }
}

async function openEmbedded(content: TestContent): Promise<Database> {
  const snapshot = await (content === 'empty'
    ? readEmptyDatabase()
    : readSnapshot(`${content}-${sourceHash()}`, (database) => fill(database, content)));
  return (await openEmbeddedDatabase({ dataDir: 'memory://', snapshot })).database;
}

/** Any number; whoever holds it makes the template. */
const TEMPLATE_LOCK = 7_305_013;

async function openOnPostgres(url: string, content: TestContent): Promise<Database> {
  const template = `volume_${content}_${sourceHash()}`;
  const name = `volume_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const server = connectPostgres(url, { poolSize: 1 });
  await server.query(`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`);
  if ((await server.query('SELECT FROM pg_database WHERE datname = $1', [template])).length === 0) {
    await makeTemplate(url, server, template, content);
  }
  await server.run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await server.close();
  const database = connectPostgres(toDatabase(url, name), {});
  return {
    ...database,
    close: async () => {
      await database.close();
      const last = connectPostgres(url, { poolSize: 1 });
      await last.run(`DROP DATABASE ${name} WITH (FORCE)`);
      await last.close();
    },
  };
}

async function makeTemplate(url: string, server: Database, template: string, content: TestContent): Promise<void> {
  const draft = `${template}_draft`;
  await server.run(`DROP DATABASE IF EXISTS ${draft}`);
  await server.run(`CREATE DATABASE ${draft}`);
  const database = connectPostgres(toDatabase(url, draft), { poolSize: 2 });
  await fill(database, content);
  await database.close();
  await server.run(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

function toDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

/** Of everything a snapshot is made from. */
function sourceHash(): string {
  const hash = createHash('sha256').update(JSON.stringify(testWorld));
  const source = fileURLToPath(new URL(import.meta.resolve('#database/database.ts')));
  for (const room of ['database', 'sample-data', 'ledger']) {
    const folder = join(dirname(source), '..', room);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /(?<!\.test)\.(ts|sql)$/.test(entry.name),
    );
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

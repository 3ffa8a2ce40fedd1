import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#api/database/connect.ts';
import { audit } from '#api/ledger/audit.ts';
import { createClient } from '#proofs/client.ts';
import { fingerprint, namesThatDiffer } from '#proofs/fingerprint.ts';
import { runCommand } from '#scripts/run-command.mjs';
import { startApp } from '#scripts/start-app.ts';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * `npm run prove -- restore`: backs up and restores a filled database, with pg_dump and pg_restore on PostgreSQL, and
 * by copying the folder of a stopped server for the embedded database. Every table of the copy has the same rows, the
 * auditor finds nothing, and a server on the copy signs in and moves money.
 */
type Place = { databaseUrl: string } | { dataDir: string };

const place = mkdtempSync(join(tmpdir(), 'volume-restore-'));
const world = { SAMPLE_PAYMENTS: '5000', LOG_LEVEL: 'error' };
const environment = (at: Place) => ('dataDir' in at ? { DATA_DIR: at.dataDir } : { DATABASE_URL: at.databaseUrl });

/** Starts a server that creates sample data, writes to it, and stops it. */
async function fill(at: Place): Promise<void> {
  const app = await startApp({ ...world, ...environment(at) }, 600_000);
  await work(app.address, 'dataDir' in at ? at.dataDir : app.dataDir);
  await app.stop();
}

/** Signs in and makes some payouts and links. */
async function work(address: string, folder: string): Promise<void> {
  const people = JSON.parse(readFileSync(join(folder, 'sign-ins.json'), 'utf8')) as Record<
    'role' | 'email' | 'password',
    string
  >[];
  const person = people.find(({ role }) => role === 'MERCHANT_EDITOR');
  if (!person) throw new Error('The sample world has no MERCHANT_EDITOR.');
  const client = await createClient(address, person);
  for (let n = 0; n < 10; n += 1) await client.send(client.plan(n));
}

/** Compares a copy with its original table by table, audits it, and starts a server on it. */
async function examine(name: string, original: Place, copy: Place): Promise<boolean> {
  const [before, after] = [await connect(original), await connect(copy)];
  const prints = [await fingerprint(before), await fingerprint(after)] as const;
  const findings = await audit(after);
  await Promise.all([before.close(), after.close()]);
  const differing = namesThatDiffer(...prints);
  const rows = [...prints[0].values()].reduce((sum, { count }) => sum + count, 0);
  console.log(
    `${name}: ${rows} rows in ${prints[0].size} tables, ${differing.length} tables differ, ${findings.length} findings`,
  );
  for (const wrong of [...differing, ...findings.map((finding) => JSON.stringify(finding))]) console.log(`  ${wrong}`);
  const app = await startApp({ ...world, ...environment(copy) }, 600_000);
  await work(app.address, 'dataDir' in copy ? copy.dataDir : app.dataDir);
  await app.stop();
  return differing.length === 0 && findings.length === 0;
}

async function proveOnPostgres(): Promise<boolean> {
  const server = await startThrowawayPostgres();
  try {
    const admin = await connect({ databaseUrl: server.url });
    for (const name of ['original', 'copy']) await admin.run(`CREATE DATABASE ${name}`);
    await admin.close();
    const named = (name: string) => ({ databaseUrl: server.url.replace(/\/postgres$/, `/${name}`) });
    const [original, copy] = [named('original'), named('copy')];
    await fill(original);
    const file = join(place, 'volume.dump');
    await run('pg_dump', ['--format=custom', `--file=${file}`, original.databaseUrl]);
    await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${copy.databaseUrl}`, file]);
    return await examine('PostgreSQL', original, copy);
  } finally {
    await server.stop();
  }
}

async function run(tool: string, parameters: string[]): Promise<void> {
  const { code, output } = await runCommand(join(findPostgres() ?? '', tool), parameters, { isQuiet: true });
  if (code !== 0) throw new Error(`${tool} ended with ${code}:\n${output}`);
}

async function proveEmbedded(): Promise<boolean> {
  const [original, copy] = [join(place, 'original'), join(place, 'copy')];
  await fill({ dataDir: original });
  cpSync(original, copy, { recursive: true });
  return examine('Embedded', { dataDir: original }, { dataDir: copy });
}

try {
  const proved = [await proveEmbedded(), await proveOnPostgres()];
  console.log(proved.every(Boolean) ? 'Proved.' : 'Not proved.');
  process.exitCode = proved.every(Boolean) ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

import type { Database } from '#database/database.ts';
import { type SampleWorld, writeSampleWorld } from '#sample-data/write-sample-world.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An arbitrary number, the same in all instances: the holder of this lock writes the data, the others wait. */
const fillLock = 7_305_012;

type Filling = SampleWorld & {
  payments: number;
  /** Called once, before the first line of progress. */
  onBegin: () => void;
};

/** Writes sample data into a database without merchants; on PostgreSQL one instance writes while the others wait. */
export async function fillSampleWorld(database: Database, filling: Filling): Promise<void> {
  if (filling.payments === 0 || (await hasMerchants(database))) return;
  if (database.kind === 'pglite') return write(database, filling);
  await database.transaction(async (queries) => {
    await queries.query(`SELECT pg_advisory_xact_lock(${fillLock})`);
    if (!(await hasMerchants(database))) await write(database, filling);
  });
}

export async function hasSampleWorld(database: Database): Promise<boolean> {
  return (await database.query('SELECT 1 FROM sample_worlds LIMIT 1')).length > 0;
}

/** Throws a message when the database contains sample data: its users have public passwords. */
export async function refuseSampleWorld(database: Database): Promise<void> {
  if (!(await hasSampleWorld(database))) return;
  throw new Error(
    'The database holds the sample world, whose passwords are public: with LOCAL=false name another in DATABASE_URL.',
  );
}

async function hasMerchants(database: Database): Promise<boolean> {
  return (await database.query('SELECT 1 FROM merchants LIMIT 1')).length > 0;
}

async function write(database: Database, { onBegin, ...world }: Filling): Promise<void> {
  onBegin();
  await writeSampleWorld(database, world);
}

interface SignIn {
  role: string;
  email: string;
  password: string;
  totpSecret?: string;
  situation: string;
}

/** Writes the sample sign-ins into the data folder, readable only by this user, and returns the file's path. */
export function writeSignIns(dataDir: string, signIns: readonly SignIn[]): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sign-ins.json');
  writeFileSync(path, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 });
  return path;
}

export function signInTable(signIns: readonly SignIn[]): string {
  const head = ['Role', 'Email', 'Password', 'Situation'];
  const rows = signIns.map(({ role, email, password, situation, totpSecret }) => [
    role,
    email,
    password,
    totpSecret ? `${situation} (secret ${totpSecret})` : situation,
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  return [head, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n');
}

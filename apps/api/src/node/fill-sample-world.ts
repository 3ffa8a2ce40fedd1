import type { Database } from '#database/database.ts';
import { writeSampleWorld } from '#sample-data/write-sample-world.ts';

/** Any number, the same in every instance: whoever holds it fills, the others wait. */
const fillLock = 7_305_012;

export type Filling = {
  seed: string;
  payments: number;
  now: Date;
  hashPassword: (password: string) => Promise<string>;
  seal: (plain: string, purpose: string) => Promise<string>;
  /** Told once, before the first line of progress. */
  onBegin: () => void;
  onProgress: (line: string) => void;
};

/** Makes the sample world when the database holds none; on PostgreSQL one instance does while the others wait. */
export async function fillSampleWorld(database: Database, filling: Filling): Promise<void> {
  if (filling.payments === 0 || (await hasWorld(database))) return;
  if (database.kind === 'pglite') return write(database, filling);
  await database.transaction(async (queries) => {
    await queries.query(`select pg_advisory_xact_lock(${fillLock})`);
    if (!(await hasWorld(database))) await write(database, filling);
  });
}

/** Whether a sample world stands in the database. */
export async function hasWorld(database: Database): Promise<boolean> {
  return (await database.query('select 1 from sample_worlds limit 1')).length > 0;
}

async function write(database: Database, { onBegin, ...world }: Filling): Promise<void> {
  onBegin();
  await writeSampleWorld(database, world);
}

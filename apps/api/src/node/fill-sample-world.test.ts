import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { simulatedBanks } from '#providers/simulated/banks.ts';
import { openPeople } from '#testing/open-people.ts';
import { fillSampleWorld, hasSampleWorld, refuseSampleWorld } from './fill-sample-world.ts';

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

async function fill(): Promise<number> {
  const said: string[] = [];
  await fillSampleWorld(database, {
    seed: 'volume',
    payments: 200,
    banks: simulatedBanks,
    now: new Date(Date.UTC(2026, 10, 21)),
    hashPassword: async (password) => `plain:${password}`,
    seal: async (plain) => plain,
    onBegin: () => said.push('begins'),
    onProgress: () => undefined,
  });
  return said.length;
}
const merchants = async () => (await database.query('SELECT merchant_id FROM merchants')).length;

test('never writes sample data into a database that has a merchant', async () => {
  const before = await merchants();
  expect([await fill(), await merchants(), await hasSampleWorld(database)]).toEqual([0, before, false]);
});

test('a deployment rejects a database with sample data and accepts one without', async () => {
  await expect(refuseSampleWorld(database)).resolves.toBeUndefined();
  await database.query(`INSERT INTO sample_worlds VALUES ('volume', 200, 30, now())`);
  expect([await fill(), await hasSampleWorld(database)]).toEqual([0, true]);
  await expect(refuseSampleWorld(database)).rejects.toThrow(/sample world, whose passwords are public/);
});

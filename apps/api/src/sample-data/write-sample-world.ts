import type { Database, Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { loadInBulk } from '#database/load-in-bulk.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { countDeposits, stageDeposits, writeLedgerAccounts } from '#sample-data/money/stage-deposits.ts';
import { createMovementStage, stageFees } from '#sample-data/money/stage-movements.ts';
import { stagePayouts, writeDueWork } from '#sample-data/money/stage-payouts.ts';
import { createStage, type Hour, planHours, stagePayments } from '#sample-data/payments/stage-payments.ts';
import { stageCatalogue } from '#sample-data/payments/stage-catalogue.ts';
import { createRefundStage, writePayers, writeStaged } from '#sample-data/payments/write-staged.ts';
import { sumUpAfter } from '#sample-data/payments/sum-up.ts';
import { writeDeliveries } from '#sample-data/payments/write-deliveries.ts';
import { createWorld, type World } from './world.ts';
import { writeActivity } from './write-activity.ts';
import { writeMerchants, writePeople } from './write-merchants.ts';
import { writePaymentIntents } from './write-payment-intents.ts';

export interface SampleWorld {
  /** Same seed, now and size: the same world, to the last id. */
  seed: string;
  now: Date;
  payments?: number;
  days?: number;
  /** Hashes the one password all sample people share. */
  hashPassword: (password: string) => Promise<string>;
  /** Seals a secret for a purpose, as the server that opens it does. */
  seal: (plain: string, purpose: string) => Promise<string>;
  onProgress?: (line: string) => void;
}

const bulkTables = [
  'payments',
  'payment_search',
  'payer_search',
  'payment_events',
  'refunds',
  'object_directory',
  'ledger_transfers',
  'ledger_legs',
  'payments_daily',
  'payments_monthly',
  'balance_daily',
  'outbound_payments',
  'outgoing_events',
  'webhook_deliveries',
  'webhook_attempts',
];
const CHUNK = 250_000;

/**
 * Fills a migrated, empty database with the sample world (contract §10): merchants, people, `payments` pay-ins over `days` up to now, and everything
 * that follows from them. One transaction: a world is there whole or not at all.
 */
export async function writeSampleWorld(database: Database, given: SampleWorld): Promise<void> {
  const { seed, payments = 100_000, days = 400, seal, onProgress = () => undefined } = given;
  const passwordHash = await given.hashPassword(samplePassword);
  const world = createWorld({ seed, now: given.now, payments, days, passwordHash, seal });
  await database.transaction(async (queries) => {
    // What is staged is read many times over: it stays in memory.
    await queries.run(
      `SET LOCAL work_mem = '64MB'; SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL temp_buffers = '128MB'`,
    );
    onProgress('40 merchants and their people');
    await writeMerchants(queries, world);
    await writePeople(queries, world);
    await writeLedgerAccounts(queries, world);
    await loadInBulk(queries, bulkTables, () => writePayments(queries, world, onProgress));
    await writePaymentIntents(queries, world);
    await writeActivity(queries, world);
    await queries.query(
      `SELECT setval(pg_get_serial_sequence('payee_details', 'payee_detail_id'), max(payee_detail_id)) FROM payee_details`,
    );
    await queries.query(
      sql`INSERT INTO sample_worlds (seed, payments, days, relative_to) VALUES (${seed}, ${payments}, ${days}, ${given.now})`,
    );
  });
  onProgress('statistics');
  await makeKnown(database);
}

/**
 * Index-only pages and counts need the visibility map, plans need statistics. A small sample is enough for both databases to plan right and takes
 * a fifth of the time.
 */
async function makeKnown(database: Database): Promise<void> {
  for (const table of [
    'payments',
    'payment_search',
    'payer_search',
    'payments_daily',
    'payments_monthly',
    'ledger_legs',
  ])
    await database.run(`VACUUM ${table}`);
  await database.transaction(async (queries) => {
    await queries.run('SET LOCAL default_statistics_target = 10');
    await queries.run('ANALYZE');
  });
}

async function writePayments(queries: Queries, world: World, onProgress: (line: string) => void): Promise<void> {
  await queries.run(`${createStage}; ${createRefundStage}; ${createMovementStage}`);
  const payers = await stageCatalogue(queries, world);
  const planned = world.payments - (await countDeposits(queries));
  if (planned < 1)
    throw new Error(
      `A sample world needs more than ${world.payments - planned} payments: each virtual account begins with one.`,
    );
  let written = 0;
  await sumUpAfter(queries, async () => {
    for (const hours of inChunks(planHours(world, planned))) {
      await stagePayments(queries, world, hours, payers);
      await writeStaged(queries, world);
      written += hours.reduce((sum, { count }) => sum + count, 0);
      onProgress(`${written.toLocaleString('en-GB')} of ${world.payments.toLocaleString('en-GB')} payments`);
    }
    await stagePayouts(queries, world);
    await stageFees(queries, world);
    await stageDeposits(queries, world);
    await writeStaged(queries, world);
  });
  await writePayers(queries);
  await writeDeliveries(queries, world);
  await writeDueWork(queries, world);
  onProgress('indexes');
}

/** Hours in groups of a chunk's payments, so that a long load stays in memory and tells how far it is. */
function inChunks(hours: readonly Hour[]): Hour[][] {
  const chunks: Hour[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const hour of hours) {
    if (held >= CHUNK) {
      chunks.push([]);
      held = 0;
    }
    chunks.at(-1)?.push(hour);
    held += hour.count;
  }
  return chunks;
}

import type { Database, Queries } from '#database/database.ts';
import { raw, sql, type Sql } from '#database/sql.ts';
import { loadInBulk } from '#database/load-in-bulk.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import { countDeposits, stageDeposits, writeLedgerAccounts } from '#sample-data/money/stage-deposits.ts';
import { createMovementStage, stageFees } from '#sample-data/money/stage-movements.ts';
import { stagePayouts, writeDueWork } from '#sample-data/money/stage-payouts.ts';
import { createStage, type Hour, planHours, stagePayments } from '#sample-data/payments/stage-payments.ts';
import { stageCatalogue } from '#sample-data/payments/stage-catalogue.ts';
import { createRefundStage, writePayers, writeStaged } from '#sample-data/payments/write-staged.ts';
import { sumUpAfter } from '#sample-data/payments/sum-up.ts';
import { writeDeliveries, writeFeed } from '#sample-data/payments/write-deliveries.ts';
import { createWorld, type SampleBank, type World } from './world.ts';
import { writeActivity } from './write-activity.ts';
import { writeMerchants, writePeople } from './write-merchants.ts';
import { createDraws } from '#sample-data/payments/draws.ts';

export interface SampleWorld {
  /** The same seed, now and size give the same data, including all ids. */
  seed: string;
  now: Date;
  payments?: number;
  days?: number;
  /** Banks of the sample payers, which the database already has. */
  banks: readonly SampleBank[];
  /** Hashes the password that all sample users share. */
  hashPassword: (password: string) => Promise<string>;
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
  'event_feed',
];
const CHUNK = 250_000;

/**
 * Fills a migrated, empty database with sample data (contract §10): merchants, users, `payments` pay-ins over `days` up
 * to now, and everything that follows from them. All in one transaction.
 */
export async function writeSampleWorld(database: Database, given: SampleWorld): Promise<void> {
  const { seed, payments = 100_000, days = 400, banks, seal, onProgress = () => undefined } = given;
  const passwordHash = await given.hashPassword(samplePassword);
  const world = createWorld({ seed, now: given.now, payments, days, banks, passwordHash, seal });
  await database.transaction(async (queries) => {
    // Staged rows are read many times, so keep them in memory.
    await queries.run(
      `SET LOCAL work_mem = '64MB'; SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL temp_buffers = '128MB'`,
    );
    onProgress('40 merchants and their people');
    await writeMerchants(queries, world);
    await writePeople(queries, world);
    await writeLedgerAccounts(queries, world);
    await loadInBulk(queries, bulkTables, () => writePayments(queries, world, onProgress));
    await writePaymentLinks(queries, world);
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

/** Index-only scans need the visibility map, plans need statistics; a small sample is enough for both. */
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
  await writeFeed(queries);
  await writeDueWork(queries, world);
  onProgress('indexes');
}

/** Groups hours into chunks of payments, so that a long load stays in memory and reports its progress. */
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

/** Maximum number of links with attempts per merchant; the merchant of the sample sign-ins has more. */
const attempted = `CASE slug WHEN 'harbourbloom' THEN 60 ELSE 8 END`;
const descriptions = `(ARRAY['Invoice ', 'Deposit ', 'Gift voucher ', 'Order ', 'Workshop place ', 'Balance of order '])`;

/** Writes payment links: some recent payments become their attempts, others were never opened or have expired. */
async function writePaymentLinks(queries: Queries, world: World): Promise<void> {
  await queries.query(attemptedLinks(world));
  await queries.run(`
    UPDATE payments AS p SET payment_intent_id = c.payment_intent_id FROM sample_intents AS c
      WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id;
    INSERT INTO payment_intents (merchant_id, payment_intent_id, application_id, is_link, merchant_payment_id, customer_intent_description,
      attempt_mode, status, amount, currency, reference, created_by, created_at, updated_at, expires_at, metadata)
    SELECT merchant_id, payment_intent_id, application_id, true, merchant_payment_id, description, mode, status, amount, currency, reference,
      created_by, created_at, updated_at, expires_at, metadata FROM sample_intents`);
  await queries.query(unopenedLinks(world));
  await queries.run(
    `INSERT INTO object_directory SELECT payment_intent_id, merchant_id, 'PAYMENT_INTENT' FROM payment_intents`,
  );
}

/** The status of every link follows from its payment: paid, failed in its only attempt, still open, or expired. */
function attemptedLinks(world: World): Sql {
  const { fraction, whole, uuid } = createDraws(
    world.random.seedNumber,
    `('x' || substr(md5(p.payment_id::text), 1, 8))::bit(32)::bigint`,
  );
  return sql`CREATE TEMPORARY TABLE sample_intents ON COMMIT DROP AS
    SELECT i.*, CASE WHEN payment_status IN ('COMPLETED', 'SETTLED') THEN 'COMPLETED'
        WHEN payment_status = 'FAILED' AND mode = 'ALLOW_SINGLE_ATTEMPT' THEN 'FAILED'
        WHEN payment_status IN ('AUTHORIZED', 'PENDING') OR expires_at IS NULL OR expires_at > now THEN 'IN_PROGRESS'
        ELSE 'EXPIRED' END::payment_intent_status AS status
    FROM (
      SELECT p.merchant_id, p.payment_id, p.application_id, p.merchant_payment_id, p.amount, p.currency, p.status AS payment_status, p.metadata,
        ${raw(uuid('made.at', 'intent'))} AS payment_intent_id, made.at AS created_at, p.updated_at, ${world.now}::timestamptz AS now,
        CASE WHEN ${raw(fraction(71))} < 0.6 THEN made.at + interval '14 days' END AS expires_at,
        CASE WHEN ${raw(fraction(72))} < 0.25 THEN 'ALLOW_SINGLE_ATTEMPT' ELSE 'ALLOW_MULTIPLE_ATTEMPTS' END AS mode,
        ${raw(descriptions)}[1 + ${raw(whole(73))} % 6] || (1000 + ${raw(whole(74))} % 9000) AS description,
        CASE p.currency WHEN 'GBP' THEN coalesce(substr(p.merchant_reference, 1, 18), '') ELSE substr(p.merchant_reference, 1, 18) END AS reference,
        'maya@' || p.slug || '.example' AS created_by
      FROM (
        SELECT q.*, s.slug, row_number() OVER (PARTITION BY q.merchant_id ORDER BY md5(q.payment_id::text)) AS place
        FROM payments AS q JOIN sample_shares AS s USING (merchant_id)
        WHERE q.is_new_payment AND q.created_at > ${world.now}::timestamptz - interval '60 days' OFFSET 0
      ) AS p CROSS JOIN LATERAL (SELECT p.created_at - (60 + 90000 * ${raw(fraction(75))}) * interval '1 second' AS at) AS made
      WHERE p.place <= ${raw(attempted)}
    ) AS i`;
}

/** A few unopened links per application; the older ones with an expiry have expired. */
function unopenedLinks(world: World): Sql {
  const { fraction, whole, uuid } = createDraws(world.random.seedNumber, 'd.payee_detail_id * 100 + n');
  return sql`INSERT INTO payment_intents (merchant_id, payment_intent_id, application_id, is_link, merchant_payment_id, customer_intent_description,
      attempt_mode, status, amount, currency, reference, created_by, created_at, updated_at, expires_at, metadata)
    SELECT d.merchant_id, ${raw(uuid('made.at', 'unopened-intent'))}, d.application_id, true, 'LINK-' || (d.payee_detail_id * 100 + n),
      ${raw(descriptions)}[1 + ${raw(whole(81))} % 6] || (1000 + ${raw(whole(82))} % 9000), 'ALLOW_MULTIPLE_ATTEMPTS',
      CASE WHEN made.ends <= ${world.now}::timestamptz THEN 'EXPIRED' ELSE 'NOT_STARTED' END::payment_intent_status,
      (s.ticket * (0.2 + ${raw(fraction(83))}))::bigint + 1, d.for_currency, 'LINK-' || n, 'maya@' || s.slug || '.example', made.at,
      CASE WHEN made.ends <= ${world.now}::timestamptz THEN made.ends ELSE made.at END, made.ends,
      CASE WHEN n <= 2 THEN '{"basket": "B7", "channel": "phone"}'::jsonb END
    FROM (SELECT * FROM payee_details OFFSET 0) AS d JOIN sample_shares AS s USING (merchant_id) CROSS JOIN generate_series(1, 5) AS n
    CROSS JOIN LATERAL (SELECT at, CASE WHEN ${raw(fraction(84))} < 0.7 THEN at + interval '7 days' END AS ends
      FROM (SELECT ${world.now}::timestamptz - (600 + 2000000 * ${raw(fraction(85))}) * interval '1 second' AS at) AS drawn) AS made
    WHERE s.share > 0`;
}

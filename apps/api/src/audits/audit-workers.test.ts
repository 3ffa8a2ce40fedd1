import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectPostgres } from '#database/connect-postgres.ts';
import type { Database } from '#database/database.ts';
import { auditRule, ruleNames } from '#ledger/audit.ts';
import { createDueWorkRunner } from '#queue/run-due-work.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { auditWorkers } from './audit-workers.ts';

const given = process.env['TEST_DATABASE_URL'];
const longest = 2_000;
let database: Database;
/** The audit's statements time out after two seconds. */
let limited: Database;
let api: TestApp;
let merchants: string[];

beforeAll(async () => {
  database = await openTestDatabase('sample');
  const rows = await database.query<{ id: string }>('SELECT merchant_id AS id FROM merchants ORDER BY merchant_id');
  merchants = rows.map(({ id }) => id);
  const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
  const url = Object.assign(new URL(given ?? 'postgres://localhost'), { pathname: `/${name}` }).href;
  limited = connectPostgres(url, { longestStatement: longest, poolSize: 1 });
}, 180_000);
beforeEach(() => database.run('DELETE FROM due_work; DELETE FROM book_audits;'));
afterAll(async () => {
  await limited.close();
  await database.close();
});

const slowRule = ruleNames[0] ?? '';
const isSlow = (statement: Parameters<Database['query']>[0]) =>
  String(statement).includes('transfer_id, currency, sum(amount)');
/** How long this rule takes for each merchant, in milliseconds. */
let readsFor: (merchantId: string) => number = () => 0;

/** Merchants for which the rule takes as long as for large books. */
const large = (): Database => ({
  ...limited,
  query: async (statement, parameters = []) => {
    const [after, upTo] = parameters.map(String);
    const read = merchants.filter((id) => upTo === undefined || (id > (after ?? '') && id <= upTo));
    const reading = isSlow(statement) ? read.reduce((sum, id) => sum + readsFor(id), 0) : 0;
    if (reading > 0) await limited.query('SELECT pg_sleep($1)', [reading / 1000]);
    return limited.query(statement, parameters);
  },
});

async function runAudit(auditDatabase = large()): Promise<void> {
  api = createTestApp(database);
  const services = { ...api.services, auditDatabase };
  await database.query(`INSERT INTO due_work (work_id, kind, due_at) VALUES (gen_random_uuid(), 'AUDIT_BOOKS', $1)`, [
    api.services.clock.now(),
  ]);
  const jobs = async () => (await database.query(`SELECT FROM due_work WHERE kind = 'AUDIT_RULE'`)).length;
  do {
    await createDueWorkRunner(services, auditWorkers).finish();
    api.pass({ seconds: 1 });
  } while ((await jobs()) > 0);
}

const results = () =>
  database.query<{ rule: string; count: number; unfinished: number }>(
    'SELECT rule, count, unfinished FROM book_audits',
  );
const gauges = async () => (await api.app.request('/metrics')).text();

test.runIf(given)(
  'a rule completes although it takes longer than the timeout of a statement',
  { timeout: 120_000 },
  async () => {
    readsFor = () => Math.ceil((longest * 2) / merchants.length);
    await expect(auditRule(large(), slowRule), 'control: in one statement').rejects.toThrow(/timeout/);
    await runAudit();
    const found = await results();
    expect(found.map(({ rule }) => rule).toSorted()).toEqual(ruleNames.toSorted());
    expect(found.filter(({ count, unfinished }) => count > 0 || unfinished > 0)).toEqual([]);
    expect(await gauges()).toContain('books_unfinished 0\n');
  },
);

test.runIf(given)(
  'reports for how many merchants it did not complete, and checks the others',
  { timeout: 120_000 },
  async () => {
    const [, tooLarge = ''] = merchants;
    readsFor = (id) => (id === tooLarge ? longest * 2 : 0);
    await database.run(`UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'SETTLEMENT'`);
    await runAudit();
    await database.run(`UPDATE ledger_accounts SET balance = balance - 1 WHERE kind = 'SETTLEMENT'`);
    const found = await results();
    expect(found.filter(({ unfinished }) => unfinished > 0)).toEqual([{ rule: slowRule, count: 0, unfinished: 1 }]);
    expect(found.filter(({ count }) => count > 0)).toMatchObject([{ rule: 'every balance is the sum of its legs' }]);
    expect(await gauges()).toContain('books_unfinished 1\n');
    const lines = api.logLines.filter((line) => line.includes('a rule of the books did not end'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(tooLarge);
  },
);

test('continues where the process ended, and starts once per night', async () => {
  readsFor = () => 0;
  const [, second = ''] = merchants;
  api = createTestApp(database);
  const payload = { rule: slowRule, after: second, size: 1, count: 3, examples: [{ transfer: 1 }], unfinished: 1 };
  const query = `INSERT INTO due_work (work_id, kind, due_at, payload) VALUES (gen_random_uuid(), $1, $2, $3::jsonb)`;
  await database.query(query, ['AUDIT_RULE', api.services.clock.now(), JSON.stringify(payload)]);
  const spans: unknown[] = [];
  const watched: Database = {
    ...database,
    query: (statement, parameters = []) => {
      if (isSlow(statement)) spans.push(parameters[0]);
      return database.query(statement, parameters);
    },
  };
  await runAudit(watched);
  expect(spans[0], 'the first merchants are not checked again').toBe(second);
  expect(await results()).toHaveLength(ruleNames.length);
  expect(await results()).toContainEqual({ rule: slowRule, count: 3, unfinished: 1 });
});

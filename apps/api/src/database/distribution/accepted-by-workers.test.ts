import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oracle } from '#testing/access-oracle.ts';
import { openPeople } from '#testing/open-people.ts';
import { payInAccountId } from '#testing/oracle/oracle-row.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { explain, type Recorded, recordStatements } from '#testing/statements/recorded-statements.ts';
import { createTestApp } from '#testing/test-app.ts';
import type { Database } from '#database/database.ts';
import { isDistributed, listMerchantTables } from './distribute.ts';

/* Statements that the workers of a cluster refuse (docs/distribution.md), found on one server among the statements of every call in the oracle. */
const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
let database: Database;
/** The tables at the workers; `merchants` is on every server. */
let atWorkers: string[];
/** Each recorded statement once, by its text. */
const statements = new Map<string, Recorded>();

beforeAll(async () => {
  database = await openPeople();
  atWorkers = (await listMerchantTables(database)).filter((table) => table !== 'merchants');
  const recorded = recordStatements(database);
  const app = createTestApp(recorded.database, { settings: { signInsPerMinute: 100_000 } });
  await seedAccount(app.services, {
    merchantId: ids.harbour,
    payInAccountId,
    currency: 'GBP',
    applicationId: ids.harbourShop,
    provider: 'OPTIMUS',
  });
  // Administrators' calls last, because they change merchants.
  for (const person of ['merchantadmin', 'admin'] as const)
    for (const [name, { who, input, needsProof }] of Object.entries(oracle)) {
      if (who === 'public' || (who === 'admins') !== (person === 'admin')) continue;
      const token = await signInAs(app, person);
      const headers = { ...input.headers, ...(needsProof && (await proved(app, token))) };
      await app.call(endpoints[name] as AnyEndpoint, { ...input, token, headers });
    }
  for (const statement of recorded.statements) statements.set(statement.text, statement);
}, 180_000);
afterAll(() => database.close());

/** The RETURNING list of a statement that changes a table on the workers, as expressions without names. */
function readReturned(text: string): { table: string; values: string } | null {
  const [, table = ''] = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)[^]*?\bRETURNING\b/.exec(text) ?? [];
  const after = text.split(/\bRETURNING\b/).at(-1) ?? '';
  if (!atWorkers.includes(table)) return null;
  let depth = 0;
  // In a WITH, a bracket ends the list.
  const end = [...after].findIndex((letter) => (depth += letter === '(' ? 1 : letter === ')' ? -1 : 0) < 0);
  const values = (end < 0 ? after : after.slice(0, end))
    .replaceAll(/\s+AS\s+("\w+"|\w+)/g, '')
    .replaceAll(/\b\w+\./g, '');
  return { table, values };
}

/** Whether expressions depend on more than their row. PostgreSQL accepts only those that do not in an index. */
async function dependsOnMore({ table, values }: { table: string; values: string }): Promise<boolean> {
  const undo = new Error('undo');
  const error: unknown = await database
    .transaction(async ({ run }) => {
      await run(`CREATE INDEX ON ${table} (merchant_id) WHERE ROW(${values}) IS NOT NULL`);
      throw undo;
    })
    .catch((thrown: unknown) => thrown);
  if (error !== undo && !String(error).includes('must be marked IMMUTABLE')) throw error;
  return error !== undo;
}

test('the RETURNING list of a change on the workers depends only on the row', async () => {
  const returned = [...statements.keys()].map(readReturned).filter((each) => each !== null);
  expect(returned.length).toBeGreaterThan(10);
  const wrong: unknown[] = [];
  for (const each of returned) if (await dependsOnMore(each)) wrong.push(each);
  expect(wrong).toEqual([]);
});

test('a row as text, an enum as text and a time in the zone of the session depend on more (control)', async () => {
  for (const values of ['md5(ROW(amount)::text)', 'currency::text', 'created_at::date'])
    expect(await dependsOnMore({ table: 'payments', values })).toBe(true);
  expect(await dependsOnMore({ table: 'payments', values: 'amount, reference' })).toBe(false);
});

interface Step {
  'Relation Name'?: string;
  'Parent Relationship'?: string;
  Plans?: Step[];
}

const tablesOf = (step: Step): string[] => [
  ...(step['Relation Name'] === undefined ? [] : [step['Relation Name']]),
  ...(step.Plans ?? []).flatMap(tablesOf),
];

/** The subqueries that PostgreSQL runs for each row of the rest of the statement. */
const perRow = (step: Step): Step[] =>
  (step.Plans ?? []).flatMap((each) => (each['Parent Relationship'] === 'SubPlan' ? [each] : perRow(each)));

/** Whether a subquery for each row reads tables at the workers for rows of the coordinator, or the other way round. */
async function crosses(statement: Recorded): Promise<boolean> {
  const [{ Plan: plan }] = JSON.parse(await explain(database, statement, 'FORMAT JSON')) as [{ Plan: Step }];
  const isAtWorkers = (table: string) => atWorkers.includes(table);
  return perRow(plan).some((subquery) => {
    const inner = tablesOf(subquery).filter((table) => table !== 'merchants');
    const outer = tablesOf(plan).filter((table) => table !== 'merchants' && !inner.includes(table));
    return inner.some((table) => outer.some((other) => isAtWorkers(other) !== isAtWorkers(table)));
  });
}

test('no subquery that runs for each row joins tables of the coordinator with tables on the workers', async () => {
  const wrong: string[] = [];
  let plans = 0;
  for (const statement of statements.values()) {
    if (
      !/^\s*SELECT\b[^]*\(\s*SELECT\b/.test(statement.text) ||
      /\bFOR (NO KEY )?(UPDATE|SHARE)\b/.test(statement.text)
    )
      continue;
    plans += 1;
    if (await crosses(statement)) wrong.push(statement.text);
  }
  expect(plans).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('a payout looked up for each job is such a subquery, a time looked up once is not (control)', async () => {
  const forEach = `SELECT (SELECT o.amount FROM outbound_payments AS o
    WHERE o.merchant_id = w.merchant_id AND o.payout_payment_id = w.object_id) FROM due_work AS w`;
  const once = `SELECT 1 FROM notices WHERE created_at >= (SELECT created_at FROM accounts LIMIT 1)`;
  const found = crosses({ text: forEach, values: [] });
  if (await isDistributed(database)) await expect(found).rejects.toThrow('direct joins between distributed and local');
  else expect(await found).toBe(true);
  expect(await crosses({ text: once, values: [] })).toBe(false);
});

import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { listPaymentLinks } from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { countBytes, type Recorded, recordStatements } from '#testing/statements/recorded-statements.ts';
import { createTestApp } from '#testing/test-app.ts';
import { isDistributed } from './distribute.ts';

/** Number of rows per list, alternating between two merchants, and the requested page. */
const rows = 2_000;
const deep = 'page=15&size=100';
const lists: { name: string; endpoint: AnyEndpoint; query: string }[] = [
  { name: 'exceptions', endpoint: listExceptions, query: deep },
  { name: 'payment links', endpoint: listPaymentLinks, query: `${deep}&showNotStarted=true` },
];

let database: Database;
let statements: Recorded[];
let api: ReturnType<typeof createTestApp>;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  const recorded = recordStatements(database);
  statements = recorded.statements;
  api = createTestApp(recorded.database);
  token = await signInAs(api, 'admin');
  const owners = [
    { merchantId: ids.harbour, applicationId: ids.harbourShop },
    { merchantId: ids.stranger, applicationId: ids.strangerShop },
  ];
  for (const [at, owner] of owners.entries()) await seed(owner, at);
});
afterAll(() => database.close());

async function seed({ merchantId, applicationId }: { merchantId: string; applicationId: string }, at: number) {
  const each = 'FROM generate_series(1, $2::int) AS n';
  const time = `'2026-11-01'::timestamptz + n * interval '2 seconds' + ${at} * interval '1 second'`;
  await database.query(
    `INSERT INTO exceptions (merchant_id, exception_id, kind, object_kind, object_id, provider_words, first_at, last_at)
      SELECT $1, md5('e${at}' || n)::uuid, 'STATUS_DIFFERS', 'PAYMENT', md5('o${at}' || n)::uuid, repeat('words ', 40), ${time}, ${time} ${each}`,
    [merchantId, rows / 2],
  );
  await database.query(
    `INSERT INTO payment_intents (merchant_id, payment_intent_id, application_id, is_link, customer_intent_description, attempt_mode, status,
        amount, currency, created_at, updated_at)
      SELECT $1, md5('i${at}' || n)::uuid, $3, true, repeat('words ', 40), 'ALLOW_MULTIPLE_ATTEMPTS', 'NOT_STARTED', 100, 'GBP', ${time}, ${time} ${each}`,
    [merchantId, rows / 2, applicationId],
  );
}

const ask = async ({ endpoint, query }: { endpoint: AnyEndpoint; query: string }) =>
  (await api.call(endpoint, { token, query })).value() as { content: Record<string, unknown>[]; totalElements: number };

test.each(lists)('a deep page of $name of all merchants contains the right rows in order', async (list) => {
  const { content, totalElements } = await ask(list);
  expect([totalElements, content.length]).toEqual([rows, 100]);
  const times = content.map((row) => String(row['firstAtUtc'] ?? row['createdAt']));
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(content.map((row) => row['merchantId'])).size).toBe(2);
  expect(times[0]).toContain('2026-11-01T00:08:');
});

test.for(lists)(
  'on a distributed database a deep page of $name of all merchants transfers ids and one page',
  async (list, context) => {
    if (!(await isDistributed(database))) return context.skip('needs a Citus cluster: npm run prove -- distributed');
    statements.length = 0;
    await ask(list);
    let bytes = 0;
    for (const statement of statements.filter(({ text }) => /^\s*(SELECT|WITH)\b/.test(text)))
      bytes += await countBytes(database, statement);
    // All rows up to the end of the page would be 700 kB.
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(256 * 1024);
  },
);

import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oracle } from '#testing/access-oracle.ts';
import { payInAccountId, paymentId } from '#testing/oracle/oracle-row.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { countTasks, type Recorded, recordStatements } from '#testing/statements/recorded-statements.ts';
import { createTestApp } from '#testing/test-app.ts';
import type { Database } from '#database/database.ts';
import { isDistributed, listMerchantTables } from './distribute.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
const shop = `applicationId=${ids.harbourShop}`;
const account = `${shop}&payInAccountId=${payInAccountId}`;
/** Searches and filters of the most common lists, which the access table does not contain. */
const further: Record<string, string[]> = {
  listPayIns: [
    `${shop}&globalSearch=noah`,
    `${shop}&globalSearch=01900000-0000-7000`,
    `${shop}&globalSearch=12.50&paymentStatuses=SETTLED,FAILED&currencies=GBP`,
    `${shop}&minAmount=10&maxAmount=90&riskCategory=HIGH&page=3&size=50`,
    `${shop}&refundedFilter=REFUNDING&heldFilter=NOT_HELD&startDateTimeUtc=2026-10-22T00:00:00.000`,
  ],
  listPaymentIntents: [`${shop}&globalSearch=order&statuses=EXPIRED`],
  listPayouts: ['currency=GBP&globalSearch=harbour'],
  ...Object.fromEntries(
    ['explainFigure', 'listFigureLegs'].map((name) => [
      name,
      [
        'figure=RECEIVED&currency=GBP&part=RECEIVED',
        'figure=RECEIVED&currency=GBP&part=CREATED_EARLIER',
        'figure=SUCCESS_RATE&part=FAILED',
        `figure=FAILED&part=FAILED&${shop}`,
        'figure=FOUND_PAY_INS&globalSearch=noah&part=PAY_INS',
        `figure=PAYOUTS&${shop}&part=STATUS`,
        `figure=AVAILABLE&${account}&part=REFUNDS_ON_THEIR_WAY`,
        `figure=MONEY_OUT&${account}&part=FEES_TAKEN`,
        'figure=FEES&month=2026-11&currency=GBP&part=RATE',
      ].map((query) => (name === 'explainFigure' ? query.replace(/&part=\w+/, '') : query)),
    ]),
  ),
};
/** Every call of a merchant's users from the access table, some with further queries. */
const calls = Object.entries(oracle)
  .filter(([, { who }]) => who !== 'public' && who !== 'admins')
  .flatMap(([name, row]) => [
    { name, row },
    ...(further[name] ?? []).map((query) => ({ name, row: { ...row, input: { ...row.input, query } } })),
  ]);

let database: Database;
let tables: string[];
/** The recorded statements by the call's name. */
const asked = new Map<string, Recorded[]>();

beforeAll(async () => {
  database = await openPeople();
  tables = await listMerchantTables(database);
  const recorded = recordStatements(database);
  const app = createTestApp(recorded.database, { settings: { signInsPerMinute: 100_000 } });
  await seedAccount(app.services, {
    merchantId: ids.harbour,
    payInAccountId,
    currency: 'GBP',
    applicationId: ids.harbourShop,
    provider: 'OPTIMUS',
  });
  await seedSettledPayment(database);
  for (const {
    name,
    row: { input, needsProof },
  } of calls) {
    const token = await signInAs(app, 'merchantadmin');
    const headers = { ...input.headers, ...(needsProof && (await proved(app, token))) };
    recorded.statements.length = 0;
    // A stream runs queries while it is read, and the call waits for it.
    await app.call(endpoints[name] as AnyEndpoint, { ...input, token, headers });
    asked.set(name, [...(asked.get(name) ?? []), ...recorded.statements]);
  }
});
afterAll(() => database.close());

async function seedSettledPayment({ query }: Database): Promise<void> {
  await query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency,
       status, type, is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, $4, now(), now(), 1250, 'GBP', 'SETTLED', 'VOLUME', true, false, false, 'ORDER-1')`,
    [ids.harbour, paymentId, ids.harbourShop, payInAccountId],
  );
  await query(`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES ($1, $2, 'PAYMENT')`, [
    paymentId,
    ids.harbour,
  ]);
}

/** Each instance looks up an application's owner once, on all shards (core/tenant.ts). */
const isRemembered = ({ text }: Recorded): boolean => text.startsWith('SELECT merchant_id FROM applications');

const isOfMerchants = ({ text }: Recorded): boolean => tables.some((table) => new RegExp(`\\b${table}\\b`).test(text));

test('every call that locks rows of a merchant has the merchant in its condition', () => {
  const locking = [...asked.values()]
    .flat()
    .filter((each) => isOfMerchants(each) && /\bFOR (NO KEY )?(UPDATE|SHARE)\b/.test(each.text));
  expect(locking.length).toBeGreaterThan(5);
  expect(locking.filter(({ text }) => !/merchant_id = \$\d/.test(text)).map(({ text }) => text)).toEqual([]);
});

test('on a distributed database a call about one merchant queries one shard', async (context) => {
  if (!(await isDistributed(database))) return context.skip('needs a Citus cluster: npm run prove -- distributed');
  const spread: string[] = [];
  let plans = 0;
  for (const [name, statements] of asked)
    for (const statement of statements.filter((each) => isOfMerchants(each) && !isRemembered(each))) {
      plans += 1;
      const tasks = await countTasks(database, statement);
      if (tasks > 1) spread.push(`${name}: ${tasks} shards: ${statement.text}`);
    }
  expect(plans).toBeGreaterThan(40);
  expect(spread).toEqual([]);
});

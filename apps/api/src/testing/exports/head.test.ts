import { exportActivity, listActivity } from '@volume/contract/users/activity.ts';
import { getStatementDocument, getStatementFile } from '@volume/contract/balances/balances.ts';
import { listenForChanges } from '@volume/contract/changes.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { exportPayIns, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPayouts } from '@volume/contract/payouts/payouts.ts';
import { getStart } from '@volume/contract/screens/screens.ts';
import { getReceipt } from '@volume/contract/pay-ins/receipts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Documents } from '#core/files.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let api: TestApp;
const paymentId = '01900000-0000-7000-8000-00000000beef';
const made: string[] = [];
const books =
  'consultantNumber=29098&clientNumber=55003&yearBegins=01-01&accountLength=4&bankAccount=1200&revenueAccount=8400&feeAccount=4970&transitAccount=1360';
const documents: Documents = {
  make: async (_, read) => {
    const { name } = await read();
    made.push(name);
    return { name, pdf: new TextEncoder().encode('%PDF') };
  },
};

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { documents });
  await seedAccount(api.services, {
    merchantId: ids.harbour,
    applicationId: ids.harbourShop,
    payInAccountId: 1,
    currency: 'GBP',
  });
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, $4, $4, 100, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, 'x')`,
    [ids.harbour, paymentId, ids.harbourShop, api.services.clock.now()],
  );
});
afterAll(() => database.close());

const pathOf = ({ path }: AnyEndpoint) =>
  path
    .replace('{merchantId}', ids.harbour)
    .replace('{applicationId}', ids.harbourShop)
    .replace('{payInAccountId}', '1')
    .replace('{paymentId}', paymentId);
const send = async (method: string, endpoint: AnyEndpoint, who: TestPerson | null, query = '') =>
  api.app.request(`/sandbox/api/${pathOf(endpoint)}${query}`, {
    method,
    headers: who === null ? {} : { authorization: `Bearer ${await signInAs(api, who)}` },
  });

/** One endpoint for each kind of response that occupies a slot until it is read. */
const bounded = {
  exportPayIns,
  exportPayouts,
  exportActivity,
  getStatementFile,
  listenForChanges,
  getReceipt,
  getStart,
};
const neededQuery = (endpoint: AnyEndpoint): string => (endpoint === getStatementFile ? '?format=CAMT_053' : '');

test('covers every kind of long response', () => {
  const kinds = (all: object) =>
    new Set(Object.values(all as Record<string, AnyEndpoint>).map(({ produces }) => produces));
  expect(kinds({ ...bounded, listPayIns })).toEqual(kinds(endpoints));
});

test.each(Object.entries(bounded))(
  'answers 8 HEAD requests to %s like its GET, and the GET after them',
  async (_, endpoint) => {
    const token = await signInAs(api, 'editor');
    const ask = async (method: string) =>
      api.app.request(`/sandbox/api/${pathOf(endpoint)}${neededQuery(endpoint)}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
    const heads = await Promise.all(Array.from({ length: 8 }, () => ask('HEAD')));
    const got = await ask('GET');
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => name.startsWith('content-') || name === 'cache-control'));
    expect(got.status).toBe(200);
    for (const head of heads) {
      expect([head.status, head.body, headersOf(head)]).toEqual([200, null, headersOf(got)]);
    }
    await got.body?.cancel();
  },
);

test('creates no document for a HEAD request', async () => {
  made.length = 0;
  expect((await send('HEAD', getReceipt, 'editor')).status).toBe(200);
  expect(made).toEqual([]);
});

test.each([
  [401, 'nobody is signed in', exportPayIns, null, ''],
  [403, 'the role does not allow it', exportActivity, 'viewer', ''],
  [404, 'it belongs to another merchant', exportPayouts, 'stranger', ''],
  [404, 'the document belongs to another merchant', getReceipt, 'stranger', ''],
  [400, 'the filter is wrong', exportPayIns, 'editor', '?minAmount=x'],
  [400, 'the zone is wrong', getStatementDocument, 'editor', '?zone=Nowhere'],
  [400, 'the format is missing', getStatementFile, 'editor', ''],
  [422, 'the account is not in euros', getStatementFile, 'editor', `?format=DATEV&${books}`],
] as const)('rejects a HEAD request with %d when %s, like its GET', async (status, _, endpoint, who, query) => {
  expect((await send('GET', endpoint, who, query)).status).toBe(status);
  expect((await send('HEAD', endpoint, who, query)).status).toBe(status);
});

test('leaves no entry in the activity log, because no data was shown', async () => {
  const count = async () => (await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM activity`))[0]!.n;
  const [admin, editor] = [await signInAs(api, 'admin'), await signInAs(api, 'editor')];
  const before = await count();
  for (const [endpoint, token] of [
    [listActivity, admin],
    [exportPayIns, editor],
    [getReceipt, editor],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.request(`/sandbox/api/${pathOf(endpoint)}`, { method: 'HEAD', headers });
    expect(answer.status).toBe(200);
  }
  expect(await count()).toBe(before);
});

test('takes a turn for a HEAD of a shopper’s page, like its GET', async () => {
  const asked: (string | undefined)[] = [];
  const app = createTestApp(database, {
    parts: {
      turns: (from, work) => {
        asked.push(from);
        return work(() => undefined);
      },
    },
  });
  for (const method of ['GET', 'HEAD']) await app.app.request(`/sandbox/pay/${paymentId}`, { method });
  expect(asked).toHaveLength(2);
});

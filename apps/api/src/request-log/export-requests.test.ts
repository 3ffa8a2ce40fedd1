import { createNamedKey, revokeNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { exportRequestLog, listRequestLog } from '@volume/contract/request-log/request-log.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { batchSize } from '#core/files.ts';
import { sql } from '#database/sql.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let editor: string;
let primary: Record<string, string>;
let secondary: Record<string, string>;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  editor = await signInAs(app, 'editor');
  primary = await makeApiKey(app);
  secondary = await makeApiKey(app, { key: 'SECONDARY' });
});
afterAll(() => database.close());
beforeEach(() => database.run('DELETE FROM key_requests; DELETE FROM key_request_days'));

async function makeNamedKey(name: string) {
  const given = { token: editor, params: shop, headers: await proved(app, editor) };
  const { key, value } = (await app.call(createNamedKey, { ...given, body: { name, scopes: ['READ'] } })).value();
  return { keyId: key.keyId, headers: { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: value } };
}
/** Makes a call one second after the previous one. */
async function send(path: string, headers: Record<string, string>): Promise<void> {
  app.pass({ seconds: 1 });
  await app.app.request(`/sandbox/api/${path}`, { headers }, { remoteAddress: '203.0.113.14' });
}
async function pathsOf(query: string): Promise<string[]> {
  await app.writeRequestLog();
  const { content } = (await app.call(listRequestLog, { token: editor, params: shop, query })).value();
  return content.map(({ path }) => path);
}
async function readFile(query = ''): Promise<string[]> {
  await app.writeRequestLog();
  const { status, text } = await app.call(exportRequestLog, { token: editor, params: shop, query });
  expect(status).toBe(200);
  return text.trimEnd().split('\r\n');
}

test('finds the calls of the primary, the secondary and a named key, of several, and those without an accepted key', async () => {
  const orders = await makeNamedKey('Orders');
  const wrong = { ...primary, [apiKeyHeader]: 'volume_guess' };
  await send('payments?page=0', primary);
  await send('keys/self', secondary);
  const path = `payments/${ids.nobody}`;
  await send(path, orders.headers);
  await send('payments/status', wrong);
  expect(await pathsOf('key=PRIMARY')).toEqual(['payments']);
  expect(await pathsOf('key=SECONDARY')).toEqual(['keys/self']);
  expect(await pathsOf(`key=${orders.keyId.toUpperCase()}`)).toEqual([path]);
  expect(await pathsOf('key=NOT_ACCEPTED')).toEqual(['payments/status']);
  expect(await pathsOf('key=NOT_ACCEPTED,SECONDARY')).toEqual(['payments/status', 'keys/self']);
  expect(await pathsOf(`key=${orders.keyId}&key=PRIMARY`)).toEqual([path, 'payments']);
  expect(await pathsOf(`key=${ids.nobody}`)).toEqual([]);
  const params = { ...shop, keyId: orders.keyId };
  expect((await app.call(revokeNamedKey, { token: editor, params })).status).toBe(204);
  expect(await pathsOf(`key=${orders.keyId}`)).toEqual([path]);
  for (const key of ['primary', 'Orders', '7', `${orders.keyId}x`])
    for (const endpoint of [listRequestLog, exportRequestLog]) {
      const { status } = await app.call(endpoint, { token: editor, params: shop, query: `key=${key}` });
      expect([endpoint.name, key, status]).toEqual([endpoint.name, key, 400]);
    }
});

test('exports what the list shows, by its filters, without what the callers sent', async () => {
  const reports = await makeNamedKey('=Reports');
  await send('payments?page=0', { ...primary, 'user-agent': 'shop/1.0' });
  await send(`payments/${ids.nobody}`, reports.headers);
  const [header, ...rows] = await readFile();
  expect(header).toBe(
    'id,atUtc,key,keyName,method,path,query,status,code,errorMessage,durationMs,address,traceId,objectIds,refusedKey',
  );
  const cells = rows.map((row) => row.split(','));
  expect(cells.map((row) => row.slice(2, 9))).toEqual([
    [reports.keyId, "'=Reports", 'GET', `payments/${ids.nobody}`, '', '404', 'NOT_FOUND'],
    ['PRIMARY', '', 'GET', 'payments', 'page=0', '200', ''],
  ]);
  expect(cells[0]?.at(-2)).toBe(ids.nobody);
  expect(rows.join()).not.toContain('shop/1.0');
  expect(await readFile('key=PRIMARY')).toHaveLength(2);
  expect(await readFile('status=4xx')).toHaveLength(2);
  expect(await readFile('status=5xx')).toEqual([header]);
  expect((await readFile('sort=at,asc'))[1]).toContain('page=0');
  const [zoned, first] = await readFile('zone=Europe/Berlin&separator=SEMICOLON&sort=at,asc');
  expect(zoned).toContain('id;at (Europe/Berlin);key');
  expect(first).toMatch(/;2026-11-\d\dT[\d:.]+\+01:00;PRIMARY;/);
});

test.each(['at,desc', 'at,asc'])(
  'exports each call once in the order %s, over several batches with equal times',
  async (sort) => {
    const count = 2 * batchSize + 10;
    await database.query(
      sql`INSERT INTO key_requests (merchant_id, request_id, application_id, at, key, method, path, query, status,
        duration_ms, trace_id, headers, object_ids)
      SELECT ${ids.harbour}::uuid, gen_random_uuid(), ${ids.harbourShop}::uuid,
        timestamptz '2026-11-21T09:00:00Z' + (n / 7) * interval '1 second', 'PRIMARY', 'GET', 'payments', 'page=' || n,
        200, 3, 'trace', '[]', '{}'
      FROM generate_series(1, ${count}::integer) AS n`,
    );
    const [, ...rows] = await readFile(`sort=${sort}`);
    const times = rows.map((row) => row.split(',')[1] ?? '');
    const sorted = times.toSorted();
    expect(times).toEqual(sort === 'at,asc' ? sorted : sorted.toReversed());
    expect(new Set(rows.map((row) => row.split(',')[6])).size).toBe(count);
  },
);

test('is available to users who can edit the settings, is recorded, and is empty for another application', async () => {
  await send('payments', primary);
  await app.writeRequestLog();
  const statusFor = async (who: Parameters<typeof signInAs>[1]) =>
    (await app.call(exportRequestLog, { token: await signInAs(app, who), params: shop })).status;
  for (const who of ['merchantadmin', 'editor', 'admin', 'reader'] as const) expect(await statusFor(who)).toBe(200);
  for (const who of ['operator', 'viewer'] as const) expect(await statusFor(who)).toBe(403);
  expect(await statusFor('stranger')).toBe(404);
  const params = { ...shop, applicationId: ids.harbourApp };
  expect((await app.call(exportRequestLog, { token: editor, params })).text.split('\r\n')).toHaveLength(2);
  const recorded = await database.query(
    sql`SELECT DISTINCT subject FROM activity WHERE merchant_id = ${ids.harbour} AND action = 'EXPORTED'`,
  );
  expect(recorded).toEqual([{ subject: 'requests' }]);
});

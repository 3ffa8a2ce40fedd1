import { getMerchant } from '@volume/contract/merchants/merchants.ts';
import { getPaymentsSummary, getRevenue } from '@volume/contract/balances/revenue.ts';
import { getOverview, getStart, type ScreenPart } from '@volume/contract/screens/screens.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handle, type Handler } from '#core/handler.ts';
import { tooMany } from '#core/problem.ts';
import type { Database } from '#database/database.ts';
import { handlers } from '#handlers.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const period = { from: '2026-10-22', to: '2026-11-21', today: '2026-11-21' };
const queryOf = (days: object): string => `${new URLSearchParams({ ...days })}`;
const start = { params: { merchantId: ids.harbour } };
const overview = { params: shop, query: queryOf(period) };
const startUrl = `/sandbox/api/merchants/${ids.harbour}/start`;
const screens = { getStart: [getStart, start], getOverview: [getOverview, overview] } as const;

let database: Database;
let api: TestApp;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 1000 } });
  const books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100 });
});
afterAll(() => database.close());

const linesOf = (text: string): ScreenPart[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ScreenPart);
const withoutTrace = (body: unknown) => ({ ...(body as object), traceId: undefined });

/** The API with other handlers for some endpoints. */
function createWith(...others: Handler[]): TestApp {
  const kept = handlers.filter(({ endpoint }) => !others.some((other) => other.endpoint === endpoint));
  return createTestApp(database, { parts: { handlers: [...kept, ...others] } });
}

test.each(
  Object.entries(screens).flatMap(([name, [endpoint, input]]) =>
    (['merchantadmin', 'editor', 'operator', 'viewer', 'admin', 'reader'] as const).map(
      (who) => [name, who, endpoint, input] as const,
    ),
  ),
)('%s answers %s each call as the call itself does', async (_, who, endpoint, input) => {
  const token = await signInAs(api, who);
  const { status, headers, text } = await api.call(endpoint, { token, ...input });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const parts = linesOf(text);
  expect(new Set(parts.map(({ call }) => call)).size).toBe(parts.length);
  for (const { call, status: own, body } of parts) {
    const alone = await api.app.request(`/sandbox/api/${call}`, { headers: { authorization: `Bearer ${token}` } });
    expect([call, own, withoutTrace(body)]).toEqual([call, alone.status, withoutTrace(await alone.json())]);
    expect([call, own]).toEqual([call, 200]);
  }
});

const callsFor = async (who: TestPerson, [endpoint, input]: (typeof screens)[keyof typeof screens]) =>
  linesOf((await api.call(endpoint, { token: await signInAs(api, who), ...input })).text).map(({ call }) => call);

test('leaves out the calls that the caller’s role does not allow', async () => {
  const isOfWebhooks = (call: string) => call.includes('webhook-deliveries');
  expect((await callsFor('editor', screens.getOverview)).filter(isOfWebhooks)).toHaveLength(1);
  expect((await callsFor('viewer', screens.getOverview)).filter(isOfWebhooks)).toEqual([]);
  expect((await callsFor('roleless', screens.getStart)).toSorted()).toEqual([
    'capabilities',
    `merchants/${ids.harbour}`,
  ]);
});

test('a call that fails has its own status and problem, and the others are answered', async () => {
  const failing = createWith(
    handle(getRevenue, async () => {
      throw new Error('no revenue');
    }),
    handle(getPaymentsSummary, async () => {
      throw tooMany('Too many.', 7);
    }),
  );
  const { text } = await failing.call(getOverview, { token: await signInAs(failing, 'viewer'), ...overview });
  const parts = linesOf(text);
  const of = (path: string) => parts.filter(({ call }) => call.startsWith(path));
  expect(of('revenue?')).toMatchObject([{ status: 500, body: { statusCode: 500, traceId: expect.any(String) } }]);
  expect(of('payments/summary?')).toMatchObject([
    { status: 429, retryAfter: '7' },
    { status: 429, retryAfter: '7' },
  ]);
  expect(parts.filter(({ status }) => status === 200)).toHaveLength(parts.length - 3);
});

test('a slow call does not delay others', async () => {
  let end: (error: Error) => void = () => undefined;
  // Made before the call, because the three others can be answered before it begins.
  const merchant = new Promise<never>((_, reject) => (end = reject));
  merchant.catch(() => undefined);
  const slow = createWith(handle(getMerchant, () => merchant));
  const token = await signInAs(slow, 'viewer');
  const response = await slow.app.request(startUrl, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('\n').length <= 3) text += (await reader.read()).value ?? '';
  expect(linesOf(text).map(({ status }) => status)).toEqual([200, 200, 200]);
  end(new Error('no merchant'));
  expect(linesOf((await reader.read()).value ?? '')).toMatchObject([{ call: `merchants/${ids.harbour}`, status: 500 }]);
});

test('HEAD makes none of the calls', async () => {
  let asked = 0;
  const counting = createWith(handle(getMerchant, async () => ((asked += 1), Promise.reject(new Error('asked')))));
  const token = await signInAs(counting, 'viewer');
  const init = { method: 'HEAD', headers: { authorization: `Bearer ${token}` } };
  const { status, body } = await counting.app.request(startUrl, init);
  expect([status, body, asked]).toEqual([200, null, 0]);
});

test.each([
  [{ from: '2026-11-22' }, 'to must not be before from'],
  [{ from: '2025-11-20' }, 'to must be within 366 days'],
  [{ today: '21 November' }, 'today must be a day such as 2026-12-01'],
])('refuses %j', async (wrong, sentence) => {
  const query = queryOf({ ...period, ...wrong });
  const { problem } = await api.call(getOverview, { token: await signInAs(api, 'viewer'), params: shop, query });
  expect([problem().statusCode, problem().errorMessage]).toEqual([400, sentence]);
});

test('returns 404 for another merchant, and for another merchant’s application', async () => {
  const token = await signInAs(api, 'stranger');
  for (const [endpoint, input] of Object.values(screens))
    expect((await api.call(endpoint, { token, ...input })).status).toBe(404);
  const mixed = { ...overview, params: { ...shop, applicationId: ids.strangerShop } };
  expect((await api.call(getOverview, { token: await signInAs(api, 'admin'), ...mixed })).status).toBe(404);
});

test('an administrator’s view of the merchant is recorded by the calls', async () => {
  const own = createTestApp(await openPeople());
  const headers = { 'user-agent': 'Firefox/145' };
  await own.call(getStart, { token: await signInAs(own, 'reader'), headers, ...start });
  const rows = await own.services.database.query(
    "SELECT subject, user_agent FROM activity WHERE action = 'VIEWED' ORDER BY subject",
  );
  expect(rows).toEqual(['approvals', 'merchant', 'unread'].map((subject) => ({ subject, user_agent: 'Firefox/145' })));
  await own.services.database.close();
});

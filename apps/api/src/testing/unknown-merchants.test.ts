import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { setBrand } from '@volume/contract/merchants/brand.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { oracle } from './access-oracle.ts';
import { openPeople } from './open-people.ts';
import { ids } from './seed-people.ts';
import { signInAs } from './sign-in-as.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
const withSession = Object.keys(endpoints).filter(
  (name) => oracle[name]?.who !== 'public' && endpoints[name]?.produces === 'json',
);
const nowhere = '00000000-0000-4000-8000-00000000dead';
let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());

async function ask(token: string, name: string, change: { query?: string; merchantId?: string }) {
  const { input } = oracle[name]!;
  const query = [input.query, change.query].filter((text) => text !== undefined).join('&');
  const params = { ...input.params, ...(change.merchantId !== undefined && { merchantId: change.merchantId }) };
  const answer = await app.call(endpoints[name]!, { ...input, params, query, token });
  return [name, answer.status, answer.status < 400 ? '' : answer.problem().errorMessage] as const;
}

test.each(['merchantId=x', 'merchantId='])(
  'refuses %s in the query of any call with 400 that names the field',
  { timeout: 300_000 },
  async (query) => {
    const token = await signInAs(app, 'admin');
    const wrong = [];
    for (const name of withSession) {
      const answer = await ask(token, name, { query });
      const isRefused = answer[1] === 400 && answer[2].includes('merchantId');
      if (!isRefused && answer[1] !== 403) wrong.push(answer);
    }
    expect(wrong).toEqual([]);
  },
);

test(
  'returns 404 for every call about a merchant that does not exist, and records no view of it',
  { timeout: 300_000 },
  async () => {
    const about = withSession.filter((name) => endpoints[name]!.path.startsWith('merchants/{merchantId}'));
    expect(about.length).toBeGreaterThan(40);
    const token = await signInAs(app, 'admin');
    const answers = [];
    for (const name of about) answers.push(await ask(token, name, { merchantId: nowhere }));
    expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
    expect((await app.call(listPayIns, { token, query: `merchantId=${nowhere}` })).status).toBe(404);
    expect(await database.query('SELECT FROM activity WHERE merchant_id = $1', [nowhere])).toEqual([]);
  },
);

test('writes no brand for a merchant that does not exist', async () => {
  const body = { name: 'x', colour: null, mark: null };
  const token = await signInAs(app, 'admin');
  expect((await app.call(setBrand, { token, params: { merchantId: nowhere }, body })).status).toBe(404);
  expect((await app.call(setBrand, { token, params: { merchantId: ids.harbour }, body })).status).toBe(200);
});

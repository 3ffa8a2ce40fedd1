import { endpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#database/database.ts';
import type { AppSettings } from '#core/services.ts';
import { createServerLog } from '#node/server-log.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp } from '#testing/test-app.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { dailyWork, workers } from '#workers.ts';
import { noProviders } from '#providers/none.ts';
import type { ProviderOrder } from '#providers/port.ts';
import { watchProcess } from '#node/watch-process.ts';
import { createMetrics } from './metrics.ts';
import { observeProviders } from './observe-providers.ts';

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

const token = 'a-token-of-operators';
const ask = async (metrics: AppSettings['metrics'], authorization?: string) => {
  const { app } = createTestApp(database, { settings: { metrics } });
  const answer = await app.request('/metrics', { headers: authorization === undefined ? {} : { authorization } });
  return { status: answer.status, text: await answer.text() };
};

test('metrics with a token are shown only to callers that send it', async () => {
  for (const wrong of [
    undefined,
    '',
    token,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    'Bearer ',
  ]) {
    const { status, text } = await ask({ token }, wrong);
    expect([status, text.includes('http_requests_total')]).toEqual([401, false]);
  }
  expect(await ask({ token }, `Bearer ${token}`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('http_requests_total'),
  });
});

test('metrics without a token or a separate port are not served', async () => {
  expect((await ask('CLOSED', `Bearer ${token}`)).status).toBe(404);
  expect((await ask('OPEN')).status).toBe(200);
});

test('contains every route and every kind of job from the start, with zeros', async () => {
  const { text } = await ask('OPEN');
  for (const { method, path } of Object.values<AnyEndpoint>(endpoints)) {
    const route = `/sandbox/api/${path.replace(/\{(\w+)\}/g, ':$1')}`;
    expect(text).toContain(`http_requests_total{method="${method}",route="${route}",status="500"} 0\n`);
  }
  for (const { kind } of workers) {
    for (const gauge of ['due_work_oldest_seconds', 'due_work_failing', 'due_work_dead'])
      expect(text).toContain(`${gauge}{kind="${kind}"} 0\n`);
  }
});

test('without an account provider, a daily job that nobody runs is not overdue', async () => {
  const { app, services } = createTestApp(database, { settings: { provider: 'NONE' } });
  const now = services.clock.now();
  await ensureDailyWork(database, new Date(now.getTime() - 86_400_000), dailyWork);
  await database.query('UPDATE due_work SET due_at = $1', ['2026-01-01T02:00:00Z']);
  const text = await (await app.request('/metrics')).text();
  expect(text).toMatch(/^due_work_oldest_seconds\{kind="AUDIT_BOOKS"\} [1-9]\d+$/m);
  expect(text).not.toMatch(/^due_work_oldest_seconds\{kind="RECONCILE"\} [1-9]/m);
  await database.query('DELETE FROM due_work');
});

test('a database that does not answer does not keep the metrics of the process back', async () => {
  const silent: Database = { ...database, query: () => new Promise(() => undefined) };
  const { app } = createTestApp(silent);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = Promise.resolve(app.request('/metrics'));
  await vi.advanceTimersByTimeAsync(8_000);
  vi.useRealTimers();
  expect(await (await answer).text()).toContain('http_requests_total');
});

test('each entry of a server’s log names service, version and process', () => {
  const lines: string[] = [];
  createServerLog((line) => lines.push(line)).info('server is there', { port: 4000 });
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    at: expect.any(String),
    level: 'info',
    event: 'server is there',
    service: 'volume-portal',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    process: expect.stringMatching(new RegExp(`/${process.pid}$`)),
    port: 4000,
  });
});

test('calls to account providers are counted and timed by how they ended', async () => {
  const metrics = createMetrics();
  let at = 0;
  const providers = observeProviders(
    {
      ...noProviders,
      submit: async () => ((at += 250), null),
      statement: () => ((at += 1_000), Promise.reject(new Error('connect ETIMEDOUT'))),
    },
    metrics,
    () => at,
  );
  const order = { provider: 'MODULR' } as ProviderOrder;
  expect([await providers.submit(order), await providers.submit(order)]).toEqual([null, null]);
  await expect(providers.statement('ISX', '2026-11-21')).rejects.toThrow('ETIMEDOUT');
  await expect(providers.exchangeRate('GBP', 'EUR')).rejects.toThrow('No account provider');
  const text = metrics.render(null);
  for (const line of [
    'provider_call_seconds_count{provider="OTHER",call="exchangeRate",outcome="failed"} 1',
    'provider_call_seconds_count{provider="MODULR",call="submit",outcome="answered"} 2',
    'provider_call_seconds_sum{provider="MODULR",call="submit",outcome="answered"} 0.5',
    'provider_call_seconds_count{provider="ISX",call="statement",outcome="failed"} 1',
    'provider_call_seconds_sum{provider="ISX",call="statement",outcome="failed"} 1',
  ])
    expect(text).toContain(`${line}\n`);
});

test('measures the delay of the event loop since the last reading', async () => {
  const read = watchProcess();
  const turn = () => new Promise((resolve) => setTimeout(resolve, 30));
  await turn();
  const blockedUntil = performance.now() + 300;
  while (performance.now() < blockedUntil);
  await turn();
  const { eventLoopDelay, residentBytes } = read();
  expect(eventLoopDelay.longest).toBeGreaterThan(0.2);
  expect(residentBytes).toBeGreaterThan(1_000_000);
  await turn();
  expect(read().eventLoopDelay.longest).toBeLessThan(eventLoopDelay.longest);
});

test.runIf(process.env['TEST_DATABASE_URL'])('the pool of PostgreSQL is counted', async () => {
  const { text } = await ask('OPEN');
  expect(text).toMatch(/^database_pool\{pool="calls",state="used"\} \d+$/m);
  expect(text).toMatch(/^database_pool\{pool="calls",state="waiting"\} 0$/m);
});

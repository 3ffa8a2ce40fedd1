import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { AppSettings } from '#core/services.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp } from '#testing/test-app.ts';

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

import { endpoints } from '@volume/contract/endpoints.ts';
import { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp } from '#testing/test-app.ts';

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

const hosts = ['localhost', '127.0.0.1', '[::1]', 'desk.lan'];
const ask = (url: string, known: readonly string[] | null = hosts) =>
  createTestApp(database, { settings: { hosts: known } }).app.request(url);

test.each([
  'http://rebound.example/health/live',
  'http://rebound.example/sandbox/docs',
  'http://rebound.example/sandbox/outbox',
  `http://rebound.example:4000/sandbox/api/${endpoints.getSelf.path}`,
  'http://127.0.0.2/health/live',
  'http://localhost.rebound.example/health/live',
])('local use rejects %s, independent of its DNS records', async (url) => {
  const answer = await ask(url);
  expect(answer.status).toBe(421);
  const problem = ProviderErrorPayload.parse(await answer.json());
  expect(problem).toMatchObject({
    statusName: 'MISDIRECTED_REQUEST',
    errorMessage: expect.stringContaining('PUBLIC_URL'),
  });
});

test.each([
  'http://localhost:4000',
  'http://127.0.0.1',
  'http://[::1]:4000',
  'http://desk.lan:4000',
  'http://LOCALHOST',
])('accepts %s', async (origin) => expect((await ask(`${origin}/health/live`)).status).toBe(200));

test('a deployment accepts any name that its proxy forwards', async () => {
  expect((await ask('http://10.1.2.3:4000/health/live', null)).status).toBe(200);
});

import { endpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp } from '#testing/test-app.ts';

let database: Database;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());

test('log and metrics name the route that answered, never another one whose pattern also matches', async () => {
  // In any order of the endpoints, a literal path takes precedence over a parameter in its place.
  const turnedRound = Object.fromEntries(Object.entries<AnyEndpoint>(endpoints).toReversed());
  const app = createTestApp(database, { parts: { endpoints: turnedRound } });
  for (const endpoint of Object.values<AnyEndpoint>(endpoints)) {
    const pattern = `/sandbox/api/${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
    const path = pattern.replace(/:\w+/g, '01900000-0000-7000-8000-000000000001');
    await app.app.request(path, { method: endpoint.method });
    const logged = app.logLines.map((line) => JSON.parse(line)).findLast(({ event }) => event === 'request');
    expect([endpoint.name, logged.route]).toEqual([endpoint.name, pattern]);
  }
  const metrics = await (await app.app.request('/metrics')).text();
  for (const { path } of Object.values<AnyEndpoint>(endpoints)) {
    expect(metrics).toContain(`route="/sandbox/api/${path.replace(/\{(\w+)\}/g, ':$1')}"`);
  }
});

import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPostgres } from '#database/connect-postgres.ts';
import type { Database } from '#database/database.ts';
import { createReplica, type Replica } from '#database/replica/replica.ts';
import { oracle } from './access-oracle.ts';
import { payInAccountId } from '#testing/oracle/oracle-row.ts';
import { openPeople } from './open-people.ts';
import { seedAccount } from './seed-money.ts';
import { ids } from './seed-people.ts';
import { signInAs } from './sign-in-as.ts';
import { createTestApp } from './test-app.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

/** Behaves like a standby: it answers queries and refuses every change. */
function readOnly(whole: Database): Database {
  const transaction: Database['transaction'] = (work) =>
    whole.transaction(async (queries) => {
      await queries.run('SET TRANSACTION READ ONLY');
      return work(queries);
    });
  return {
    ...whole,
    transaction,
    query: (statement, parameters) => transaction(({ query }) => query(statement, parameters)),
    run: (text) => transaction(({ run }) => run(text)),
  };
}

test('calls with readsReplica read from the replica and change nothing there; no other is given it, and each change is noted', async () => {
  let [given, noted] = [0, 0];
  const replica: Replica = {
    databaseFor: async () => ((given += 1), readOnly(database)),
    recordChange: async () => void (noted += 1),
    awaitPosition: async () => undefined,
    measure: async () => undefined,
    render: () => '',
  };
  const app = createTestApp(database, { parts: { replica }, settings: { signInsPerMinute: 100_000 } });
  const account = { merchantId: ids.harbour, payInAccountId, currency: 'GBP', applicationId: ids.harbourShop } as const;
  await seedAccount(app.services, { ...account, provider: 'OPTIMUS' });
  const rows = Object.entries(oracle).filter(([, { who }]) => who !== 'public');
  const wrong: string[] = [];
  for (const [name, { input: asked, ok, effect, needsProof }] of rows) {
    [given, noted] = [0, 0];
    const endpoint = endpoints[name] as AnyEndpoint;
    const { status } = await app.call(endpoint, { ...asked, token: await signInAs(app, 'admin') });
    const isRead = endpoint.readsReplica === true;
    if (isRead && status !== ok && endpoint.produces !== 'pdf') wrong.push(`${name} answered ${status}`);
    // Each call of the overview reads where it does when it is called directly: all except the balances.
    const reads = name === 'getOverview' ? 14 : isRead && endpoint.produces !== 'pdf' ? 1 : 0;
    if (given !== reads) wrong.push(`${name} was given the replica ${given} times`);
    if (noted !== (effect === 'write' ? 1 : 0))
      wrong.push(`${name} noted ${noted} changes${needsProof ? ', proof missing' : ''}`);
  }
  expect(wrong).toEqual([]);
});

test('the app refuses to start with a call that changes anything and reads from the replica', () => {
  for (const name of ['makePayout', 'startRefund', 'bookExchange', 'signIn'] as const) {
    const parts = { endpoints: { [name]: { ...endpoints[name]!, readsReplica: true as const } } };
    expect(() => createTestApp(database, { parts })).toThrow(`${name} changes something`);
  }
});

test('a replica that does not answer causes no error for callers, and is counted in the metrics', async () => {
  const gone = connectPostgres('postgres://nobody@127.0.0.1:9/none', { poolSize: 1 });
  const replica = createReplica({
    primary: { calls: database, exports: database },
    replica: { calls: gone, exports: gone },
    mostLag: 5_000,
    now: () => performance.now(),
  });
  await replica.measure();
  const app = createTestApp(database, { parts: { replica } });
  const { status } = await app.call(contractEndpoints.listPayIns, { token: await signInAs(app, 'admin') });
  expect(status).toBe(200);
  const metrics = await (await app.app.request('/metrics')).text();
  expect(metrics).toContain('replica_available 0');
  expect(metrics).toContain('database_reads_total{from="primary",reason="away"} 1');
  await gone.close();
});

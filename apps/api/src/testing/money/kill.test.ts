import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { type StagedGateway, stageGateway } from '#testing/gateway/stage-gateway.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { type RealServer, startRealServer } from './real-server.ts';

const kills = process.env['TEST_COUNTS'] === 'full' ? 50 : 2;
const testDatabaseUrl = process.env['TEST_DATABASE_URL'];
const clients = Array.from({ length: 8 }, (_, index) => index);
const ownParams = { merchantId: ids.harbour, applicationId: ids.harbourShop };

/** A write in progress: it is repeated with the same key until it gets a response. */
interface Write {
  key: string;
  path: string;
  body: object;
  answer?: { status: number; text: string };
}

// Killing needs a separate process that shares the data; the embedded database runs in this process.
describe.runIf(testDatabaseUrl)(`${kills} times SIGKILL under load`, () => {
  let database: Database;
  let api: TestApp;
  let books: Books;
  let token: string;
  let databaseUrl: string;
  let server: RealServer | null = null;
  let gateway: StagedGateway | null;
  const writes: Write[] = [];
  const awaited = { length: 0, resolve: () => {} };

  beforeAll(async () => {
    database = await openPeople();
    const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(testDatabaseUrl ?? '');
    url.pathname = `/${name}`;
    databaseUrl = url.href;
    gateway = stageGateway({ database, clock: { now: () => new Date() } });
    api = createTestApp(database);
    api.pass({ seconds: (Date.now() - api.services.clock.now().getTime()) / 1000 });
    token = await signInAs(api, 'editor');
    books = await seedAccount(api.services, { ...ownParams, payInAccountId: 1, currency: 'GBP' });
    await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000_000 });
  });
  afterAll(async () => {
    await server?.kill();
    await database.close();
  });

  async function send(write: Write): Promise<void> {
    const response = await fetch(`${server?.address}/${write.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': write.key },
      body: JSON.stringify(write.body),
    });
    const text = await response.text();
    if (response.status < 500) write.answer = { status: response.status, text };
  }

  async function newWrite(turn: number): Promise<Write> {
    const key = crypto.randomUUID();
    if (turn % 2 === 0) {
      const path = `merchants/${ids.harbour}/applications/${ids.harbourShop}/payouts`;
      return { key, path, body: { payInAccountId: 1, amount: 0.07 } };
    }
    const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 500 });
    return { key, path: `payments/${paymentId}/refunds`, body: { refundPaymentAmount: 0.03 } };
  }

  const reached = (length: number) => new Promise<void>((resolve) => Object.assign(awaited, { length, resolve }));

  /** Writes one after the other until the server dies; the last write stays without a response. */
  async function load(): Promise<number> {
    for (let turn = 0; ; turn++) {
      const write = await newWrite(turn);
      writes.push(write);
      if (writes.length === awaited.length) awaited.resolve();
      try {
        await send(write);
      } catch {
        return turn;
      }
    }
  }

  test('lose nothing and double nothing', { timeout: 60_000 + kills * 30_000 }, async () => {
    for (let kill = 0; kill < kills; kill++) {
      server = await startRealServer(databaseUrl, gateway?.env);
      // Killed in the middle of the load, at a different point each time.
      const middle = reached(writes.length + 20 + ((kill * 7) % 40));
      const running = clients.map(() => load());
      // The audit reads while they write and while the server dies.
      const auditing = audit(database);
      await middle;
      await server.kill();
      await Promise.all(running);
      expect(await auditing).toEqual([]);
    }
    server = await startRealServer(databaseUrl, gateway?.env);
    const acknowledged = writes.filter(({ answer }) => answer).map((write) => ({ ...write }));
    for (const write of writes) await send(write);
    await server.kill();
    expect(writes.map(({ answer }) => answer?.status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(acknowledged.map(({ key }) => writes.find((write) => write.key === key)?.answer?.text)).toEqual(
      acknowledged.map(({ answer }) => answer?.text),
    );
  });

  test('each key moves money once, and every order reaches its end', { timeout: 120_000 }, async () => {
    const done = async () =>
      database.query<{ n: number; of: string }>(
        `SELECT count(*) AS n, 'payouts' AS of FROM outbound_payments UNION ALL SELECT count(*), 'refunds' FROM refunds ORDER BY 2`,
      );
    const payouts = writes.filter(({ path }) => path.endsWith('payouts')).length;
    expect(await done()).toEqual([
      { n: payouts, of: 'payouts' },
      { n: writes.length - payouts, of: 'refunds' },
    ]);
    for (const minutes of [1, 2, 5, 10]) {
      api.pass({ minutes });
      await api.runDueWork();
    }
    expect(await readBooks(database, books)).toMatchObject({ PENDING_OUT: 0 });
    expect(await audit(database)).toEqual([]);
  });
});

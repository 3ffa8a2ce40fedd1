import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { createWebhookSender } from '#node/sending/create-webhook-sender.ts';
import { type RealServer, startRealServer } from '#testing/money/real-server.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { dailyWork } from '#workers.ts';
import { behaviours, type HostileReceiver, openHostileReceiver } from './hostile-receiver.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
const events = isFull ? 10_000 : 90;
const kills = isFull ? 20 : 2;
const given = process.env['TEST_DATABASE_URL'];
const names = Object.keys(behaviours);
/** Each event to a receiver that never responds takes a full timeout, so there are only few. */
const rare = new Set(['hangs']);
const never = ['hangs', 'redirects', 'garbage'];

// Killing needs a separate process that shares the data; the embedded database runs in this process.
describe.runIf(given)(`${events} events to hostile receivers with ${kills} kills`, () => {
  let database: Database;
  let databaseUrl: string;
  let receiver: HostileReceiver;
  let api: TestApp;
  let server: RealServer | null = null;

  beforeAll(async () => {
    database = await openPeople();
    const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(given ?? '');
    url.pathname = `/${name}`;
    databaseUrl = url.href;
    receiver = await openHostileReceiver();
    api = createTestApp(database, { webhookSender: createWebhookSender({ isLocal: true, timeout: 400 }) });
    api.pass({ seconds: (Date.now() - api.services.clock.now().getTime()) / 1000 });
    await seedEvents();
  });
  afterAll(async () => {
    await server?.kill();
    receiver.close();
    await database.close();
  });

  /** An application per behaviour, and payments that have just completed, distributed among them. */
  async function seedEvents(): Promise<void> {
    for (const [index, name] of names.entries()) {
      await database.query(
        `INSERT INTO applications (merchant_id, application_id, application_name, payment_status_webhook_url)
         VALUES ($1, $2, $3, $4)`,
        [ids.harbour, applicationOf(index), name, receiver.urlOf(name)],
      );
    }
    const dealt = Array.from({ length: events }, (_, event) => {
      const index = event % names.length;
      return applicationOf(rare.has(names[index]!) && event >= names.length * 5 ? 0 : index);
    });
    await database.transaction(async ({ query }) => {
      await query(
        `CREATE TEMPORARY TABLE dealt ON COMMIT DROP AS
         SELECT gen_random_uuid() AS payment_id, gen_random_uuid() AS event_id, application_id FROM unnest($1::uuid[]) AS application_id`,
        [dealt],
      );
      await query(
        `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
           is_to_virtual_account, is_new_payment, is_payer_checked, reference)
         SELECT $1, payment_id, application_id, $2, $2, 100, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, '' FROM dealt`,
        [ids.harbour, api.services.clock.now()],
      );
      await query(
        `INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
         SELECT $1, event_id, application_id, 'PAYMENT', payment_id, 'COMPLETED', $2 FROM dealt`,
        [ids.harbour, api.services.clock.now()],
      );
      await query(
        `INSERT INTO due_work (work_id, kind, merchant_id, object_id, due_at)
         SELECT gen_random_uuid(), 'WEBHOOK_EVENT', $1, event_id, $2 FROM dealt`,
        [ids.harbour, api.services.clock.now()],
      );
    });
  }
  const applicationOf = (index: number) => `01900000-0000-7000-8000-0000000005${String(index).padStart(2, '0')}`;

  test(
    'leave every event delivered at least once or listed as given up',
    { timeout: 120_000 + kills * 60_000 },
    async () => {
      for (let kill = 0; kill < kills; kill++) {
        server = await startRealServer(databaseUrl);
        // In the middle of the deliveries, at a different point each time.
        await receiver.reached(receiver.received() + events / (kills * 3) + ((kill * 7) % 11));
        await server.kill();
      }
      server = null;
      // Claims of dead processes expire with their lease; then two rounds, and the three days until delivery gives up.
      api.pass({ seconds: (Date.now() - api.services.clock.now().getTime()) / 1000 });
      for (const seconds of [70, 20, 60]) {
        api.pass({ seconds });
        await api.runDueWork();
        await api.sendWebhooks();
      }
      api.pass({ hours: 73 });
      await api.sendWebhooks();

      const rows = await database.query<{ name: string; object_id: string; state: string; attempts: number }>(
        `SELECT a.application_name AS name, e.object_id, d.state, (SELECT count(*) FROM webhook_attempts AS t
         WHERE t.merchant_id = d.merchant_id AND t.delivery_id = d.delivery_id)::int AS attempts
       FROM outgoing_events AS e JOIN applications AS a USING (merchant_id, application_id)
       LEFT JOIN webhook_deliveries AS d ON d.merchant_id = e.merchant_id AND d.event_id = e.event_id`,
      );
      expect(rows).toHaveLength(events);
      const astray = rows.filter(({ name, object_id: id, state, attempts }) => {
        const isTaken = receiver.taken.get(name)?.has(id) === true;
        return never.includes(name)
          ? state !== 'GAVE_UP' || isTaken || attempts < 1
          : state !== 'DELIVERED' || !isTaken;
      });
      expect(astray).toEqual([]);
      expect(
        await database.query('SELECT kind, lane FROM due_work WHERE kind <> ALL($1::text[])', [
          dailyWork.map(({ kind }) => kind),
        ]),
      ).toEqual([]);
    },
  );
});

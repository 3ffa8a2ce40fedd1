import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { addFileSchedule } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { keepWorking } from '#queue/run-due-work.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf, ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';
import { dailyWork, workers } from '#workers.ts';

let database: Database;
beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

test('a password link does not wait for the mails of a daily job, however slowly the mail server takes them', async () => {
  let takeAll = () => {};
  const isSlow = new Promise<void>((resolve) => (takeAll = resolve));
  const given: string[] = [];
  const sent: string[] = [];
  const send = async ({ to, subject }: { to: string; subject: string }) => {
    given.push(to);
    if (subject.startsWith('Pay-ins')) await isSlow;
    sent.push(to);
  };
  const app = createTestApp(database, { settings: { isLocal: false }, mailer: { send } });
  await ensureDailyWork(database, app.services.clock.now(), dailyWork);
  const token = await signInAs(app, 'merchantadmin');
  const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
  const finance = Array.from({ length: 6 }, (_, nth) => `finance-${nth}@harbour.example`);
  for (const email of finance) {
    const body = { payInAccountId: null, format: 'CSV', frequency: 'DAILY', email };
    expect((await app.call(addFileSchedule, { token, params, body })).status).toBe(201);
  }
  await app.runDueWork();
  sent.length = given.length = 0;

  app.pass({ hours: 24 });
  const working = keepWorking(app.services, workers, 1);
  await expect.poll(() => given.length).toBe(4);
  await app.call(forgotPassword, { body: { email: emailOf('viewer') } });
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual([emailOf('viewer')]);
  takeAll();
  await expect.poll(() => sent.toSorted()).toEqual([...finance, emailOf('viewer')].toSorted());
  await working.stop();
});

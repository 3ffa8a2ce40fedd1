import {
  discardFailedJob,
  type FailedJobPage,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from '@volume/contract/failed-jobs/failed-jobs.ts';
import { listPlatformActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Database } from '#database/database.ts';
import { claimWork, enqueueWork, finishWork } from '#queue/due-work.ts';
import { createDueWorkRunner } from '#queue/run-due-work.ts';
import type { Worker } from '#queue/worker.ts';
import type { CallInput } from '#testing/call-api.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let admin: { token: string; headers: Record<string, string> };

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('DELETE FROM due_work');
  const token = await signInAs(app, 'admin');
  admin = { token, headers: await proved(app, token) };
  ran.length = 0;
  isBroken = true;
});

const as = <E extends AnyEndpoint>(endpoint: E, input: CallInput = {}) =>
  app.call(endpoint, { ...admin, ...input, headers: { ...admin.headers, ...input.headers } });
const list = async (query = ''): Promise<FailedJobPage> => (await as(listFailedJobs, { query })).value();
const body = { reason: 'The cause is repaired' };
const retry = (jobId: string) => as(retryFailedJob, { params: { jobId }, body });
const discard = (jobId: string) => as(discardFailedJob, { params: { jobId }, body });
const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

let isBroken = true;
const ran: string[] = [];

/** A worker of a real kind that fails while `isBroken`; `mostFailures` tries and its jobs are dead. */
const planted = (kind: string, mostFailures = 3): Worker => ({
  kind,
  mostFailures,
  run: async (_, { workId }) => {
    ran.push(workId);
    if (isBroken) throw new TypeError('invalid input for pia.payer@example.com');
  },
});

async function enqueue(kind: string, objectId: string | null = null): Promise<string> {
  const jobId = crypto.randomUUID();
  const { clock } = app.services;
  await enqueueWork(database, () => jobId, { kind, merchantId: ids.harbour, objectId, dueAt: clock.now() });
  return jobId;
}
async function run(worker: Worker, times = 1): Promise<void> {
  for (let each = 0; each < times; each++) {
    await createDueWorkRunner(app.services, [worker]).finish();
    // Longer than the pauses after two failures, and short enough that the step-up stays valid.
    app.pass({ seconds: 3 });
  }
}
async function dead(kind: string, objectId: string | null = null): Promise<string> {
  const jobId = await enqueue(kind, objectId);
  await run(planted(kind), 3);
  return jobId;
}
const rows = () =>
  database.query<{ work_id: string; failures: number; dead_at: Date | null }>(
    'SELECT work_id, failures, dead_at FROM due_work ORDER BY work_id',
  );
const activity = async () =>
  (await as(listPlatformActivity, { query: 'size=5' })).value().content.map(({ action, subject, detail }) => ({
    action,
    subject,
    detail,
  }));

test('lists nothing when no job has failed', async () => {
  await enqueue('NOTICE_MAIL');
  expect(await list()).toMatchObject({ content: [], totalElements: 0, kinds: [] });
});

test('lists dead jobs first with their error, payment and times, and counts each kind', async () => {
  const paymentId = crypto.randomUUID();
  const began = app.services.clock.now();
  const jobId = await dead('PAYMENT_ATTEMPT', paymentId);
  await enqueue('NOTICE_MAIL');
  await run(planted('NOTICE_MAIL'));
  const { content, kinds, totalElements } = await list();
  expect(content[0]).toMatchObject({
    jobId,
    kind: 'PAYMENT_ATTEMPT',
    state: 'DEAD',
    merchantId: ids.harbour,
    merchantName: 'Harbour & Bloom',
    subject: { kind: 'PAYMENT', id: paymentId },
    failures: 3,
    firstFailedAtUtc: began.toISOString().slice(0, -1),
    nextTryAtUtc: null,
    isRunning: false,
  });
  expect(content[0]?.lastError).toMatch(/^TypeError at failed-jobs\.test\.ts/);
  expect(JSON.stringify(content)).not.toContain('pia.payer');
  expect(content[1]).toMatchObject({ kind: 'NOTICE_MAIL', state: 'RETRYING', failures: 1, subject: null });
  expect(content[1]?.nextTryAtUtc).not.toBeNull();
  expect(kinds.map(({ kind, dead: gone, retrying }) => [kind, gone, retrying])).toEqual([
    ['PAYMENT_ATTEMPT', 1, 0],
    ['NOTICE_MAIL', 0, 1],
  ]);
  expect(totalElements).toBe(2);
});

test('filters by state, kind and merchant; the counts stay', async () => {
  await dead('NOTICE_MAIL');
  await enqueue('DIGEST_MAIL');
  await run(planted('DIGEST_MAIL'));
  const found = async (query: string) => (await list(query)).content.map(({ kind }) => kind);
  expect(await found('state=DEAD')).toEqual(['NOTICE_MAIL']);
  expect(await found('state=RETRYING')).toEqual(['DIGEST_MAIL']);
  expect(await found('kind=DIGEST_MAIL')).toEqual(['DIGEST_MAIL']);
  expect(await found(`merchantId=${ids.harbour}&state=DEAD`)).toEqual(['NOTICE_MAIL']);
  expect((await as(listFailedJobs, { query: `merchantId=${crypto.randomUUID()}` })).status).toBe(404);
  expect((await list('state=DEAD&size=1')).kinds).toHaveLength(2);
  expect((await as(listFailedJobs, { query: 'kind=NO_SUCH' })).status).toBe(400);
});

test('retries a dead job: it runs immediately, and the reason is in the activity', async () => {
  const jobId = await dead('NOTICE_MAIL');
  isBroken = false;
  expect((await retry(jobId)).status).toBe(204);
  await run(planted('NOTICE_MAIL'));
  expect([ran.length, await rows()]).toEqual([4, []]);
  expect((await activity())[0]).toEqual({
    action: 'FAILED_JOB_RETRIED',
    subject: jobId,
    detail: 'Email about a notification: The cause is repaired',
  });
});

test('a retried job that fails again counts from one, and keeps when it failed', async () => {
  const jobId = await dead('NOTICE_MAIL');
  await retry(jobId);
  const at = app.services.clock.now();
  await run(planted('NOTICE_MAIL'));
  expect((await list()).content).toMatchObject([
    { state: 'RETRYING', failures: 1, firstFailedAtUtc: at.toISOString().slice(0, -1) },
  ]);
});

test('retries a waiting job early and keeps its failures', async () => {
  const jobId = await enqueue('NOTICE_MAIL');
  await createDueWorkRunner(app.services, [planted('NOTICE_MAIL')]).finish();
  await createDueWorkRunner(app.services, [planted('NOTICE_MAIL')]).finish();
  expect(ran).toHaveLength(1);
  expect((await retry(jobId)).status).toBe(204);
  await createDueWorkRunner(app.services, [planted('NOTICE_MAIL')]).finish();
  expect([ran.length, await rows()]).toMatchObject([2, [{ failures: 2 }]]);
});

test('shows a retried job until it has run', async () => {
  const jobId = await dead('NOTICE_MAIL');
  await retry(jobId);
  const waiting = await list();
  expect(waiting.content).toMatchObject([{ jobId, state: 'RETRYING', failures: 0, isRunning: false }]);
  expect(waiting.kinds).toMatchObject([{ kind: 'NOTICE_MAIL', dead: 0, retrying: 1 }]);
  expect((await retry(jobId)).status).toBe(409);
  isBroken = false;
  await run(planted('NOTICE_MAIL'));
  expect(await list()).toMatchObject({ content: [], kinds: [] });
});

test('names the application of a payout', async () => {
  const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
  const account = { payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' } as const;
  const books = await seedAccount(app.services, { ...params, ...account });
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  const made = await app.call(makePayout, {
    params,
    body: { payInAccountId: 1, amount: 1 },
    token: await signInAs(app, 'editor'),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const { payoutPaymentId } = made.value();
  await database.query('DELETE FROM due_work');
  await dead('PAYOUT_TOLD', payoutPaymentId);
  await dead('PAYOUT_TOLD', crypto.randomUUID());
  const subjects = (await list()).content.map(({ subject }) => subject);
  expect(subjects).toContainEqual({ kind: 'PAYOUT', id: payoutPaymentId, applicationId: ids.harbourShop });
  expect(subjects.filter((subject) => subject?.applicationId === undefined)).toHaveLength(1);
});

test('discards a dead job with its reason; one that is retried or of an order is refused', async () => {
  const jobId = await dead('NOTICE_MAIL');
  const ofOrder = await dead('PAYOUT_TOLD', crypto.randomUUID());
  const refused = await discard(ofOrder);
  expect([refused.status, refused.problem().statusName]).toEqual([422, 'NOT_DISCARDABLE']);
  expect((await discard(jobId)).status).toBe(204);
  expect((await rows()).map(({ work_id }) => work_id)).toEqual([ofOrder]);
  expect((await activity())[0]).toMatchObject({ action: 'FAILED_JOB_DISCARDED', subject: jobId });
  const waiting = await enqueue('NOTICE_MAIL');
  await run(planted('NOTICE_MAIL'));
  expect((await discard(waiting)).status).toBe(409);
  expect(await rows()).toHaveLength(2);
});

test('a kind that only a newer build knows is listed, and cannot be discarded', async () => {
  const jobId = await dead('OF_TOMORROW');
  expect((await list()).content).toMatchObject([{ jobId, kind: 'OF_TOMORROW' }]);
  expect((await discard(jobId)).status).toBe(422);
  expect((await retry(jobId)).status).toBe(204);
});

test('retries all dead jobs of one kind, and no others', async () => {
  const other = await dead('DIGEST_MAIL');
  for (let each = 0; each < 3; each++) await dead('NOTICE_MAIL');
  const all = (kind: string) => as(retryFailedJobs, { body: { kind, ...body } });
  expect((await all('NOTICE_MAIL')).value()).toEqual({ retried: 3, left: 0 });
  expect((await list('state=DEAD')).content.map(({ jobId }) => jobId)).toEqual([other]);
  const [noted] = await activity();
  expect(noted).toEqual({
    action: 'FAILED_JOBS_RETRIED',
    subject: 'NOTICE_MAIL',
    detail: 'Email about a notification, 3: The cause is repaired',
  });
  expect((await all('NOTICE_MAIL')).value()).toEqual({ retried: 0, left: 0 });
  expect((await activity())[0]).toEqual(noted);
  expect((await as(retryFailedJobs, { body: { kind: 'NO_SUCH', ...body } })).status).toBe(400);
});

test('needs a reason of 1 to 200 characters', async () => {
  const jobId = await dead('NOTICE_MAIL');
  for (const reason of [undefined, '', '  ', 'x'.repeat(201)])
    for (const endpoint of [retryFailedJob, discardFailedJob])
      expect((await as(endpoint, { params: { jobId }, body: { reason } })).status).toBe(400);
  expect(await rows()).toMatchObject([{ work_id: jobId, failures: 3 }]);
});

test('does not touch a running job, and returns 404 for a job that has run in the meantime', async () => {
  const jobId = await enqueue('NOTICE_MAIL');
  await run(planted('NOTICE_MAIL'));
  const claim = { clock: app.services.clock, lease: 60_000, rooms: [{ kind: 'NOTICE_MAIL', room: 1 }] };
  const [running] = await claimWork(database, claim);
  const answer = await retry(jobId);
  expect([answer.status, answer.problem().errorMessage]).toEqual([
    409,
    'This job is running at the moment. Nothing was changed.',
  ]);
  expect((await list()).content).toMatchObject([{ jobId, isRunning: true }]);
  await finishWork(database, running!);
  expect((await retry(jobId)).status).toBe(404);
});

test('of a concurrent retry and discard one happens, and is recorded', async () => {
  for (let round = 0; round < 10; round++) {
    const jobId = await dead('NOTICE_MAIL');
    const statuses = statusesOf(await Promise.all([retry(jobId), discard(jobId), retry(jobId), discard(jobId)]));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    const done = (await activity()).filter(({ subject }) => subject === jobId);
    expect(done).toHaveLength(1);
    expect(await rows()).toHaveLength(done[0]?.action === 'FAILED_JOB_RETRIED' ? 1 : 0);
    await database.query('DELETE FROM due_work');
  }
});

test('control: without the lock, both of them would happen', async () => {
  const jobId = await dead('NOTICE_MAIL');
  const isDead = async () =>
    (await database.query('SELECT 1 FROM due_work WHERE work_id = $1 AND dead_at IS NOT NULL', [jobId])).length > 0;
  const seen = await Promise.all([isDead(), isDead()]);
  await database.query('UPDATE due_work SET dead_at = NULL, failures = 0 WHERE work_id = $1', [jobId]);
  await database.query('DELETE FROM due_work WHERE work_id = $1', [jobId]);
  expect([seen, await rows()]).toEqual([[true, true], []]);
});

test('two administrators who retry a kind concurrently retry each job once', async () => {
  for (let each = 0; each < 20; each++) await enqueue('NOTICE_MAIL');
  await run(planted('NOTICE_MAIL'), 3);
  const all = () => as(retryFailedJobs, { body: { kind: 'NOTICE_MAIL', ...body } });
  const answers = await Promise.all([all(), all()]);
  const retried = answers.flatMap((answer) => (answer.status === 200 ? [answer.value().retried] : []));
  expect(retried.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect((await list('state=DEAD')).content).toEqual([]);
});

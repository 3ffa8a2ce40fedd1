import { type ProviderName, providerNames } from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { fillSubmitted } from '#database/migrations/submitted-orders.ts';
import { sql } from '#database/sql.ts';
import { type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import { dateOf, dayMs, type Keepers, reconcileDay } from './reconcile-day.ts';

/** At night, when the day before is over everywhere. */
export const dailyReconciliation: DailyWork = {
  kind: 'RECONCILE',
  workId: '00000000-0000-7000-8000-00000000ec01',
  hourUtc: 2,
};

/** Days that are made up for after a pause, at most. */
const mostDays = 31;
/**
 * Days whose statements are read again each night: a payment can come back, and a held one be released or refused, days after it was submitted, and the
 * message that says so can be lost.
 */
const daysReadAgain = 14;
/** Milliseconds after which a day is put down and taken up again: well before the queue gives a piece of work up. */
const longestRun = 30_000;

const dayKind = 'RECONCILE_DAY';

/**
 * Each night puts one piece of work for each provider and day into the queue: the day before, the days that were missed, and those that are
 * read again. The first day ever is where it begins, since orders of before it may be on no statement.
 */
export function createReconcileWorkers(keepers: Keepers): readonly Worker[] {
  return [
    { kind: dailyReconciliation.kind, atOnce: 1, mostFailures: Infinity, run: (services) => enqueueDays(services) },
    // A day that was given up would keep its id, and no later night could enqueue it again.
    { kind: dayKind, atOnce: 1, mostFailures: Infinity, run: (services, work) => reconcile(services, keepers, work) },
  ];
}

async function enqueueDays(services: Services): Promise<{ againAt: Date }> {
  const { database, clock } = services;
  // An older build that is still running writes no time of submission.
  for (const fill of fillSubmitted) while ((await database.query(fill)).length > 0);
  for (const provider of providerNames) {
    const days = await findDays(services, provider);
    for (const day of days) await enqueueDay(database, clock.now(), provider, dateOf(day));
  }
  return { againAt: nextDay(clock.now(), dailyReconciliation.hourUtc) };
}

async function findDays(services: Services, provider: ProviderName): Promise<number[]> {
  const { database, clock } = services;
  const yesterday = Math.floor(clock.now().getTime() / dayMs) * dayMs - dayMs;
  const rows = await database.query<{ day: string }>(
    sql`SELECT day FROM reconciliations WHERE provider = ${provider} ORDER BY day`,
  );
  const read = rows.map(({ day }) => Date.parse(day));
  const [first] = read;
  if (first === undefined) await writeDay(services, provider, dateOf(yesterday), 0);
  return Array.from({ length: mostDays }, (_, back) => yesterday - back * dayMs)
    .filter((day) => first !== undefined && day > first)
    .filter((day) => !read.includes(day) || day > yesterday - daysReadAgain * dayMs)
    .toReversed();
}

/** The id follows from provider and day: a day that is still being read, or failed and waits for its next try, is not enqueued twice. */
async function enqueueDay({ query }: Queries, at: Date, provider: ProviderName, day: string): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, payload, due_at)
      VALUES (md5(${`${dayKind} ${provider} ${day}`})::uuid, ${dayKind}, ${JSON.stringify({ provider, day })}::jsonb, ${at})
      ON CONFLICT (work_id) DO NOTHING`,
  );
}

async function reconcile(services: Services, keepers: Keepers, work: DueWork): Promise<void | { againAt: Date }> {
  const { database, clock } = services;
  const { day, after = '' } = work.payload as { day: string; after?: string };
  const provider = providerNames.find((name) => name === work.payload['provider']);
  if (!provider) throw new Error(`No account provider is called ${String(work.payload['provider'])}.`);
  const own = sql`work_id = ${work.workId} AND attempts = ${work.attempts}`;
  const until = clock.now().getTime() + longestRun;
  const outcome = await reconcileDay(services, keepers, {
    provider,
    day: Date.parse(day),
    after,
    isOwn: async () => (await database.query(sql`SELECT FROM due_work WHERE ${own}`)).length > 0,
    isTimeUp: () => clock.now().getTime() >= until,
  });
  if ('after' in outcome) {
    const payload = JSON.stringify({ provider, day, after: outcome.after });
    await database.query(sql`UPDATE due_work SET payload = ${payload}::jsonb WHERE ${own}`);
    return { againAt: clock.now() };
  }
  if (outcome.orders !== null) await writeDay(services, provider, day, outcome.orders);
  return undefined;
}

async function writeDay({ database, clock }: Services, provider: ProviderName, day: string, orders: number) {
  await database.query(
    sql`INSERT INTO reconciliations (provider, day, at, orders) VALUES (${provider}, ${day}::date, ${clock.now()}, ${orders})
      ON CONFLICT (provider, day) DO UPDATE SET at = excluded.at, orders = excluded.orders`,
  );
}

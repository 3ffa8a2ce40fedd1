import { type ProviderName, providerNames } from '#providers/port.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { fillSubmitted } from '#database/migrations/submitted-orders.ts';
import { sql } from '#database/sql.ts';
import { type DailyWork, type DueWork, nextDay, type Worker } from '#queue/worker.ts';
import { dateOf, dayMs, reconcileDay } from './reconcile-day.ts';

/** At night, when the previous day has ended at every provider. */
export const dailyReconciliation: DailyWork = {
  kind: 'RECONCILE',
  workId: '00000000-0000-7000-8000-00000000ec01',
  hourUtc: 2,
};

/** After a pause, at most this many missed days are reconciled. */
const mostDays = 31;
/**
 * Statements of this many days are read again each night: a payment can be returned, and a held one released or
 * refused, days after it was submitted, and the provider's update can be lost.
 */
const daysReadAgain = 14;
/** Milliseconds after which a job stops and continues in another run, well before the queue considers it dead. */
const longestRun = 30_000;

const dayKind = 'RECONCILE_DAY';

/**
 * Each night enqueues a job per provider and day: the previous day, missed days, and recent days that are read again.
 * Starts with the first day it runs, since earlier orders may be on no statement.
 */
export const reconcileWorkers: readonly Worker[] = [
  { kind: dailyReconciliation.kind, concurrency: 1, mostFailures: Infinity, run: enqueueDays },
  // A dead letter would keep its id, so no later night could enqueue the day again.
  { kind: dayKind, concurrency: 1, mostFailures: Infinity, run: reconcile },
];

async function enqueueDays(services: Services): Promise<{ againAt: Date }> {
  const { database, clock } = services;
  // An older build that is still running writes no submission time.
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

/** The id is derived from provider and day, so a day that is being read or retried is not enqueued twice. */
async function enqueueDay(
  { query, wakeWorkers }: Queries,
  at: Date,
  provider: ProviderName,
  day: string,
): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, payload, due_at)
      VALUES (md5(${`${dayKind} ${provider} ${day}`})::uuid, ${dayKind}, ${JSON.stringify({ provider, day })}::jsonb, ${at})
      ON CONFLICT (work_id) DO NOTHING`,
  );
  wakeWorkers?.();
}

async function reconcile(services: Services, work: DueWork): Promise<void | { againAt: Date }> {
  const { database, clock } = services;
  const { day, after = '' } = work.payload as { day: string; after?: string };
  const provider = providerNames.find((name) => name === work.payload['provider']);
  if (!provider) throw new Error(`No account provider is called ${String(work.payload['provider'])}.`);
  const own = sql`work_id = ${work.workId} AND attempts = ${work.attempts}`;
  const until = clock.now().getTime() + longestRun;
  const outcome = await reconcileDay(services, {
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

import { type ProviderName, providerNames } from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { type DailyWork, nextDay, type Worker } from '#queue/worker.ts';
import { type Keepers, reconcileDay } from './reconcile-day.ts';
import { sql } from '#database/sql.ts';

/** At night, when the day before is over everywhere. */
export const dailyReconciliation: DailyWork = {
  kind: 'RECONCILE',
  workId: '00000000-0000-7000-8000-00000000ec01',
  hourUtc: 2,
};

const dayMs = 86_400_000;
/** Days that are made up for after a pause, at most. */
const mostDays = 31;

/**
 * Each day compares every account provider's statement of the day before with our orders. Days that were missed are made up for;
 * the first day ever is where it begins, since orders of before it may be on no statement.
 */
export function createReconcileWorker(keepers: Keepers): Worker {
  return {
    kind: dailyReconciliation.kind,
    atOnce: 1,
    run: async (services) => {
      const failures: unknown[] = [];
      for (const provider of providerNames) {
        // One provider that does not answer holds no other one up.
        await reconcile(services, keepers, provider).catch((error: unknown) => failures.push(error));
      }
      for (const failure of failures) services.log.error('a statement could not be read', errorFields(failure));
      if (failures.length > 0) throw new Error('Not every provider could be reconciled.');
      return { againAt: nextDay(services.clock.now(), dailyReconciliation.hourUtc) };
    },
  };
}

async function reconcile(services: Services, keepers: Keepers, provider: ProviderName): Promise<void> {
  const { database, clock } = services;
  const yesterday = Math.floor(clock.now().getTime() / dayMs) * dayMs - dayMs;
  const [last] = await database.query<{ day: string | null }>(
    sql`SELECT max(day) AS day FROM reconciliations WHERE provider = ${provider}`,
  );
  if (last?.day == null) return writeDay(services, provider, yesterday, 0);
  const begin = Math.max(Date.parse(last.day) + dayMs, yesterday - (mostDays - 1) * dayMs);
  for (let day = begin; day <= yesterday; day += dayMs) {
    const orders = await reconcileDay(services, keepers, provider, day);
    if (orders === null) return;
    await writeDay(services, provider, day, orders);
  }
}

async function writeDay({ database, clock }: Services, provider: ProviderName, day: number, orders: number) {
  await database.query(
    sql`INSERT INTO reconciliations (provider, day, at, orders)
      VALUES (${provider}, ${dateOf(day)}::date, ${clock.now()}, ${orders}) ON CONFLICT DO NOTHING`,
  );
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

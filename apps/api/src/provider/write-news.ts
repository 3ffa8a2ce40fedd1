import type { Queries } from '#database/database.ts';
import type { ProviderOrder } from '#core/account-providers.ts';
import { enqueueWork } from '#queue/enqueue-work.ts';
import type { Course, Habits } from './habits.ts';

const lateMilliseconds = 10 * 60_000;
const againMilliseconds = 2_000;

type News = { order: ProviderOrder; course: Course; tells: Habits['tells'] };

/** Puts what the provider will tell us about an order on its way: in time, late, twice, in the wrong order, or not at all. */
export async function writeNews(
  queries: Queries,
  { newId }: { newId: () => string },
  { order, course, tells }: News,
): Promise<void> {
  if (tells === 'NEVER') return;
  const { provider, payInAccountId, amount, currency } = order;
  const known = { provider, payInAccountId, amount, currency };
  const times = course.map(({ at }) => Date.parse(at));
  const told =
    tells === 'OUT_OF_ORDER' ? times.map((_, index) => (times.at(-1) ?? 0) + (times.length - index) * 1000) : times;
  for (const [index, { status, description }] of course.entries()) {
    const due = (told[index] ?? 0) + (tells === 'LATE' ? lateMilliseconds : 0);
    for (const at of tells === 'TWICE' ? [due, due + againMilliseconds] : [due]) {
      await enqueueWork(queries, newId, {
        kind: `${order.kind}_TOLD`,
        merchantId: order.merchantId,
        objectId: order.orderId,
        dueAt: new Date(at),
        payload: { status, description, known },
      });
    }
  }
}

import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { ProviderName, ProviderOrder, ProviderRefusal, ReportedOrder, StatementOrder } from '#providers/port.ts';
import { enqueueOrderUpdate } from '#providers/updates.ts';
import type { Course, Habits } from './habits.ts';

type Surroundings = Pick<Services, 'database' | 'clock' | 'random'>;

/** Accepts an order once, with the times of its statuses, or refuses it. Null when it was accepted. */
export async function submitOrder(
  surroundings: Surroundings,
  order: ProviderOrder,
  { answer, course, tells }: Habits,
): Promise<ProviderRefusal | null> {
  if (typeof answer === 'object') return answer;
  const context = writeContext(surroundings);
  const fixed: Course = course.map(({ status, afterSeconds, description = null }) => ({
    status,
    at: new Date(context.at.getTime() + afterSeconds * 1000).toISOString(),
    description,
  }));
  const isLost = answer === 'LOSES_ORDER' && (await isFirstTime(surroundings, order));
  if (isLost) throw new Error(`${order.provider} did not answer.`);
  await surroundings.database.transaction(async (queries) => {
    const taken = await queries.query(
      sql`INSERT INTO simulated_orders AS o (order_id, is_taken, course, submitted, taken_at)
        VALUES (${order.orderId}, true, ${JSON.stringify(fixed)}::jsonb, ${JSON.stringify(order)}::jsonb, ${context.at})
       ON CONFLICT (order_id) DO UPDATE SET is_taken = true, course = excluded.course, submitted = excluded.submitted,
         taken_at = excluded.taken_at WHERE NOT o.is_taken RETURNING order_id`,
    );
    if (taken.length > 0) await writeNews(queries, context, { order, course: fixed, tells });
  });
  if (answer === 'LOSES_ANSWER') throw new Error(`${order.provider} did not answer in time.`);
  return null;
}

async function isFirstTime({ database }: Surroundings, { orderId }: ProviderOrder): Promise<boolean> {
  const noted = await database.query(
    sql`INSERT INTO simulated_orders (order_id, is_taken, course) VALUES (${orderId}, false, '[]') ON CONFLICT DO NOTHING
      RETURNING order_id`,
  );
  return noted.length > 0;
}

export async function askOrder({ database, clock }: Surroundings, orderId: string): Promise<ReportedOrder | null> {
  const [order] = await database.query<{ course: Course }>(
    sql`SELECT course FROM simulated_orders WHERE order_id = ${orderId} AND is_taken`,
  );
  return order ? reportOf(order.course, clock.now()) : null;
}

function reportOf(course: Course, now: Date): ReportedOrder {
  const last = course.findLast(({ at }) => Date.parse(at) <= now.getTime());
  return last ? { status: last.status, description: last.description } : { status: 'IN_PROGRESS', description: null };
}

export async function readStatement({ database, clock }: Surroundings, provider: ProviderName, day: string) {
  const taken = await database.query<{ course: Course; submitted: ProviderOrder }>(
    sql`SELECT course, submitted FROM simulated_orders
     WHERE taken_at >= ${day}::date AND taken_at < ${day}::date + 1 AND submitted ->> 'provider' = ${provider}
     ORDER BY taken_at, order_id`,
  );
  return taken.map(({ course, submitted }): StatementOrder => {
    const { orderId, kind, merchantId, payInAccountId, amount, currency } = submitted;
    return { orderId, kind, merchantId, payInAccountId, amount, currency, ...reportOf(course, clock.now()) };
  });
}

const lateMilliseconds = 10 * 60_000;
const againMilliseconds = 2_000;

interface News {
  order: ProviderOrder;
  course: Course;
  tells: Habits['tells'];
}

/** Schedules the provider's updates about an order: in time, late, twice, in the wrong order, or not at all. */
async function writeNews(
  queries: Queries,
  { newId }: { newId: () => string },
  { order, course, tells }: News,
): Promise<void> {
  if (tells === 'NEVER') return;
  const { provider, payInAccountId, amount, currency } = order;
  const known = { provider, payInAccountId, amount, currency };
  const times = course.map(({ at }) => Date.parse(at));
  const reports =
    tells === 'OUT_OF_ORDER' ? times.map((_, index) => (times.at(-1) ?? 0) + (times.length - index) * 1000) : times;
  for (const [index, { status, description }] of course.entries()) {
    const due = (reports[index] ?? 0) + (tells === 'LATE' ? lateMilliseconds : 0);
    for (const at of tells === 'TWICE' ? [due, due + againMilliseconds] : [due]) {
      await enqueueOrderUpdate(queries, newId, order, { at: new Date(at), status, description, known });
    }
  }
}

import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import type { ProviderOrder } from '#providers/port.ts';
import { enqueueOrderUpdate } from '#providers/updates.ts';
import type { Course } from './habits.ts';
import type { AcceptedOrder, DatedUpdate, OrderStore } from './orders.ts';

interface Row {
  submitted: ProviderOrder;
  course: Course;
  taken_at: Date;
}

const toOrder = ({ submitted, course, taken_at }: Row) => ({ order: submitted, course, at: taken_at });

type Surroundings = Pick<Services, 'database' | 'clock' | 'random'>;

/** Stores orders in a table next to our own, and passes their updates to our workers directly. */
export function createOrdersInDatabase(surroundings: Surroundings): OrderStore {
  const { database } = surroundings;
  return {
    noteLost: async (orderId) => {
      const noted = await database.query(
        sql`INSERT INTO simulated_orders (order_id, is_taken, course) VALUES (${orderId}, false, '[]')
          ON CONFLICT DO NOTHING RETURNING order_id`,
      );
      return noted.length > 0;
    },
    accept: (order, updates) => accept(surroundings, order, updates),
    find: async (orderId) => {
      const [row] = await database.query<Row>(
        sql`SELECT submitted, course, taken_at FROM simulated_orders WHERE order_id = ${orderId} AND is_taken`,
      );
      return row && toOrder(row);
    },
    findOfDay: async (provider, day) => {
      const rows = await database.query<Row>(
        sql`SELECT submitted, course, taken_at FROM simulated_orders
         WHERE taken_at >= ${day}::date AND taken_at < ${day}::date + 1 AND submitted ->> 'provider' = ${provider}
         ORDER BY taken_at, order_id`,
      );
      return rows.map(toOrder);
    },
  };
}

function accept(
  { database, ...context }: Surroundings,
  { order, course, at }: AcceptedOrder,
  updates: readonly DatedUpdate[],
): Promise<void> {
  return database.transaction(async (queries) => {
    const taken = await queries.query(
      sql`INSERT INTO simulated_orders AS o (order_id, is_taken, course, submitted, taken_at)
        VALUES (${order.orderId}, true, ${JSON.stringify(course)}::jsonb, ${JSON.stringify(order)}::jsonb, ${at})
       ON CONFLICT (order_id) DO UPDATE SET is_taken = true, course = excluded.course, submitted = excluded.submitted,
         taken_at = excluded.taken_at WHERE NOT o.is_taken RETURNING order_id`,
    );
    if (taken.length === 0) return;
    const { newId } = writeContext(context);
    for (const update of updates) await enqueueOrderUpdate(queries, newId, order, update);
  });
}

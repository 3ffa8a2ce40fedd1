import type { Clock } from '#core/services.ts';
import type {
  OrderUpdate,
  ProviderName,
  ProviderOrder,
  ProviderRefusal,
  ReportedOrder,
  StatementOrder,
} from '#providers/port.ts';
import type { Course, Habits } from './habits.ts';

/** An accepted order, with the times of its statuses. */
export interface AcceptedOrder {
  order: ProviderOrder;
  course: Course;
  at: Date;
}

/** An update that the provider sends at a time. */
export type DatedUpdate = OrderUpdate & { at: Date };

/** Where the simulated account providers keep their orders, and how their updates reach us. */
export interface OrderStore {
  /** Notes an order that got lost on its way; false when it was noted before. */
  noteLost(orderId: string): Promise<boolean>;
  /** Stores an order with its updates, once: an order whose id is already stored changes nothing. */
  accept(accepted: AcceptedOrder, updates: readonly DatedUpdate[]): Promise<void>;
  find(orderId: string): Promise<AcceptedOrder | undefined>;
  /** The orders accepted on a UTC day, the oldest first. */
  findOfDay(provider: ProviderName, day: string): Promise<AcceptedOrder[]>;
}

interface Surroundings {
  clock: Clock;
  orders: OrderStore;
}

/** Accepts an order once, or refuses it. Null when it was accepted. */
export async function submitOrder(
  { clock, orders }: Surroundings,
  order: ProviderOrder,
  { answer, course, tells }: Habits,
): Promise<ProviderRefusal | null> {
  if (typeof answer === 'object') return answer;
  const at = clock.now();
  const isLost = answer === 'LOSES_ORDER' && (await orders.noteLost(order.orderId));
  if (isLost) throw new Error(`${order.provider} did not answer.`);
  const fixed: Course = course.map(({ status, afterSeconds, description = null }) => ({
    status,
    at: new Date(at.getTime() + afterSeconds * 1000).toISOString(),
    description,
  }));
  await orders.accept({ order, course: fixed, at }, updatesOf(order, fixed, tells));
  if (answer === 'LOSES_ANSWER') throw new Error(`${order.provider} did not answer in time.`);
  return null;
}

export async function askOrder({ clock, orders }: Surroundings, orderId: string): Promise<ReportedOrder | null> {
  const found = await orders.find(orderId);
  return found ? reportOf(found.course, clock.now()) : null;
}

function reportOf(course: Course, now: Date): ReportedOrder {
  const last = course.findLast(({ at }) => Date.parse(at) <= now.getTime());
  return last ? { status: last.status, description: last.description } : { status: 'IN_PROGRESS', description: null };
}

export async function readStatement({ clock, orders }: Surroundings, provider: ProviderName, day: string) {
  const found = await orders.findOfDay(provider, day);
  return found.map(({ course, order }): StatementOrder => {
    const { orderId, kind, merchantId, payInAccountId, amount, currency } = order;
    return { orderId, kind, merchantId, payInAccountId, amount, currency, ...reportOf(course, clock.now()) };
  });
}

const lateMilliseconds = 10 * 60_000;
const againMilliseconds = 2_000;

/** The provider's updates about an order: in time, late, twice, in the wrong order, or not at all. */
function updatesOf(
  { provider, payInAccountId, amount, currency }: ProviderOrder,
  course: Course,
  tells: Habits['tells'],
): DatedUpdate[] {
  if (tells === 'NEVER') return [];
  const known = { provider, payInAccountId, amount, currency };
  const times = course.map(({ at }) => Date.parse(at));
  const reports =
    tells === 'OUT_OF_ORDER' ? times.map((_, index) => (times.at(-1) ?? 0) + (times.length - index) * 1000) : times;
  return course.flatMap(({ status, description }, index) => {
    const due = (reports[index] ?? 0) + (tells === 'LATE' ? lateMilliseconds : 0);
    const dates = tells === 'TWICE' ? [due, due + againMilliseconds] : [due];
    return dates.map((at) => ({ at: new Date(at), status, description, known }));
  });
}

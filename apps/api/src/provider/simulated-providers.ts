import type {
  AccountProviders,
  OrderStanding,
  ProviderBeneficiary,
  ProviderName,
  ProviderOrder,
  StatementOrder,
} from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';
import { enqueueWork } from '#queue/enqueue-work.ts';
import { type Course, type Habits, sandboxHabits } from './habits.ts';

type Surroundings = Pick<Services, 'database' | 'clock' | 'random'> & {
  habitsOf?: (order: ProviderOrder) => Habits;
};

/**
 * MODULR, OPTIMUS and ISX, simulated: they keep their own books of orders, take each once, and tell what becomes of it by
 * their habits. Everything follows from the order and the clock. Being outside, they never join a transaction of ours.
 */
export function createSimulatedProviders({
  habitsOf = sandboxHabits,
  ...surroundings
}: Surroundings): AccountProviders {
  return {
    submit: (order) => submit(surroundings, order, habitsOf(order)),
    ask: ({ orderId }) => ask(surroundings, orderId),
    statement: (provider, day) => readStatement(surroundings, provider, day),
    listBeneficiaries: async (_, customerId) => listSimulatedBeneficiaries(customerId),
  };
}

async function submit(surroundings: Surroundings, order: ProviderOrder, { answer, course, tells }: Habits) {
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

async function ask({ database, clock }: Surroundings, orderId: string): Promise<OrderStanding | null> {
  const [order] = await database.query<{ course: Course }>(
    sql`SELECT course FROM simulated_orders WHERE order_id = ${orderId} AND is_taken`,
  );
  return order ? standingOf(order.course, clock.now()) : null;
}

function standingOf(course: Course, now: Date): OrderStanding {
  const last = course.findLast(({ at }) => Date.parse(at) <= now.getTime());
  return last ? { status: last.status, description: last.description } : { status: 'IN_PROGRESS', description: null };
}

async function readStatement({ database, clock }: Surroundings, provider: ProviderName, day: string) {
  const taken = await database.query<{ course: Course; submitted: ProviderOrder }>(
    sql`SELECT course, submitted FROM simulated_orders
     WHERE taken_at >= ${day}::date AND taken_at < ${day}::date + 1 AND submitted ->> 'provider' = ${provider}
     ORDER BY taken_at, order_id`,
  );
  return taken.map(({ course, submitted }): StatementOrder => {
    const { orderId, kind, merchantId, payInAccountId, amount, currency } = submitted;
    return { orderId, kind, merchantId, payInAccountId, amount, currency, ...standingOf(course, clock.now()) };
  });
}

const lateMilliseconds = 10 * 60_000;
const againMilliseconds = 2_000;

type News = { order: ProviderOrder; course: Course; tells: Habits['tells'] };

/** Puts what the provider will tell us about an order on its way: in time, late, twice, in the wrong order, or not at all. */
async function writeNews(
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

const people = [
  'Current account',
  'Savings account',
  'Tax reserve',
  'Payroll',
  'Old supplier',
  'New supplier',
] as const;

/** A customer's beneficiaries, made from the customer's id alone; most are Active, one waits and one is switched off. */
function listSimulatedBeneficiaries(customerId: string): ProviderBeneficiary[] {
  const seed = hash(customerId);
  return people.map((name, index) => {
    const number = String(10_000_000 + ((seed + index * 7_919_113) % 89_999_999));
    const isIban = index % 3 === 2;
    return {
      beneficiaryId: `B${100_000 + ((seed + index * 104_729) % 900_000)}`,
      customerId,
      name,
      accountType: isIban ? 'IBAN' : 'SCAN',
      accountNumber: isIban ? null : number,
      sortCode: isIban ? null : '00-99-55',
      iban: isIban ? `IE29AIBK931152${number}` : null,
      status: index === 4 ? 'Disabled' : index === 5 ? 'Pending' : 'Active',
    };
  });
}

/** FNV-1a, 31 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 1;
}

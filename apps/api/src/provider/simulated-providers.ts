import type {
  AccountOrder,
  AccountProviders,
  BankAccount,
  CheckedName,
  OpenedAccount,
  ReportedOrder,
  ProviderBeneficiary,
  ProviderName,
  ProviderOrder,
  ProviderRefusal,
  StatementOrder,
} from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';
import { enqueueWork } from '#queue/due-work.ts';

type Surroundings = Pick<Services, 'database' | 'clock' | 'random'> & {
  habitsOf?: (order: ProviderOrder) => Habits;
};

/**
 * Simulates MODULR, OPTIMUS and ISX: they store orders, accept each once, and report its status according to their
 * habits. The result depends only on the order and the clock. Like real providers, they never take part in our
 * transactions.
 */
export function createSimulatedProviders({
  habitsOf = sandboxHabits,
  ...surroundings
}: Surroundings): AccountProviders {
  return {
    openAccount: async (provider, order) => openSimulatedAccount(provider, order),
    submit: (order) => submit(surroundings, order, habitsOf(order)),
    ask: ({ orderId }) => ask(surroundings, orderId),
    statement: (provider, day) => readStatement(surroundings, provider, day),
    listBeneficiaries: async (_, customerId) => listSimulatedBeneficiaries(customerId),
    checkName: async (_, account) => checkSimulatedName(account),
    addBeneficiary: async (provider, customerId, account) => {
      if (refusedNumber.test(numberOf(account))) throw new Error(`${provider} does not accept this bank account.`);
      const numbers = `${customerId}:${account.sortCode}:${account.accountNumber}:${account.iban}`;
      return `B${1_000_000 + (hash(numbers) % 9_000_000)}`;
    },
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

async function ask({ database, clock }: Surroundings, orderId: string): Promise<ReportedOrder | null> {
  const [order] = await database.query<{ course: Course }>(
    sql`SELECT course FROM simulated_orders WHERE order_id = ${orderId} AND is_taken`,
  );
  return order ? reportOf(order.course, clock.now()) : null;
}

function reportOf(course: Course, now: Date): ReportedOrder {
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

/** Beneficiaries derived from the customer's id: most are Active, one is pending and one disabled. */
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

const numberOf = ({ accountNumber, iban }: BankAccount): string => iban ?? accountNumber ?? '';
/** The number of no real account, so that only users who try out a refusal get one. */
const refusedNumber = /0{7}4$/;

/** The last two digits of the number select the bank's answer, so that users can try them out. */
function checkSimulatedName(account: BankAccount): CheckedName {
  const ending = numberOf(account).slice(-2);
  if (ending === '01') return { nameCheck: 'CLOSE', nameAtBank: `${account.name} Ltd` };
  if (ending === '02') return { nameCheck: 'DIFFERS', nameAtBank: null };
  return { nameCheck: ending === '03' ? 'NOT_CHECKED' : 'MATCHES', nameAtBank: null };
}

/** Numbers that no bank uses. The same merchant has a different customer id at each provider. */
function openSimulatedAccount(
  provider: ProviderName,
  { reference, merchantId, currency }: AccountOrder,
): OpenedAccount {
  const six = (text: string) => 100_000 + (hash(text) % 900_000);
  const ids = { customerId: `C${six(`${provider}:${merchantId}`)}`, accountId: `A${six(reference)}` };
  const number = String(10_000_000 + (hash(`number:${reference}`) % 90_000_000));
  if (currency === 'GBP') return { ...ids, sortCode: '00-99-57', accountNumber: number, iban: null };
  const inner = `MODR990099${number}`;
  // ISO 7064: the letters of inner and IE as two digits each, with 00 for the check digits.
  const digits = `${inner}IE00`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
  return { ...ids, sortCode: null, accountNumber: null, iban: `IE${check}${inner}` };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 1;
}

/** A status of an order at the provider, with seconds since it was accepted. */
interface CourseStep {
  status: ReportedOrder['status'];
  afterSeconds: number;
  description?: string;
}

/** The statuses of one order, with times fixed when it was accepted. */
type Course = readonly { status: ReportedOrder['status']; at: string; description: string | null }[];

export interface Habits {
  /** Result of submitting: accepted, refused, accepted without a response, or lost the first time. */
  answer: 'TAKES' | 'LOSES_ANSWER' | 'LOSES_ORDER' | ProviderRefusal;
  course: readonly CourseStep[];
  tells: 'ONCE' | 'TWICE' | 'LATE' | 'OUT_OF_ORDER' | 'NEVER';
}

const processed: CourseStep = { status: 'PROCESSED', afterSeconds: 3 };
/** The usual order: accepted, processed after three seconds, reported once. */
export const usualHabits: Habits = { answer: 'TAKES', course: [processed], tells: 'ONCE' };

const refusal = { code: 'BENEFICIARY_NOT_ACTIVE', message: 'The destination account cannot receive payments' };
const failed: CourseStep = {
  status: 'FAILED',
  afterSeconds: 3,
  description: 'The beneficiary account cannot be credited',
};
const held: CourseStep = {
  status: 'HELD',
  afterSeconds: 2,
  description: 'Waiting for a check at the account provider',
};
const returned: CourseStep = { status: 'RETURNED', afterSeconds: 30, description: 'Returned by the beneficiary bank' };

/** Amounts (minor units) with a special result, so that users can try them out; others are usual. */
const byAmount: Readonly<Record<number, Partial<Habits>>> = {
  6601: { answer: refusal },
  6602: { course: [failed] },
  6603: { course: [held, { ...processed, afterSeconds: 45 }] },
  6604: { course: [processed, returned] },
  6605: { answer: 'LOSES_ANSWER', tells: 'TWICE' },
  6606: { tells: 'NEVER' },
  6607: { answer: 'LOSES_ORDER' },
  6608: { course: [held, { ...processed, afterSeconds: 45 }], tells: 'OUT_OF_ORDER' },
};

/** The sandbox's behaviour depends only on the amount, so that the same order always has the same result. */
function sandboxHabits({ amount }: Pick<ProviderOrder, 'amount'>): Habits {
  return { ...usualHabits, ...byAmount[amount] };
}

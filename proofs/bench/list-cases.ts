import type { Database } from '#api/database/database.ts';
import type { Person } from '#proofs/bench/open-client.ts';

/** One use of the list, as a query of GET payments. */
export interface Case {
  name: string;
  person: Person;
  /** The n-th query of a run, so that no two queries read the same page by chance. */
  query: (n: number) => string;
  /** The maximum p50 and p99 in milliseconds, if promised. */
  target?: { p50?: number; p99: number };
}

const day = 86_400_000;
const wire = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, -1);
const usual = 'sort=createdAt,desc&includeNewPayments=true';

/** Inputs of the cases: a date `n` days ago, and payments to search for. */
interface Material {
  month: (n: number) => string;
  pick: (n: number) => { payment_id: string; merchant_payment_id: string; payer_name: string };
  first: NonNullable<Case['target']>;
}

const text = (search: string) => `${usual}&globalSearch=${encodeURIComponent(search)}`;

const listCases = ({ month, first }: Material): Case[] => [
  { name: 'page 1', person: 'merchant', query: () => usual, target: first },
  { name: 'page 1 of the last 30 days', person: 'merchant', query: (n) => `${usual}&${month(n % 5)}`, target: first },
  {
    name: '30 days, failed, in euro',
    person: 'merchant',
    query: (n) => `${usual}&${month(n % 5)}&paymentStatuses=FAILED&currencies=EUR`,
    target: first,
  },
  {
    name: '30 days, held',
    person: 'merchant',
    query: (n) => `${usual}&${month(n % 5)}&heldFilter=HELD`,
    target: { p99: first.p99 },
  },
  {
    name: '30 days, by amount (counted)',
    person: 'merchant',
    query: (n) => `${usual}&${month(n % 5)}&minAmount=50&maxAmount=${60 + n}`,
    target: { p99: 100 },
  },
  { name: 'page 5,000', person: 'merchant', query: (n) => `${usual}&page=${4_999 - n}`, target: { p99: 150 } },
  { name: 'all merchants, 30 days', person: 'admin', query: (n) => `${usual}&${month(n % 5)}`, target: { p99: 50 } },
];

const searchCases = ({ pick }: Material): Case[] => [
  { name: 'search: payer', person: 'merchant', query: (n) => text(pick(n).payer_name), target: { p99: 100 } },
  { name: 'search: order', person: 'merchant', query: (n) => text(pick(n).merchant_payment_id), target: { p99: 100 } },
  { name: 'search: payment id', person: 'merchant', query: (n) => text(pick(n).payment_id), target: { p99: 100 } },
  { name: 'search: nothing there', person: 'merchant', query: (n) => text(`qzx${n}wv`), target: { p99: 100 } },
  {
    name: 'all merchants, search: order',
    person: 'admin',
    query: (n) => text(pick(n).merchant_payment_id),
    target: { p99: 100 },
  },
];

/** The queries of the benchmark for the merchant with the most payments; the sample data is relative to `now`. */
export async function planCases(database: Database, now: Date): Promise<Case[]> {
  const today = Math.floor(now.getTime() / day) * day;
  const found = await database.query<ReturnType<Material['pick']>>(
    `SELECT payment_id, merchant_payment_id, payer_name FROM payments AS p JOIN merchants AS m USING (merchant_id)
     WHERE m.company_name = 'Harbour & Bloom' AND p.payer_name IS NOT NULL AND p.merchant_payment_id IS NOT NULL
     ORDER BY md5(payment_id::text) LIMIT 50`,
  );
  const material: Material = {
    month: (n) => `startDateTimeUtc=${wire(today - (29 + n) * day)}&endDateTimeUtc=${wire(today + (1 - n) * day - 1)}`,
    pick: (n) => found[n % found.length] ?? { payment_id: '', merchant_payment_id: '', payer_name: '' },
    first: database.kind === 'postgres' ? { p50: 10, p99: 50 } : { p99: 60 },
  };
  return [...listCases(material), ...searchCases(material)];
}

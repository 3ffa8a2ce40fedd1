import type { Database } from '#api/database/database.ts';
import { audit } from '#api/ledger/audit.ts';
import type { GatewayEvent } from '#api/node/simulated-gateway/gateway-state.ts';
import type { Seen } from './make-payments.ts';

export interface Comparison {
  /** Orders that were acknowledged to callers, and those that our books and the gateway have executed. */
  acknowledged: number;
  ours: number;
  theirs: number;
  /** Settled payments. */
  payIns: number;
  /** All differences as sentences; empty when there are none. */
  wrong: string[];
}

interface Ours {
  id: string;
  /** Minor units. */
  amount: number;
  status: string;
}

const readOrders = (database: Database, ids: readonly string[]): Promise<Ours[]> =>
  database.query<Ours>(
    `SELECT payout_payment_id AS id, amount, status::text AS status FROM outbound_payments WHERE payout_payment_id = ANY($1)
     UNION ALL SELECT refund_id, amount, status::text FROM refunds WHERE refund_id = ANY($1)`,
    [ids],
  );

const readPayIns = (database: Database, ids: readonly string[]): Promise<Ours[]> =>
  database.query<Ours>(
    'SELECT payment_id AS id, amount, status::text AS status FROM payments WHERE payment_id = ANY($1)',
    [ids],
  );

/** The number of orders and payments that have not ended. */
export async function countUnfinished(database: Database, { payouts, refunds, payIns }: Seen): Promise<number> {
  const orders = await readOrders(database, [...payouts, ...refunds]);
  const open = orders.filter(({ status }) => status === 'IN_PROGRESS' || status === 'HELD');
  const paid = await readPayIns(database, payIns);
  return open.length + paid.filter(({ status }) => status !== 'SETTLED' && status !== 'FAILED').length;
}

/** Compares the answers to callers with our books, and our books with the orders that the gateway has executed. */
export async function compareBooks(database: Database, seen: Seen, events: GatewayEvent[]): Promise<Comparison> {
  const acknowledged = [...seen.payouts, ...seen.refunds];
  const accepted = events.flatMap((event) => (event.type === 'ACCEPTED' ? [event] : []));
  const theirs = new Map(
    accepted.map(({ order, course }) => [order.orderId, { ...order, end: course.at(-1)?.status }]),
  );
  const ours = new Map(
    (await readOrders(database, [...new Set([...acknowledged, ...theirs.keys()])])).map((order) => [order.id, order]),
  );
  const differing = [...ours.values()].filter(({ id, amount, status }) => {
    const order = theirs.get(id);
    return order?.amount !== amount || order.end !== status;
  });
  const payIns = await readPayIns(database, seen.payIns);
  const submitted = new Set(events.flatMap((event) => (event.type === 'ANSWERED' ? [event.key] : [])));
  const unpaid = payIns.filter(
    ({ id, status }) => status !== 'SETTLED' || !submitted.has(`submit-pay-in submit:${id}`),
  );
  return {
    acknowledged: acknowledged.length,
    ours: [...ours.values()].filter(({ status }) => status === 'PROCESSED').length,
    theirs: [...theirs.values()].filter(({ end }) => end === 'PROCESSED').length,
    payIns: payIns.length - unpaid.length,
    wrong: [
      ...acknowledged.filter((id) => !ours.has(id)).map((id) => `order ${id} was acknowledged and is missing`),
      ...[...theirs.keys()].filter((id) => !ours.has(id)).map((id) => `order ${id} is only known to the gateway`),
      ...(accepted.length === theirs.size ? [] : ['the gateway has accepted an order twice']),
      ...differing.map(({ id, status }) => `order ${id} is ${status} here and ${theirs.get(id)?.end} at the gateway`),
      ...seen.payIns.slice(payIns.length).map(() => 'a payment is missing'),
      ...unpaid.map(({ id, status }) => `payment ${id} was approved and is ${status}`),
      ...(await audit(database)).map((finding) => `audit: ${JSON.stringify(finding)}`),
    ],
  };
}

import { currencies, type Currency, sayAmount } from '@volume/contract/money.ts';
import type { ProviderName, StatementOrder } from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Contradiction, fileException, warnOfException } from '#ledger/file-exception.ts';
import type { OrderKeeper } from '#queue/orders/order-keeper.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';

export type Keepers = Readonly<Record<StatementOrder['kind'], OrderKeeper>>;

const dayMs = 86_400_000;

/**
 * Compares one provider's statement of the UTC day that begins at `day` with our orders, both ways, and files what differs: an order
 * we do not have, one paid twice, another amount, another end, and one of ours that stands on no statement. What the statement
 * knows and we have not heard yet is heard. Answers how many orders it had; null where the provider has no statements.
 */
export async function reconcileDay(
  services: Services,
  keepers: Keepers,
  provider: ProviderName,
  day: number,
): Promise<number | null> {
  const [before, orders] = await Promise.all(
    [day - dayMs, day].map((start) => services.accountProviders.statement(provider, dateOf(start))),
  );
  if (!orders) return null;
  const byId = new Map<string, StatementOrder[]>();
  for (const order of orders) byId.set(order.orderId, [...(byId.get(order.orderId) ?? []), order]);
  const own = await readOwnOrders(services.database, orders);
  for (const same of byId.values()) await compare(services, keepers, provider, same, own);
  const stated = new Set([...(before ?? []), ...orders].map(({ orderId }) => orderId));
  const ended = await readOrdersThatEnded(services.database, provider, new Date(day), new Date(day + dayMs));
  for (const order of ended) {
    if (!stated.has(order.orderId)) await file(services, missingThere(order, provider));
  }
  return orders.length;
}

/** One order of the statement, as often as it stands there. */
async function compare(
  services: Services,
  keepers: Keepers,
  provider: ProviderName,
  [stated, ...again]: readonly StatementOrder[],
  own: ReadonlyMap<string, OwnOrder>,
): Promise<void> {
  if (!stated) return;
  const { merchantId, orderId, status, description, payInAccountId, amount } = stated;
  const held = own.get(`${merchantId} ${orderId}`);
  const currency = currencies.find((known) => known === stated.currency);
  const known = { provider, payInAccountId, amount, ...(currency && { currency }) };
  if (!held || status !== held.status) {
    await keepers[stated.kind].hear(services, { merchantId, orderId }, { status, description, known });
  }
  if (!held) return;
  if (amount !== held.amount || currency !== held.currency) await file(services, otherAmount(stated, held, provider));
  const paid = [stated, ...again].filter((each) => each.status === 'PROCESSED');
  if (again.length > 0) await file(services, paidTwice(stated, paid, held, provider));
}

async function file(services: Services, contradiction: Contradiction): Promise<void> {
  const filed = await services.database.transaction((queries) =>
    fileException(queries, writeContext(services), contradiction),
  );
  warnOfException(services, filed);
}

const heldBy = (held: OwnOrder, provider: ProviderName) => ({
  merchantId: held.merchantId,
  objectKind: held.kind,
  objectId: held.orderId,
  payInAccountId: held.payInAccountId,
  provider,
  currency: held.currency,
  ourStatus: held.status,
  ourAmount: held.amount,
});

function otherAmount(stated: StatementOrder, held: OwnOrder, provider: ProviderName): Contradiction {
  const isOurs = stated.currency === held.currency;
  return {
    ...heldBy(held, provider),
    kind: 'AMOUNT_DIFFERS',
    providerStatus: stated.status,
    // An amount of another currency cannot be booked in ours: a person has to read it.
    providerAmount: isOurs ? stated.amount : null,
    providerWords: isOurs ? stated.description : sayAmount(stated.amount, stated.currency as Currency),
  };
}

function paidTwice(
  stated: StatementOrder,
  paid: readonly StatementOrder[],
  held: OwnOrder,
  provider: ProviderName,
): Contradiction {
  return {
    ...heldBy(held, provider),
    kind: 'PAID_TWICE',
    providerStatus: paid[0]?.status ?? stated.status,
    providerAmount: paid.reduce((sum, { amount }) => sum + amount, 0),
    providerWords: stated.description,
  };
}

function missingThere(held: OwnOrder, provider: ProviderName): Contradiction {
  const nothing = { providerStatus: null, providerAmount: null, providerWords: null };
  return { ...heldBy(held, provider), kind: 'UNKNOWN_TO_PROVIDER', ...nothing };
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** A refund or payout as our books hold it; `amount` in minor units. */
interface OwnOrder {
  merchantId: string;
  orderId: string;
  kind: StatementOrder['kind'];
  payInAccountId: number;
  amount: number;
  currency: Currency;
  status: MoneyOutStatus;
}

const chunk = 1_000;

/** Our orders by the ids of a statement, under `merchantId orderId`. */
async function readOwnOrders(
  { query }: Queries,
  orders: readonly StatementOrder[],
): Promise<ReadonlyMap<string, OwnOrder>> {
  const found = new Map<string, OwnOrder>();
  for (let at = 0; at < orders.length; at += chunk) {
    const ids = orders.slice(at, at + chunk).map(({ merchantId, orderId }) => ({ merchantId, orderId }));
    for (const order of await query<OwnOrder>(byId(JSON.stringify(ids)))) {
      found.set(`${order.merchantId} ${order.orderId}`, order);
    }
  }
  return found;
}

/**
 * Our orders at a provider that were paid (or came back) from `from` until before `until`, begun that day or the day before: what was
 * paid then stands on the statement of one of the two. What a person booked to correct something stands on none.
 */
function readOrdersThatEnded({ query }: Queries, provider: ProviderName, from: Date, until: Date): Promise<OwnOrder[]> {
  return query<OwnOrder>(ended({ provider, from, until }));
}

const payout = sql`o.merchant_id AS "merchantId", o.payout_payment_id AS "orderId", 'PAYOUT' AS kind,
  o.payee_detail_id AS "payInAccountId", o.amount, o.currency::text AS currency, o.status::text AS status`;
const refund = sql`r.merchant_id AS "merchantId", r.refund_id AS "orderId", 'REFUND' AS kind,
  p.payee_detail_id AS "payInAccountId", r.amount, r.currency::text AS currency, r.status::text AS status`;
const ofPayment = sql`JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id`;

const byId = (ids: string) => sql`
WITH stated AS (SELECT * FROM jsonb_to_recordset(${ids}::jsonb) AS s("merchantId" uuid, "orderId" uuid))
SELECT ${payout} FROM stated AS s
JOIN outbound_payments AS o ON o.merchant_id = s."merchantId" AND o.payout_payment_id = s."orderId"
UNION ALL
SELECT ${refund} FROM stated AS s
JOIN refunds AS r ON r.merchant_id = s."merchantId" AND r.refund_id = s."orderId" ${ofPayment}`;

interface Ended {
  provider: ProviderName;
  from: Date;
  until: Date;
}

/** What ended in time at the provider, by the order's alias, its id's column and the alias that names its account. */
function ended({ provider, from, until }: Ended): Sql {
  const endedThen = (order: Sql, id: Sql, account: Sql) => sql`
    JOIN payee_details AS d ON d.merchant_id = ${order}.merchant_id AND d.payee_detail_id = ${account}.payee_detail_id
      AND d.va_provider_type = ${provider}
    WHERE ${order}.status IN ('PROCESSED', 'RETURNED')
      AND ${order}.updated_at >= ${from}::timestamptz AND ${order}.updated_at < ${until}::timestamptz
      AND ${order}.created_at >= ${from}::timestamptz - interval '1 day'
      AND NOT EXISTS (SELECT FROM exception_corrections AS c
      WHERE c.merchant_id = ${order}.merchant_id AND c.correction_id = ${order}.${id})`;
  return sql`
SELECT ${payout} FROM outbound_payments AS o ${endedThen(sql`o`, sql`payout_payment_id`, sql`o`)}
UNION ALL
SELECT ${refund} FROM refunds AS r ${ofPayment} ${endedThen(sql`r`, sql`refund_id`, sql`p`)}`;
}

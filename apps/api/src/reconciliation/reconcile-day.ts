import { type Currency, currencies, sayAmount } from '@volume/contract/money.ts';
import type { ProviderName, StatementOrder } from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Contradiction, fileException } from '#ledger/file-exception.ts';
import type { OrderKeeper } from '#queue/orders/order-keeper.ts';
import { warnOfException } from '#queue/warn-of-exception.ts';
import { type OwnOrder, readOwnOrders, readOrdersThatEnded } from './read-own-orders.ts';

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

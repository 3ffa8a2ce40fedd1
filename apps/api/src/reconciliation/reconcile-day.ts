import { currencies } from '@volume/contract/money/currencies.ts';
import type { ProviderName, StatementOrder } from '#providers/port.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Contradiction, fileException, warnOfException } from '#ledger/file-exception.ts';
import { applyUpdate } from '#orders/update-order.ts';
import type { Queries } from '#database/database.ts';
import { missingThere, otherAmount, paidAgain, paidTwice, unknownThere } from './contradictions.ts';
import { type FiledBefore, type OwnOrder, readFiled, readOwnOrders, readSubmittedOrders } from './own-orders.ts';

export const dayMs = 86_400_000;

/**
 * Maximum difference in milliseconds between a provider's clock and ours: around midnight an order can be on the
 * statement of the previous or next day.
 */
const clockDifference = 3_600_000;

export interface DayRun {
  provider: ProviderName;
  /** The first millisecond of the UTC day. */
  day: number;
  /** The last order, with its account, that an earlier run compared; empty at the start. */
  after: string;
  /** False when another worker has taken over the day. */
  isOwn: () => Promise<boolean>;
  isTimeUp: () => boolean;
}

/** The number of orders of a finished day, null without statements; or the order to continue after. */
export type DayOutcome = { orders: number | null } | { after: string };

/**
 * Compares one provider's statement of a UTC day with our orders, in both directions. Records exceptions for an order
 * that we do not have or not from that account, one that was paid twice, one with another amount or final status, and one that we submitted that
 * day and the provider does not have. Provider updates that we missed, such as a return, are applied to our ledger.
 * Nothing is recorded twice.
 */
export async function reconcileDay(services: Services, run: DayRun): Promise<DayOutcome> {
  const { provider, day } = run;
  const readStatement = createStatementReader(services, provider);
  const orders = await readStatement(day);
  if (!orders) return { orders: null };
  // Reading the statement can have taken longer than the job's lease.
  if (!(await run.isOwn())) throw new Error('Another worker has taken this day over.');
  const byPlace = new Map<string, StatementOrder[]>();
  for (const order of orders) byPlace.set(placeOf(order), [...(byPlace.get(placeOf(order)) ?? []), order]);
  const known = await readKnown(services.database, orders);
  for (const place of [...byPlace.keys()].sort().filter((each) => each > run.after)) {
    await compare(services, provider, byPlace.get(place) ?? [], known);
    if (run.isTimeUp()) return { after: place };
  }
  await addOtherDays(services, run, byPlace, known.own, readStatement);
  for (const lines of byPlace.values()) await filePaidTwice(services, provider, lines, known);
  await fileMissing(services, provider, day, readStatement);
  return { orders: orders.length };
}

/** An order and the account from which it was taken: the same order can be stated under another account than ours. */
const placeOf = ({ orderId, merchantId, payInAccountId }: Omit<Place, 'provider'>): string =>
  `${orderId} ${merchantId} ${payInAccountId}`;
type Place = Pick<OwnOrder, 'orderId' | 'merchantId' | 'payInAccountId' | 'provider'>;

type StatementReader = (day: number) => Promise<StatementOrder[] | null>;

function createStatementReader({ providers }: Services, provider: ProviderName): StatementReader {
  const read = new Map<number, Promise<StatementOrder[] | null>>();
  return (day) => {
    const known = read.get(day) ?? providers.statement(provider, dateOf(day));
    read.set(day, known);
    return known;
  };
}

/** Records the orders of a day that are on none of the statements that could contain them. */
async function fileMissing(services: Services, provider: ProviderName, day: number, readStatement: StatementReader) {
  const { database, clock } = services;
  const today = startOf(clock.now().getTime());
  for (const order of await readSubmittedOrders(database, provider, new Date(day), new Date(day + dayMs))) {
    const at = order.submittedAt?.getTime() ?? day;
    const days = daysAround(at);
    // Today's statement is incomplete: the day is read again tomorrow.
    if (days.some((each) => each >= today)) continue;
    const statements = await Promise.all(days.map(readStatement));
    const isStated = statements.some((stated) => stated?.some((each) => placeOf(each) === placeOf(order)));
    // The order can be on a statement that the provider does not have yet: the day is read again tomorrow.
    if (!isStated && !statements.includes(null)) await file(services, missingThere(order, provider));
  }
}

/** The days on whose statement an order can be that was submitted at this time. */
const daysAround = (at: number): number[] => [
  ...new Set([at - clockDifference, at, at + clockDifference].map(startOf)),
];
const startOf = (time: number): number => Math.floor(time / dayMs) * dayMs;

interface Known {
  own: ReadonlyMap<string, OwnOrder>;
  filed: readonly FiledBefore[];
}

const readKnown = async (queries: Queries, orders: readonly StatementOrder[]): Promise<Known> => ({
  own: await readOwnOrders(queries, orders),
  filed: await readFiled(queries, orders),
});

async function compare(
  services: Services,
  provider: ProviderName,
  lines: readonly StatementOrder[],
  known: Known,
): Promise<void> {
  const stated = lines.find(isAlive) ?? lines[0];
  if (!stated) return;
  const { merchantId, orderId, status, description, payInAccountId, amount } = stated;
  const { held, elsewhere, before } = knownOf(known, stated, provider);
  const unknown = { ...stated, amount: addUp(stated, lines) };
  if (elsewhere) return fileOnce(services, before, unknownThere(unknown, elsewhere.kind, provider));
  const currency = currencies.find((each) => each === stated.currency);
  const facts = { provider, payInAccountId, amount: unknown.amount, ...(currency && { currency }) };
  const isFiled = held
    ? before.some(({ kind, variant }) => kind === 'STATUS_DIFFERS' && variant === status)
    : before.some((each) =>
        saysTheSame(each, {
          kind: 'UNKNOWN_TO_US',
          payInAccountId,
          providerStatus: status,
          providerAmount: unknown.amount,
        }),
      );
  if (status !== held?.status && !isFiled) {
    await applyUpdate(
      services,
      { kind: held?.kind ?? stated.kind, merchantId, orderId },
      { status, description, known: facts },
    );
  }
  if (held && (amount !== held.amount || currency !== held.currency))
    await fileOnce(services, before, otherAmount(stated, held, provider));
}

/** `held` is our order, `elsewhere` our order when its money left another account than the provider states. */
function knownOf(
  { own, filed }: Known,
  { merchantId, orderId, payInAccountId }: StatementOrder,
  provider: ProviderName,
) {
  const before = filed.filter((each) => each.merchantId === merchantId && each.orderId === orderId);
  const order = own.get(`${merchantId} ${orderId}`);
  const isThere = order?.payInAccountId === payInAccountId && order.provider === provider;
  return { held: isThere ? order : undefined, elsewhere: isThere ? undefined : order, before };
}

/** Other days that one run reads at most, so that it ends in time. */
const mostOtherDays = 3;

/**
 * Adds what the provider states about these orders on other days: one that was submitted again after midnight, or after an
 * outage, can have been paid on both.
 */
async function addOtherDays(
  { clock }: Services,
  { day }: DayRun,
  byPlace: ReadonlyMap<string, StatementOrder[]>,
  own: Known['own'],
  readStatement: StatementReader,
): Promise<void> {
  const today = startOf(clock.now().getTime());
  const days = [...own.values()].flatMap(({ submittedAt }) => (submittedAt ? daysAround(submittedAt.getTime()) : []));
  const others = [...new Set(days)].filter((each) => each !== day && each < today).slice(0, mostOtherDays);
  // One that cannot be read now is read when this day is compared again.
  const read = others.map((each) => readStatement(each).catch(() => null));
  for (const stated of await Promise.all(read)) {
    for (const order of stated ?? []) byPlace.get(placeOf(order))?.push(order);
  }
}

/** The amount of an order that our books do not have: also when it was paid twice. */
const addUp = ({ status, currency }: StatementOrder, lines: readonly StatementOrder[]): number =>
  lines
    .filter((line) => line.status === status && line.currency === currency)
    .reduce((sum, { amount }) => sum + amount, 0);

/** One that failed or was returned can rightly be accepted again. */
const isAlive = ({ status }: StatementOrder): boolean => !['FAILED', 'CANCELLED', 'RETURNED'].includes(status);

async function filePaidTwice(
  services: Services,
  provider: ProviderName,
  lines: readonly StatementOrder[],
  known: Known,
): Promise<void> {
  const [stated, ...again] = lines.filter(isAlive);
  if (!stated) return;
  const { held, before } = knownOf(known, stated, provider);
  const paid = lines.filter(({ status }) => status === 'PROCESSED');
  if (held && again.length > 0) await fileOnce(services, before, paidTwice(stated, paid, held, provider));
  // A payment after a return: our books, where a return is final, have only the return.
  else if (held?.status === 'RETURNED' && paid.length > 0 && lines.some(({ status }) => status === 'RETURNED'))
    await fileOnce(services, before, paidAgain(stated, held, provider));
}

type Facts = Pick<Contradiction, 'kind' | 'payInAccountId' | 'providerStatus' | 'providerAmount'>;

const saysTheSame = (filed: FiledBefore, { kind, payInAccountId, providerStatus, providerAmount }: Facts): boolean =>
  filed.kind === kind &&
  (kind !== 'UNKNOWN_TO_US' || filed.payInAccountId === payInAccountId) &&
  filed.providerStatus === providerStatus &&
  filed.providerAmount === providerAmount;

async function fileOnce(services: Services, before: readonly FiledBefore[], contradiction: Contradiction) {
  if (!before.some((each) => saysTheSame(each, contradiction))) await file(services, contradiction);
}

async function file(services: Services, contradiction: Contradiction): Promise<void> {
  const filed = await services.database.transaction((queries) =>
    fileException(queries, writeContext(services), contradiction),
  );
  warnOfException(services, filed);
}

export const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

import { type Currency, sayAmount } from '@volume/contract/money/money.ts';
import type { Contradiction } from '#ledger/file-exception.ts';
import type { ProviderName, StatementOrder } from '#providers/port.ts';
import type { OwnOrder } from './own-orders.ts';

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

const sayStated = ({ amount, currency }: StatementOrder): string => sayAmount(amount, currency as Currency);

export function otherAmount(stated: StatementOrder, held: OwnOrder, provider: ProviderName): Contradiction {
  return { ...heldBy(held, provider), kind: 'AMOUNT_DIFFERS', ...reportedBy(stated, held) };
}

/** An order that was returned, and paid after that. */
export function paidAgain(stated: StatementOrder, held: OwnOrder, provider: ProviderName): Contradiction {
  return { ...heldBy(held, provider), kind: 'STATUS_DIFFERS', ...reportedBy(stated, held) };
}

function reportedBy(stated: StatementOrder, held: OwnOrder) {
  const isOurs = stated.currency === held.currency;
  return {
    providerStatus: stated.status,
    // An amount in another currency cannot be booked: a person has to read it.
    providerAmount: isOurs ? stated.amount : null,
    providerWords: isOurs ? stated.description : sayStated(stated),
  };
}

export function paidTwice(
  stated: StatementOrder,
  paid: readonly StatementOrder[],
  held: OwnOrder,
  provider: ProviderName,
): Contradiction {
  const isOurs = paid.every(({ currency }) => currency === held.currency);
  return {
    ...heldBy(held, provider),
    kind: 'PAID_TWICE',
    providerStatus: paid[0]?.status ?? stated.status,
    // Amounts of two currencies have no sum: a person has to read them.
    providerAmount: isOurs ? paid.reduce((sum, { amount }) => sum + amount, 0) : null,
    providerWords: isOurs ? stated.description : paid.map(sayStated).join(', '),
  };
}

/** An order that is ours, but not from this account. */
export function unknownThere(
  stated: StatementOrder,
  objectKind: OwnOrder['kind'],
  provider: ProviderName,
): Contradiction {
  const { merchantId, orderId: objectId, payInAccountId } = stated;
  const reported = { providerStatus: stated.status, providerAmount: stated.amount, providerWords: stated.description };
  const ours = { ourStatus: null, ourAmount: null };
  const place = { merchantId, payInAccountId, provider, currency: stated.currency as Currency };
  return { kind: 'UNKNOWN_TO_US', objectKind, objectId, ...place, ...ours, ...reported };
}

export function missingThere(held: OwnOrder, provider: ProviderName): Contradiction {
  const nothing = { providerStatus: null, providerAmount: null, providerWords: null };
  return { ...heldBy(held, provider), kind: 'UNKNOWN_TO_PROVIDER', ...nothing };
}

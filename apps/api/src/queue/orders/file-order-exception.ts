import type { Currency } from '@volume/contract/money/money.ts';
import type { ExceptionObjectKind } from '@volume/contract/exceptions/labels.ts';
import type { Queries } from '#database/database.ts';
import { type Filed, fileException } from '#ledger/file-exception.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { News, OrderName } from './order-keeper.ts';

/** An order as our books hold it; `amount` in minor units. */
export interface HeldOrder {
  status: MoneyOutStatus;
  amount: number;
  currency: Currency;
  payInAccountId: number | null;
  provider: string | null;
}

/** Files that an order ended otherwise with its provider than with us. */
export function fileOtherEnd(
  queries: Queries,
  context: WriteContext,
  objectKind: ExceptionObjectKind,
  { merchantId, orderId, status, description, held }: OrderName & News & { held: HeldOrder },
): Promise<Filed> {
  return fileException(queries, context, {
    merchantId,
    kind: 'STATUS_DIFFERS',
    objectKind,
    objectId: orderId,
    payInAccountId: held.payInAccountId,
    provider: held.provider,
    currency: held.currency,
    ourStatus: held.status,
    ourAmount: held.amount,
    providerStatus: status,
    providerAmount: held.amount,
    providerWords: description,
  });
}

/** Files an order that its provider knows and our books do not have. */
export function fileUnknownOrder(
  queries: Queries,
  context: WriteContext,
  objectKind: ExceptionObjectKind,
  { merchantId, orderId, status, description, known = {} }: OrderName & News,
): Promise<Filed> {
  return fileException(queries, context, {
    merchantId,
    kind: 'UNKNOWN_TO_US',
    objectKind,
    objectId: orderId,
    payInAccountId: known.payInAccountId ?? null,
    provider: known.provider ?? null,
    currency: known.currency ?? null,
    ourStatus: null,
    ourAmount: null,
    providerStatus: status,
    providerAmount: known.amount ?? null,
    providerWords: description,
  });
}

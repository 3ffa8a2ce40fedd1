import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams, Id } from '@volume/contract/ids.ts';
import { Amount, AmountInput, Currency } from '@volume/contract/money/money.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const exchangeStatuses = ['IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

const amounts = {
  sellAmount: Amount,
  sellCurrency: Currency,
  buyAmount: Amount,
  buyCurrency: Currency,
  /** Units bought per unit sold, including the margin. */
  rate: z.number(),
  midRate: z.number(),
  /** In the sold currency, included in sellAmount. */
  fee: Amount,
};

/** contract §3 ExchangeQuote: valid for one exchange until it expires. */
export const ExchangeQuote = z.object({ quoteId: z.string(), ...amounts, expiresAtUtc: UtcTime });
export type ExchangeQuote = z.output<typeof ExchangeQuote>;

/** contract §3 Exchange. */
export const Exchange = z.object({
  exchangeId: z.string(),
  status: z.enum(exchangeStatuses),
  ...amounts,
  createdAtUtc: UtcTime,
  createdBy: z.string(),
  createdByName: PersonName,
});
export type Exchange = z.output<typeof Exchange>;

const accounts = { fromPayInAccountId: z.int(), toPayInAccountId: z.int() };

/** Either the amount to sell or the amount to buy; the rate determines the other. */
export const ExchangeQuoteRequest = z.union([
  z.strictObject({ ...accounts, sellAmount: AmountInput }),
  z.strictObject({ ...accounts, buyAmount: AmountInput }),
]);
export type ExchangeQuoteRequest = z.output<typeof ExchangeQuoteRequest>;

const maySettle = ['EDIT_SETTINGS'] as const;
const path = 'merchants/{merchantId}/applications/{applicationId}/exchange';

export const quoteExchange = endpoint({
  name: 'quoteExchange',
  summary: 'A rate and both amounts, good for 30 seconds',
  origin: 'ours',
  method: 'POST',
  path: `${path}/quotes`,
  access: { kind: 'any-of', authorities: maySettle, effect: 'write' },
  params: ApplicationParams,
  body: ExchangeQuoteRequest,
  response: ExchangeQuote,
});

export const bookExchange = endpoint({
  name: 'bookExchange',
  summary: 'Exchange the quoted amount, once',
  origin: 'ours',
  method: 'POST',
  path,
  access: { kind: 'any-of', authorities: maySettle, effect: 'write' },
  isIdempotent: true,
  stepUp: 'sometimes',
  params: ApplicationParams,
  body: z.strictObject({ quoteId: Id }),
  response: Exchange,
});

export const listExchanges = endpoint({
  name: 'listExchanges',
  summary: 'Exchanges, newest first',
  origin: 'ours',
  method: 'GET',
  path,
  access: { kind: 'any-of', authorities: maySettle, effect: 'read' },
  readsReplica: true,
  params: ApplicationParams,
  query: z.object({ page: PageNumber, size: PageSize }),
  response: pageOf(Exchange),
});

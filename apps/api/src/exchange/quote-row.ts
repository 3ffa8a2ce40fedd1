import type { Exchange, ExchangeQuote } from '@volume/contract/exchange.ts';
import type { Currency } from '@volume/contract/money.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { sql } from '#database/sql.ts';

/** A quote as it is read; amounts in minor units. */
export type QuoteRow = {
  quoteId: string;
  fromPayInAccountId: number;
  toPayInAccountId: number;
  sellAmount: number;
  sellCurrency: Currency;
  buyAmount: number;
  buyCurrency: Currency;
  rate: number;
  midRate: number;
  fee: number;
  expiresAt: Date;
};

/** The columns of QuoteRow from `exchange_quotes AS q`. */
export const quoteColumns = sql`q.quote_id AS "quoteId", q.from_payee_detail_id AS "fromPayInAccountId",
  q.to_payee_detail_id AS "toPayInAccountId", q.sell_amount AS "sellAmount", q.sell_currency::text AS "sellCurrency",
  q.buy_amount AS "buyAmount", q.buy_currency::text AS "buyCurrency", q.rate::float8 AS rate,
  q.mid_rate::float8 AS "midRate",
  q.fee, q.expires_at AS "expiresAt"`;

export function toQuote(row: QuoteRow): ExchangeQuote {
  return { quoteId: row.quoteId, ...amountsOf(row), expiresAtUtc: toWireTime(row.expiresAt) };
}

export type ExchangeRow = QuoteRow & {
  exchangeId: string;
  status: Exchange['status'];
  createdBy: string;
  createdAt: Date;
};

/** The columns of ExchangeRow from `exchanges AS e` and its quote. */
export const exchangeColumns = sql`${quoteColumns}, e.exchange_id AS "exchangeId", e.status, e.created_by AS "createdBy",
  e.created_at AS "createdAt"`;

export function toExchange(row: ExchangeRow): Exchange {
  const { exchangeId, status, createdBy, createdAt } = row;
  return { exchangeId, status, ...amountsOf(row), createdAtUtc: toWireTime(createdAt), createdBy };
}

function amountsOf({ sellAmount, sellCurrency, buyAmount, buyCurrency, rate, midRate, fee }: QuoteRow) {
  return { sellAmount, sellCurrency, buyAmount, buyCurrency, rate, midRate, fee };
}

import { type Exchange, type ExchangeQuote, listExchanges as endpoint } from '@volume/contract/balances/exchange.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';

/** An application's exchanges, newest first (contract §2). */
export const listExchanges = handle(endpoint, async ({ params, query, services }) => {
  const { page, size } = query;
  const { merchantId, applicationId } = params;
  const [counted] = await services.database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM exchanges WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  const rows = await services.database.query<ExchangeRow>(
    sql`SELECT ${exchangeColumns} FROM exchanges AS e
     JOIN exchange_quotes AS q ON q.merchant_id = e.merchant_id AND q.quote_id = e.quote_id
     WHERE e.merchant_id = ${merchantId} AND e.application_id = ${applicationId}
     ORDER BY e.created_at DESC, e.exchange_id DESC LIMIT ${size}::bigint OFFSET ${page * size}::bigint`,
  );
  return toPage(rows.map(toExchange), { page, size, totalElements: counted?.count ?? 0 });
});

/** Amounts in minor units. */
export interface QuoteRow {
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
}

/** The columns of QuoteRow from `exchange_quotes AS q`. */
export const quoteColumns = sql`q.quote_id AS "quoteId", q.from_payee_detail_id AS "fromPayInAccountId",
  q.to_payee_detail_id AS "toPayInAccountId", q.sell_amount AS "sellAmount", q.sell_currency::text AS "sellCurrency",
  q.buy_amount AS "buyAmount", q.buy_currency::text AS "buyCurrency", q.rate::float8 AS rate,
  q.mid_rate::float8 AS "midRate",
  q.fee, q.expires_at AS "expiresAt"`;

export function toQuote(row: QuoteRow): ExchangeQuote {
  return { quoteId: row.quoteId, ...amountsOf(row), expiresAtUtc: toWireTime(row.expiresAt) };
}

type ExchangeRow = QuoteRow & {
  exchangeId: string;
  status: Exchange['status'];
  createdBy: string;
  createdAt: Date;
};

const exchangeColumns = sql`${quoteColumns}, e.exchange_id AS "exchangeId", e.status, e.created_by AS "createdBy",
  e.created_at AS "createdAt"`;

export function toExchange(row: ExchangeRow): Exchange {
  const { exchangeId, status, createdBy, createdAt } = row;
  return { exchangeId, status, ...amountsOf(row), createdAtUtc: toWireTime(createdAt), createdBy };
}

function amountsOf({ sellAmount, sellCurrency, buyAmount, buyCurrency, rate, midRate, fee }: QuoteRow) {
  return { sellAmount, sellCurrency, buyAmount, buyCurrency, rate, midRate, fee };
}

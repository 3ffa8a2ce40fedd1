import { quoteExchange as endpoint } from '@volume/contract/exchange.ts';
import type { Currency } from '@volume/contract/money.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { refuseTooLarge, requireProvider } from '#core/refuse-money.ts';
import { customerRate, midRateAt, priceExchange } from './price-exchange.ts';
import { type QuoteRow, toQuote } from './list-exchanges.ts';
import { sql } from '#database/sql.ts';

const life = 30_000;

/**
 * Quotes an exchange between two virtual accounts of one application, good for 30 seconds (contract §2). It moves nothing.
 * 404 for an account that is not the application's, 422 for accounts or amounts that cannot be exchanged.
 */
export const quoteExchange = handle(endpoint, async (call) => {
  const { body, services } = call;
  requireProvider(services);
  const [field, amount] =
    'sellAmount' in body ? (['sellAmount', body.sellAmount] as const) : (['buyAmount', body.buyAmount] as const);
  refuseTooLarge(services, field, amount);
  const from = await findCurrency(call, body.fromPayInAccountId);
  const to = await findCurrency(call, body.toPayInAccountId);
  if (from === to) throw new Problem(422, 'An exchange needs two accounts in different currencies.');
  const context = writeContext(services);
  const midRate = midRateAt(context.at, from, to);
  const rate = customerRate(midRate);
  const price = priceExchange(body, rate);
  if (!price || Math.max(price.sellAmount, price.buyAmount) > services.settings.largestAmount) {
    throw new Problem(422, 'This amount is too small or too large to be exchanged.');
  }
  const row = {
    quoteId: context.newId(),
    fromPayInAccountId: body.fromPayInAccountId,
    toPayInAccountId: body.toPayInAccountId,
    ...price,
    sellCurrency: from,
    buyCurrency: to,
    rate,
    midRate,
    expiresAt: new Date(context.at.getTime() + life),
  };
  await writeQuote(call, row, context.at);
  return toQuote(row);
});

async function findCurrency({ params, services }: Call<typeof endpoint>, payInAccountId: number): Promise<Currency> {
  const [account] = await services.database.query<{ currency: Currency; isVirtual: boolean }>(
    sql`SELECT for_currency::text AS currency, is_virtual_account AS "isVirtual" FROM payee_details
     WHERE merchant_id = ${params.merchantId} AND application_id = ${params.applicationId}
     AND payee_detail_id = ${payInAccountId}`,
  );
  if (!account) throw notFound('This pay-in account');
  if (!account.isVirtual) throw new Problem(422, 'Money can only be exchanged between virtual accounts.');
  return account.currency;
}

async function writeQuote({ params, services }: Call<typeof endpoint>, row: QuoteRow, at: Date): Promise<void> {
  await services.database.query(
    sql`INSERT INTO exchange_quotes (merchant_id, quote_id, application_id, from_payee_detail_id, to_payee_detail_id,
      sell_amount, sell_currency, buy_amount, buy_currency, rate, mid_rate, fee, created_at, expires_at)
     VALUES (${params.merchantId}, ${row.quoteId}, ${params.applicationId}, ${row.fromPayInAccountId},
     ${row.toPayInAccountId}, ${row.sellAmount}, ${row.sellCurrency}::currency, ${row.buyAmount},
     ${row.buyCurrency}::currency, ${row.rate.toFixed(6)}::numeric, ${row.midRate.toFixed(6)}::numeric, ${row.fee}, ${at},
     ${row.expiresAt})`,
  );
}

import { quoteExchange as endpoint } from '@volume/contract/balances/exchange.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { readLargestAmount, refuseTooLarge, requireMoneyMoves } from '#core/refuse-money.ts';
import { type QuoteRow, toQuote } from './list-exchanges.ts';
import { sql } from '#database/sql.ts';

const life = 30_000;

/**
 * Quotes an exchange between two virtual accounts of one application, valid for 30 seconds (contract §2). Moves no
 * money. 404 for an account of another application, 422 for accounts or amounts that cannot be exchanged,
 * 429 after 120 a minute.
 */
export const quoteExchange = handle(endpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { merchantId } = params;
  const message = 'You have asked for many rates. Please wait a minute and try again.';
  await services.rateLimits.spend({ key: `quotes:${caller.userAccountId}`, most: 120, seconds: 60, message });
  await requireMoneyMoves(services, merchantId);
  const [field, amount] =
    'sellAmount' in body ? (['sellAmount', body.sellAmount] as const) : (['buyAmount', body.buyAmount] as const);
  await refuseTooLarge(services, { merchantId, field, amount });
  const from = await findCurrency(call, body.fromPayInAccountId);
  const to = await findCurrency(call, body.toPayInAccountId);
  if (from === to)
    throw new Problem(422, 'An exchange needs two accounts in different currencies.', { code: 'NOT_EXCHANGEABLE' });
  const { rate, midRate } = await services.providers.exchangeRate(from, to);
  const context = writeContext(services);
  const price = priceExchange(body, rate);
  if (!price || Math.max(price.sellAmount, price.buyAmount) > (await readLargestAmount(services, merchantId))) {
    throw new Problem(422, 'This amount is too small or too large to be exchanged.', { code: 'NOT_EXCHANGEABLE' });
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
  if (!account.isVirtual)
    throw new Problem(422, 'Money can only be exchanged between virtual accounts.', { code: 'NOT_EXCHANGEABLE' });
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

interface Price {
  sellAmount: number;
  buyAmount: number;
  fee: number;
}

/** The fee, in millionths of the amount sold. */
const feeMillionths = 1_000n;
const million = 1_000_000n;

/**
 * Computes both amounts and the fee in minor units, from the amount to sell or to buy, at a rate with six decimals. The
 * fee is part of the amount sold and rounded up; the amount bought is rounded down, so that rounding never creates
 * money. Null when nothing would be bought, or when an amount is too large to be exact.
 */
function priceExchange(given: { sellAmount: number } | { buyAmount: number }, rate: number): Price | null {
  const millionths = BigInt(Math.round(rate * 1e6));
  const priced =
    'sellAmount' in given ? sell(BigInt(given.sellAmount), millionths) : buy(BigInt(given.buyAmount), millionths);
  const { sellAmount, buyAmount, fee } = priced;
  const isExact = [sellAmount, buyAmount].every((amount) => amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER));
  if (!isExact || fee >= sellAmount) return null;
  return { sellAmount: Number(sellAmount), buyAmount: Number(buyAmount), fee: Number(fee) };
}

interface Exact {
  sellAmount: bigint;
  buyAmount: bigint;
  fee: bigint;
}

function sell(sellAmount: bigint, rate: bigint): Exact {
  const fee = divideUp(sellAmount * feeMillionths, million);
  return { sellAmount, fee, buyAmount: ((sellAmount - fee) * rate) / million };
}

/** The smallest amount to sell so that the rest after the fee buys exactly the requested amount. */
function buy(buyAmount: bigint, rate: bigint): Exact {
  const net = divideUp(buyAmount * million, rate);
  const sellAmount = divideUp(net * million, million - feeMillionths);
  return { sellAmount, buyAmount, fee: sellAmount - net };
}

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

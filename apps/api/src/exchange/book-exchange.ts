import { bookExchange as endpoint, type Exchange } from '@volume/contract/balances/exchange.ts';
import { sayAmount, sayMajor } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { writeContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { holdMerchantEnabled, readLargestAmount, requireMoneyMoves } from '#core/refuse-money.ts';
import { requireStepUpAbove } from '#core/step-up/require-step-up.ts';
import { InsufficientBalance, post } from '#ledger/post.ts';
import { exchange } from '#ledger/transfer.ts';
import { lockOrders } from '#orders/approvals/recipient-sums.ts';
import { quoteColumns, type QuoteRow, toExchange } from './list-exchanges.ts';

type Book = Call<typeof endpoint>;

/**
 * Books the exchange of a quote, both legs or none (contract §2). 410 when the quote has expired, 409 when it was used,
 * 422 when the available balance is too low; large ones need a step-up. A repeat with the same Idempotency-Key returns
 * the same exchange.
 */
export const bookExchange = handle(endpoint, async (call) => {
  const { params, services } = call;
  const { merchantId } = params;
  const check = () => requireMoneyMoves(services, merchantId);
  const before = async () => {
    const quote = await findQuote(call, services.database);
    // The threshold is one number for both currencies, so the larger side decides.
    await requireStepUpAbove(call, Math.max(quote.sellAmount, quote.buyAmount));
  };
  return withIdempotency(call, { endpoint, merchantId, check, before }, (queries) => book(call, queries));
});

async function findQuote({ params, body }: Book, { query }: Queries, lock = ''): Promise<QuoteRow> {
  const [quote] = await query<QuoteRow>(
    sql`SELECT ${quoteColumns} FROM exchange_quotes AS q
     WHERE q.merchant_id = ${params.merchantId} AND q.application_id = ${params.applicationId}
     AND q.quote_id = ${body.quoteId} ${raw(lock)}`,
  );
  if (!quote) throw notFound('This quote');
  return quote;
}

async function book(call: Book, queries: Queries): Promise<Exchange> {
  const { params, caller, services } = call;
  const { merchantId, applicationId } = params;
  // An exchange changes the sums that later orders are compared with (decision 31).
  await lockOrders(queries, merchantId);
  await holdMerchantEnabled(queries, merchantId);
  // The first to lock the quote's row uses it; the others find it used.
  const quote = await findQuote(call, queries, 'FOR UPDATE');
  const context = writeContext(services);
  const used = await queries.query(
    sql`SELECT 1 FROM exchanges WHERE merchant_id = ${merchantId} AND quote_id = ${quote.quoteId}`,
  );
  if (used.length > 0) throw new Problem(409, 'This quote was already used.', { code: 'QUOTE_USED' });
  if (quote.expiresAt <= context.at)
    throw new Problem(410, 'This quote has expired. Get a new quote for the current rate.', { code: 'QUOTE_EXPIRED' });
  const largest = await readLargestAmount({ ...services, database: queries }, merchantId, context.at);
  if (Math.max(quote.sellAmount, quote.buyAmount) > largest) {
    throw new Problem(422, `An exchange can be at most ${sayMajor(largest)}. Nothing was exchanged.`, {
      code: 'ABOVE_LARGEST_AMOUNT',
    });
  }
  const exchangeId = context.newId();
  await queries.query(
    sql`INSERT INTO exchanges (merchant_id, exchange_id, quote_id, application_id, status, created_by, created_at)
     VALUES (${merchantId}, ${exchangeId}, ${quote.quoteId}, ${applicationId}, 'COMPLETED', ${caller.email}, ${context.at})`,
  );
  await moveMoney(queries, context, merchantId, { ...quote, exchangeId });
  const detail = `${sayAmount(quote.sellAmount, quote.sellCurrency)} to ${sayAmount(quote.buyAmount, quote.buyCurrency)}`;
  await recordActivity(queries, call, { merchantId, action: 'EXCHANGE_BOOKED', subject: exchangeId, detail });
  const row = { ...quote, exchangeId, createdBy: caller.email, createdAt: context.at };
  return toExchange({ ...row, status: 'COMPLETED' });
}

type Booked = QuoteRow & { exchangeId: string };

async function moveMoney(
  queries: Queries,
  context: ReturnType<typeof writeContext>,
  merchantId: string,
  booked: Booked,
): Promise<void> {
  const { fromPayInAccountId, toPayInAccountId, sellCurrency, buyCurrency, sellAmount, buyAmount, fee, exchangeId } =
    booked;
  const from = { merchantId, payInAccountId: fromPayInAccountId, currency: sellCurrency };
  const to = { merchantId, payInAccountId: toPayInAccountId, currency: buyCurrency };
  try {
    await post(queries, context, [exchange({ from, to, sellAmount, buyAmount, fee }, { exchangeId })]);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    throw new Problem(422, 'The available balance of the account is too low for this exchange.', {
      code: 'BALANCE_TOO_LOW',
    });
  }
}

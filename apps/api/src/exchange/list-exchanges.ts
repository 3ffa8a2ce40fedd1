import { listExchanges as endpoint } from '@volume/contract/exchange.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import { exchangeColumns, type ExchangeRow, toExchange } from './quote-row.ts';

/** An application's exchanges, newest first (contract §2). */
export const listExchanges = handle(endpoint, async ({ params, query, services }) => {
  const { page, size } = query;
  const named = [params.merchantId, params.applicationId];
  const [counted] = await services.database.query<{ count: number }>(
    'SELECT count(*) AS count FROM exchanges WHERE merchant_id = $1 AND application_id = $2',
    named,
  );
  const rows = await services.database.query<ExchangeRow>(
    `SELECT ${exchangeColumns} FROM exchanges AS e
     JOIN exchange_quotes AS q ON q.merchant_id = e.merchant_id AND q.quote_id = e.quote_id
     WHERE e.merchant_id = $1 AND e.application_id = $2
     ORDER BY e.created_at DESC, e.exchange_id DESC LIMIT $3::bigint OFFSET $4::bigint`,
    [...named, size, page * size],
  );
  return toPage(rows.map(toExchange), { page, size, totalElements: counted?.count ?? 0 });
});

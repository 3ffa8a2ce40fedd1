import { listExchanges as endpoint } from '@volume/contract/exchange.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import { exchangeColumns, type ExchangeRow, toExchange } from './quote-row.ts';
import { sql } from '#database/sql.ts';

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

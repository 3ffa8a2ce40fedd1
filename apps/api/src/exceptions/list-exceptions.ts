import { listExceptions as endpoint } from '@volume/contract/exceptions.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, toWhere } from '#core/list-filters.ts';
import { sql } from '#database/sql.ts';
import { countUnresolved } from './count-unresolved.ts';
import { exceptionColumns, type ExceptionRow, toException } from './exception-row.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'page' | 'size'>> = {
  state: (states) => sql`e.state = ANY(${states}::text[])`,
  kind: (kinds) => sql`e.kind = ANY(${kinds}::text[])`,
  merchantId: (id) => sql`e.merchant_id = ${id}::uuid`,
};

/** Exceptions of all merchants or one, newest first (contract §11). */
export const listExceptions = handle(endpoint, async ({ query, services: { database } }) => {
  const { page, size } = query;
  const where = toWhere(rules, query);
  const [total] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM exceptions AS e WHERE ${where}`,
  );
  const rows = await database.query<ExceptionRow>(
    sql`SELECT ${exceptionColumns} FROM exceptions AS e WHERE ${where}
     ORDER BY e.first_at DESC, e.exception_id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  const paged = toPage(rows.map(toException), { page, size, totalElements: total?.count ?? 0 });
  return { ...paged, unresolved: await countUnresolved(database) };
});

import { listExceptions as endpoint } from '@volume/contract/exceptions.ts';
import { toPage } from '@volume/contract/page.ts';
import type { Parameter } from '#database/database.ts';
import { handle } from '#core/handler.ts';
import { countUnresolved } from './count-unresolved.ts';
import { exceptionColumns, type ExceptionRow, toException } from './exception-row.ts';

/** Exceptions of all merchants or one, newest first (contract §11). */
export const listExceptions = handle(endpoint, async ({ query, services }) => {
  const { page, size, state = [], kind = [], merchantId } = query;
  const parameters: Parameter[] = [];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const conditions = [
    'true',
    ...(state.length === 0 ? [] : [`e.state = ANY(${given(state)}::text[])`]),
    ...(kind.length === 0 ? [] : [`e.kind = ANY(${given(kind)}::text[])`]),
    ...(merchantId === undefined ? [] : [`e.merchant_id = ${given(merchantId)}::uuid`]),
  ].join(' AND ');
  const { database } = services;
  const [total] = await database.query<{ count: number }>(
    `SELECT count(*) AS count FROM exceptions AS e WHERE ${conditions}`,
    parameters,
  );
  const rows = await database.query<ExceptionRow>(
    `SELECT ${exceptionColumns} FROM exceptions AS e WHERE ${conditions}
     ORDER BY e.first_at DESC, e.exception_id DESC LIMIT ${size} OFFSET ${page * size}`,
    parameters,
  );
  const paged = toPage(rows.map(toException), { page, size, totalElements: total?.count ?? 0 });
  return { ...paged, unresolved: await countUnresolved(database) };
});

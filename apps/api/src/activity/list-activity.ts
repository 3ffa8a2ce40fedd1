import {
  type ActivityFilters,
  listActivity as listActivityEndpoint,
  listPlatformActivity as listPlatformActivityEndpoint,
} from '@volume/contract/activity.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { activityColumns, type ActivityRow, newestFirst, selectActivity, toActivity } from './select-activity.ts';

/** What was done in a merchant's account, newest first (contract §2). */
export const listActivity = handle(listActivityEndpoint, ({ params, query, services }) =>
  readActivityPage(services.database, params.merchantId, query),
);

/** What was done on the platform itself, in no merchant's account: newest first (contract §11, Trail). */
export const listPlatformActivity = handle(listPlatformActivityEndpoint, ({ query, services }) =>
  readActivityPage(services.database, null, query),
);

type Asked = ActivityFilters & { page: number; size: number };

/** One page of a merchant's activity, or of the platform's own (`null`), newest first. */
async function readActivityPage({ query }: Queries, merchantId: string | null, { page, size, ...filters }: Asked) {
  const where = selectActivity(merchantId, filters);
  const [total] = await query<{ count: number }>(sql`SELECT count(*) AS count FROM activity WHERE ${where}`);
  const rows = await query<ActivityRow>(
    sql`SELECT ${activityColumns} FROM activity WHERE ${where} ORDER BY ${newestFirst} LIMIT ${size} OFFSET ${page * size}`,
  );
  return toPage(rows.map(toActivity), { page, size, totalElements: total?.count ?? 0 });
}

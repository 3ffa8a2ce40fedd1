import { listActivity as endpoint } from '@volume/contract/activity.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#http/handler.ts';
import { activityColumns, type ActivityRow, newestFirst, selectActivity, toActivity } from './select-activity.ts';

/** What was done in a merchant's account, newest first (contract §2). */
export const listActivity = handle(endpoint, async ({ params, query: { page, size, ...filters }, services }) => {
  const { where, parameters } = selectActivity(params.merchantId, filters);
  const { database } = services;
  const [total] = await database.query<{ count: number }>(
    `SELECT count(*) AS count FROM activity WHERE ${where}`,
    parameters,
  );
  const rows = await database.query<ActivityRow>(
    `SELECT ${activityColumns} FROM activity WHERE ${where} ORDER BY ${newestFirst} LIMIT ${size} OFFSET ${page * size}`,
    parameters,
  );
  return toPage(rows.map(toActivity), { page, size, totalElements: total?.count ?? 0 });
});

import { listActivity as endpoint } from '@volume/contract/activity.ts';
import { handle } from '#core/handler.ts';
import { readActivityPage } from './read-activity-page.ts';

/** What was done in a merchant's account, newest first (contract §2). */
export const listActivity = handle(endpoint, ({ params, query, services }) =>
  readActivityPage(services.database, params.merchantId, query),
);

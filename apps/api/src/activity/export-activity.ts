import { exportActivity as endpoint } from '@volume/contract/activity.ts';
import { handleStream } from '#core/handler.ts';
import { streamActivity } from './stream-activity.ts';

/** The activity of a merchant as CSV (contract §2). */
export const exportActivity = handleStream(endpoint, async ({ params, query, services }) =>
  streamActivity(services.database, params.merchantId, query),
);

import { exportPlatformActivity as endpoint } from '@volume/contract/activity.ts';
import { handleStream } from '#core/handler.ts';
import { streamActivity } from './stream-activity.ts';

/** The platform's own activity as CSV (contract §11, Trail). */
export const exportPlatformActivity = handleStream(endpoint, async ({ query, services }) =>
  streamActivity(services.database, null, query),
);

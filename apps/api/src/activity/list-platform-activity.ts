import { listPlatformActivity as endpoint } from '@volume/contract/activity.ts';
import { handle } from '#core/handler.ts';
import { readActivityPage } from './read-activity-page.ts';

/** What was done on the platform itself, in no merchant's account: newest first (contract §11, Trail). */
export const listPlatformActivity = handle(endpoint, ({ query, services }) =>
  readActivityPage(services.database, null, query),
);

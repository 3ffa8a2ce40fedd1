import { listAdministrators as endpoint } from '@volume/contract/administrators/administrators.ts';
import { handle } from '#core/handler.ts';
import { readAdministrators, toAdministrator } from './administrator-rows.ts';

/** The administrators of the platform, ordered by name and email (contract §8, Administrators of the platform). */
export const listAdministrators = handle(endpoint, async ({ caller, services: { database, clock } }) => {
  const rows = await readAdministrators(database);
  return rows.map((row) => toAdministrator(row, caller.userAccountId, clock.now()));
});

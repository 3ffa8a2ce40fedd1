import { startApp } from '#scripts/start-app.ts';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/**
 * Starts one real app with a small world per run, on PostgreSQL where it is installed: it takes less of the processor
 * than the embedded database, which `npm run test:full` keeps. BASE_URL selects a running app instead (with DATA_DIR for its sign-ins).
 */
export default async function startWorld(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined;
  const isEmbedded = process.env['TEST_COUNTS'] === 'full' || !findPostgres();
  const postgres = isEmbedded ? undefined : await startThrowawayPostgres();
  const app = await startApp({
    PORTAL_IS_TEST_AUTOMATION: 'true',
    // All journeys come from one address, so the limits per address must be high.
    FAILED_SIGN_INS_PER_ADDRESS: '1000',
    SIGN_UPS_PER_HOUR: '1000',
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  process.env['BASE_URL'] = app.address;
  process.env['DATA_DIR'] = app.dataDir;
  return async () => {
    await app.stop();
    await postgres?.stop();
  };
}

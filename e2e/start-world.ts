import { startApp } from '#scripts/start-app.ts';

/** Starts one real app with a small world per run. BASE_URL selects a running app instead (with DATA_DIR for its sign-ins). */
export default async function startWorld(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined;
  // All journeys come from one address, so the limit per address must be high.
  const app = await startApp({ PORTAL_IS_TEST_AUTOMATION: 'true', FAILED_SIGN_INS_PER_ADDRESS: '1000' });
  process.env['BASE_URL'] = app.address;
  process.env['DATA_DIR'] = app.dataDir;
  return app.stop;
}

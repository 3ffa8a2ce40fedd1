import { startApp } from '#scripts/start-app.ts';

/** One real app with a small world per run; BASE_URL names a running one instead (with DATA_DIR for its sign-ins). */
export default async function startWorld(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined;
  const app = await startApp({ PORTAL_IS_TEST_AUTOMATION: 'true' });
  process.env['BASE_URL'] = app.address;
  process.env['DATA_DIR'] = app.dataDir;
  return app.stop;
}

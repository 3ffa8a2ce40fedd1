import { expect, test as provided } from '#e2e/fake-provider/provider-test.ts';
import { leave, prepareStage, type Stage } from './stage.ts';
import { interceptCalls } from './wire.ts';

/**
 * A stage for hundreds of small tests: all cases of a worker run in one page, whose code is loaded once, like a
 * returning user's. Each test starts after the previous page was left, and fails on errors and on complaints of the
 * fake provider.
 */
export const test = provided.extend<{ stage: Stage }, { sharedStage: Stage }>({
  // The stage collects the console messages of its page itself.
  noise: async ({}, use) => use({ allow: () => undefined }),
  // A context in addition to the stage's own would take longer than many of these tests.
  ending: async ({}, use) => use(),
  sharedStage: [
    async ({ browser, provider, portal }, use, { project }) => {
      const { viewport = null, locale = 'en-GB', timezoneId = 'Europe/London' } = project.use;
      const context = await browser.newContext({ baseURL: portal, viewport, locale, timezoneId });
      const page = await context.newPage();
      await use(await prepareStage(page, await interceptCalls(page, `${provider.address}/api`)));
      await context.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stage: async ({ sharedStage: stage, provider, viewport }, use) => {
    if (viewport) await stage.page.setViewportSize(viewport);
    await leave(stage);
    provider.recover();
    provider.complaints.length = 0;
    provider.unknown.length = 0;
    stage.errors.length = 0;
    await use(stage);
    stage.wire.mend();
    expect(stage.errors).toEqual([]);
    expect(provider.complaints).toEqual([]);
    expect(provider.unknown.filter((call) => call !== 'GET capabilities')).toEqual([]);
  },
});
export { expect };

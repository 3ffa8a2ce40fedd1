import { type BrowserContext, expect, type Locator, type Page, type Request, test as base } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { keepSignedIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

interface Noise {
  /** Allows an expected console message, such as the browser's message about a 401. */
  allow: (pattern: RegExp) => void;
}

interface JourneyFixtures {
  /** The user who is signed in at the start: the first sample user of this role without a second factor; no user by default. */
  role: string | undefined;
  noise: Noise;
  ending: void;
}

/** While typing pauses after one or two letters, the browser logs the API's 400 for a search text that is too short. */
const shortSearch = /status of 400 .*[?&]globalSearch=[^&]{1,6}[&)]/;

/** Playwright's test, which also fails on any console error or page error that the journey did not allow. */
export const test = base.extend<JourneyFixtures>({
  role: [undefined, { option: true }],
  // Not by Playwright's `storageState`: with another value the context would not be reused.
  context: async ({ context, browser, role }, use) => {
    countRequests(context);
    // Playwright clears the cache through the pages that are open, so none may be: neither now nor when it resets the context.
    await closePages(context);
    if (role) await context.setStorageState(await keepSignedIn(browser, findByRole(role)));
    await use(context);
    await closePages(context);
  },
  noise: [
    async ({ context }, use) => {
      // Journeys cannot use the system's file dialog, so files are downloaded instead.
      await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
      const heard: string[] = [];
      const allowed: RegExp[] = [shortSearch];
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => heard.push(String(error.error())));
      await use({ allow: (pattern) => allowed.push(pattern) });
      const said = heard.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      // Requests that a page makes after its journey has ended, such as monitoring, need no response.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
  // Before the console messages are checked, and while the journey's mocked routes still exist.
  ending: [
    async ({ context, noise: _noise }, use, { tags, errors }) => {
      await use();
      const page = context.pages().at(-1);
      if (!tags.includes('@journey') || errors.length > 0 || !page) return;
      // Some journeys end while the last page is still loading.
      await waitUntilLoaded(page);
      await expectAccessible(page, { isPortal: (await page.locator('html[data-theme]').count()) > 0 });
    },
    { auto: true },
  ],
});
export { expect, expectAccessible };
export { findViolations } from '#e2e/axe.ts';

/** Opens a page through the navigation, which must be opened first on a phone. */
export async function goTo(page: Page, place: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  if (width < 768) await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: place, exact: true }).click();
}

/** Also ends their session storage, which a page of a reused context keeps. */
async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
}

/** The requests of each page that have no response yet. */
const openRequests = new WeakMap<BrowserContext, Set<Request>>();

function countRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  openRequests.set(context, open);
  context.on('request', (request) => open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/**
 * Waits until React has rendered the page with its heading, nothing on it is loading, and all its requests have a response.
 * `networkidle` would wait for another half a second, which is a tenth of some tests.
 */
export async function waitUntilLoaded(page: Page): Promise<void> {
  const open = openRequests.get(page.context());
  const isWaiting = () => [...(open ?? [])].some((request) => request.resourceType() !== 'ping');
  await expect
    .poll(
      async () => {
        const isShown = await page.getByRole('heading', { level: 1 }).first().isVisible();
        return isShown && (await page.locator('#shell, [aria-busy=true]').count()) === 0 && !isWaiting();
      },
      { intervals: [50] },
    )
    .toBe(true);
}

/** Privacy mode hides these texts and shows them again when it ends. */
export async function expectPersonal(page: Page, ...texts: Locator[]): Promise<void> {
  await page.keyboard.press('v');
  for (const text of texts) await expect(text).toBeHidden();
  await page.keyboard.press('v');
  for (const text of texts) await expect(text).toBeVisible();
}

export async function expectNoSidewaysScroll(page: Page, width = 390): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

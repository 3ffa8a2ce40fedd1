import { expect, test as base, type Locator, type Page } from '@playwright/test';
import axe, { type Result } from 'axe-core';
import { keepSignedIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

interface Noise {
  /** Lets a message stand that a journey provokes on purpose, such as the browser's own line on a 401. */
  allow: (pattern: RegExp) => void;
}

interface JourneyFixtures {
  /** Who is signed in when the journey begins: the first sample of this role without a second factor; nobody by default. */
  role: string | undefined;
  noise: Noise;
  ending: void;
}

/** Where typing pauses after one or two letters, the browser reports the 400 with which our API asks for more. */
const shortSearch = /status of 400 .*[?&]globalSearch=[^&]{1,6}[&)]/;

/** Playwright's test, failing on any console error or page error that the journey did not announce. */
export const test = base.extend<JourneyFixtures>({
  role: [undefined, { option: true }],
  storageState: async ({ role, browser }, use) => use(role ? await keepSignedIn(browser, findByRole(role)) : undefined),
  noise: [
    async ({ context }, use) => {
      // The system's own window for saving a file, which no journey could answer: files are downloaded instead.
      await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
      const heard: string[] = [];
      const allowed: RegExp[] = [shortSearch];
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => heard.push(String(error.error())));
      await use({ allow: (pattern) => allowed.push(pattern) });
      const said = heard.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      // What a page still asks for when its journey is over, such as a beat of monitoring, is answered to nobody.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
  // Before the noise is judged, and what a journey stands in for is still there.
  ending: [
    async ({ context, noise: _noise }, use, { tags, errors, project, title }) => {
      await use();
      const page = context.pages().at(-1);
      if (!tags.includes('@journey') || errors.length > 0 || !page) return;
      // Some end with an address whose page is only coming.
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, { isPortal: (await page.locator('html[data-theme]').count()) > 0 });
      const { viewport, colorScheme } = project.use;
      if (viewport) await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
      await page.evaluate(finishMotion);
      await page.screenshot({
        path: `test-results/journeys/${title.slice(0, 80)} (${project.name}).png`,
        fullPage: true,
      });
    },
    { auto: true },
  ],
});
export { expect };

/** A place of the navigation, which a phone opens first. */
export async function goTo(page: Page, place: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  if (width < 768) await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: place, exact: true }).click();
}

/** Privacy mode hides these and nothing keeps them from being seen when it ends. */
export async function expectPersonal(page: Page, ...texts: Locator[]): Promise<void> {
  await page.keyboard.press('v');
  for (const text of texts) await expect(text).toBeHidden();
  await page.keyboard.press('v');
  for (const text of texts) await expect(text).toBeVisible();
}

type Theme = 'light' | 'dark';

/**
 * axe finds nothing on this page, in either theme. The theme is the system's, as a person's choice "system" follows it; the
 * API's own pages know no other.
 */
export async function expectAccessible(page: Page, { isPortal = true } = {}): Promise<void> {
  for (const theme of ['light', 'dark'] satisfies Theme[]) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    if (isPortal) await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.evaluate(finishMotion);
    // What is no colour was looked at in the light.
    const violations = await findViolations(page, theme === 'dark' ? ['color-contrast', 'link-in-text-block'] : []);
    const found = violations.map(
      ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
    expect(found).toEqual([]);
  }
}

/** What axe finds, by all its rules or these, on the page or within one element of it. No journey looks into a frame. */
export async function findViolations(page: Page, rules: string[] = [], within = 'html'): Promise<Result[]> {
  // Half a megabyte, which takes longer to read than many a page to look at.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, values]) => {
      const { axe: scan } = window as unknown as { axe: typeof axe };
      const runOnly = values.length > 0 ? { runOnly: { type: 'rule' as const, values } } : {};
      return (await scan.run(selector, { resultTypes: ['violations'], iframes: false, ...runOnly })).violations;
    },
    [within, rules] as const,
  );
}

/** Colours on their way from one theme to the other are neither; the end of one may begin another. Runs in the page. */
async function finishMotion(): Promise<void> {
  const isEnding = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  for (;;) {
    const ending = document.getAnimations().filter(isEnding);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}

/** Nothing sticks out at the side; the offenders are named. */
export async function expectNoSidewaysScroll(page: Page, width = 390): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

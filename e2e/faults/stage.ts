import { expect, type Page, type Request } from '@playwright/test';
import { storageOf, type Who } from '#e2e/fake-provider/provider-test.ts';
import { applicationId, merchantId } from '#e2e/fake-provider/world.ts';
import { capabilitiesKey } from '#portal/platform/calls/remembered-capabilities.ts';
import type { Screen, Viewer } from './screens.ts';
import type { Wire } from './wire.ts';

/** One page that runs case after case. */
export interface Stage {
  page: Page;
  wire: Wire;
  /** Console and page errors since they were last read. */
  errors: string[];
  /** Scripts that are still loading and can start more calls. */
  loading: Set<Request>;
  /** The capabilities as the page stored them on an earlier visit. */
  capabilities?: string;
}

export const everything = ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'];
const people: Record<Viewer, Who | undefined> = {
  nobody: undefined,
  merchant: { authorities: everything },
  admin: { authorities: ['VOLUME_ADMIN'], isAdmin: true },
  inside: { authorities: ['VOLUME_ADMIN'], isAdmin: true, opened: true },
};

/** The portal's own log messages and the browser's message about a failed call do not count as errors. */
const expected = /^\[Merchant Portal\]|^Failed to load resource/;

/**
 * Prepares a page. Its timers run forty times as fast and its retries two hundred times, so that retries and timeouts
 * do not take minutes.
 */
export async function prepareStage(page: Page, wire: Wire): Promise<Stage> {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const loading = new Set<Request>();
  page.on('request', (request) => void (request.resourceType() === 'script' && loading.add(request)));
  page.on('requestfinished', (request) => void loading.delete(request));
  page.on('requestfailed', (request) => void loading.delete(request));
  await page.addInitScript(speedUpTimers);
  await page.goto('/about');
  return { page, wire, errors, loading };
}

function speedUpTimers(): void {
  const inRealTime = window.setTimeout.bind(window);
  // Timeouts only run faster when no response ever arrives: otherwise a normal response must arrive before the timeout,
  // also on a busy machine.
  const faster = (run: () => void, ms = 0, ...rest: unknown[]) => {
    // The page waits five seconds for the response to a screen's own call.
    const isPatience = (ms >= 30_000 || ms === 5000) && sessionStorage.getItem('answers never come') === null;
    const isTry = ms >= 1000 && ms < 30_000;
    return inRealTime(run, ms / (isPatience ? 1 : isTry ? 200 : 40), ...rest);
  };
  window.setTimeout = faster as never;
}

interface OpenOptions {
  /** True for a browser that remembers the application, false for a new one. */
  isKnown?: boolean;
  /** True when this case gets no response, so that the portal can time out early. */
  isHeld?: boolean;
}

/** Leaves the current page: its timers would go on making calls, also for the next viewer. */
export async function leave({ page }: Stage): Promise<void> {
  await page.goto('/assets/no-page');
}

/** Opens a screen as its viewer, with a full page load. */
export async function open(stage: Stage, screen: Screen, { isKnown = true, isHeld = false }: OpenOptions = {}) {
  await beViewer(stage, screen, { isKnown, isHeld });
  await stage.page.goto(screen.address, { waitUntil: 'domcontentloaded' });
}

/** Opens a screen by following a link from a page that has made no calls. */
export async function goTo(stage: Stage, screen: Screen, options: OpenOptions = {}): Promise<void> {
  const { page } = stage;
  await beViewer(stage, screen, options);
  await page.goto('/about', { waitUntil: 'domcontentloaded' });
  const about = page.getByRole('heading', { level: 1, name: 'About' });
  await about.waitFor();
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, screen.address);
  // The old page is shown until the code of the next one has loaded. Guards and redirects can lead further.
  await about.waitFor({ state: 'detached' });
}

async function beViewer(
  { page, capabilities }: Stage,
  { viewer, remembers }: Screen,
  { isKnown = true, isHeld = false }: OpenOptions,
) {
  const who = people[viewer];
  const stored = {
    ...(who && storageOf(who)),
    ...(remembers && capabilities && { [capabilitiesKey]: capabilities }),
    ...(isKnown && { [`v_application_v1.${merchantId}`]: applicationId }),
  };
  await page.evaluate(replaceStorage, stored);
  if (isHeld) await page.evaluate(() => sessionStorage.setItem('answers never come', 'true'));
}

/** Keeps the capabilities that the page has just stored for later visits. */
export async function keepCapabilities(stage: Stage): Promise<void> {
  stage.capabilities = (await stage.page.evaluate((key) => localStorage.getItem(key), capabilitiesKey)) ?? '';
}

/** Replaces the storage with exactly these entries. Runs in the page. */
function replaceStorage(entries: Record<string, string>): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

/** Waits until nothing is loading any more. @throws what is still loading after twenty seconds */
export async function settle({ page, wire, loading }: Stage): Promise<void> {
  let quiet = 0;
  const look = async (): Promise<string> => {
    const waiting = wire.isBusy()
      ? 'an answer'
      : loading.size > 0
        ? 'code'
        : await page.evaluate(findWaiting).catch(() => 'another page');
    quiet = waiting === '' ? quiet + 1 : 0;
    return waiting === '' && quiet < 3 ? 'a moment of quiet' : waiting;
  };
  await expect.poll(look, { message: 'still waits for', intervals: [40] }).toBe('');
}

/** The texts and parts that a user would still wait for. Runs in the page. */
function findWaiting(): string {
  if (document.body.innerText.trim() === '') return 'anything on a white page';
  if (document.querySelector('#shell')) return 'the page behind its instant shell';
  const waiting = [...document.querySelectorAll('.breathe, .turn, [aria-busy=true]')].find(
    (each) => each.getClientRects().length > 0,
  );
  if (waiting)
    return `${waiting.tagName} ${waiting.className || waiting.getAttribute('aria-label')} in ${waiting.parentElement?.innerText.slice(0, 60)}`;
  return document.querySelector('h1, [role=alert]') ? '' : 'a heading';
}

/**
 * The text of a screen, without parts that change every minute, and without the bell and the link to approvals, which depend on
 * calls that a page makes after it is shown.
 */
export async function readText({ page }: Stage): Promise<string> {
  const text = await page.evaluate(() => {
    const later = 'aside [aria-label^="Notifications"], aside a[href^="/payments/approvals"]';
    const parts = [...document.querySelectorAll<HTMLElement>(later)];
    for (const part of parts) part.style.display = 'none';
    const texts = [...document.querySelectorAll<HTMLElement>('#main, aside')].map((each) => each.innerText);
    for (const part of parts) part.style.display = '';
    return texts.join('\n');
  });
  return text
    .replaceAll(/\b\d+ (second|minute|hour|day)s? ago\b|\bjust now\b|\bin \d+ \w+\b/g, 'a moment ago')
    .replaceAll(/\b\d\d:\d\d(:\d\d)?\b/g, '00:00');
}

/** The text of a screen after late content has loaded. */
export async function readWholeText(stage: Stage): Promise<string> {
  const read: string[] = [];
  const isStill = async (): Promise<boolean> => {
    read.unshift(await readText(stage));
    return read.length > 5 && read.slice(0, 5).every((text) => text === read[0]);
  };
  await expect.poll(isStill, { message: 'keeps changing', intervals: [120] }).toBe(true);
  return read[0] ?? '';
}

/** Words that must never be shown to users, because they are unchecked values. */
export async function findRawWords({ page }: Stage): Promise<string[]> {
  return page.evaluate(() => {
    const raw = /\bundefined\b|\bNaN\b|\[object |\bnull\b|Invalid Date|\bInfinity\b/;
    const said = [...document.querySelectorAll('[aria-label], [title], [href]')].flatMap((each) =>
      ['aria-label', 'title', 'href'].map((name) => each.getAttribute(name) ?? ''),
    );
    return [...document.body.innerText.split('\n'), ...said].filter((text) => raw.test(text));
  });
}

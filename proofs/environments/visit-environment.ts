import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { EnvironmentLabel } from '@volume/contract/portal/environment.ts';
import { signIn } from '#e2e/sign-in.ts';
import type { SampleSignIn } from '#e2e/sign-ins.ts';
import type { StaticPortal } from '#e2e/fake-provider/start-portal.ts';

/** A running environment: its portal on a static host, and its API elsewhere. */
export interface Environment {
  label: EnvironmentLabel;
  portal: StaticPortal;
  /** The API address that the portal is configured with. */
  apiBase: string;
  person: SampleSignIn;
}

const labels: EnvironmentLabel[] = ['Sandbox', 'Integration', 'Live'];

/** Collects failed claims as sentences. */
function claims() {
  const wrong: string[] = [];
  const claim = (what: string, is: unknown, should: unknown): void => {
    const [isText, shouldText] = [JSON.stringify(is), JSON.stringify(should)];
    if (isText !== shouldText) wrong.push(`${what}: ${isText} in place of ${shouldText}`);
  };
  return { wrong, claim };
}

/** All requests and error messages of a browser context. */
function listen(context: BrowserContext): { origins: Set<string>; heard: string[] } {
  const origins = new Set<string>();
  const heard: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin);
  });
  context.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  context.on('weberror', (error) => heard.push(String(error.error())));
  return { origins, heard };
}

/** The texts of the visible badges, the colour of the line at the top, and the start of the title. */
async function readLabel(page: Page): Promise<{ badges: string[]; line: string | undefined; title: string }> {
  const badges: string[] = [];
  for (const label of labels) {
    const shown = page.getByText(label, { exact: true }).filter({ visible: true });
    if ((await shown.count()) > 0) badges.push(label);
  }
  const line = await page.evaluate(() => {
    const all = [...document.querySelectorAll('[aria-hidden=true]')].map((each) => getComputedStyle(each));
    return all.find(
      ({ position, top, borderTopWidth }) => position === 'fixed' && top === '0px' && borderTopWidth === '3px',
    )?.borderTopColor;
  });
  return { badges, line, title: (await page.title()).replace(/\].*/, ']') };
}

const firstRow = 'tbody tr a[href]';

/** Signs in and opens the pay-ins. Returns problems as sentences. */
export async function visit(browser: Browser, { label, portal, apiBase, person }: Environment, others: Environment[]) {
  const { wrong, claim } = claims();
  const context = await browser.newContext({ baseURL: portal.address });
  const { origins, heard } = listen(context);
  try {
    const page = await context.newPage();
    await page.goto('/auth/signin');
    await page.getByLabel('Password', { exact: true }).waitFor();
    claim('the badge before the session', (await readLabel(page)).badges, [label]);
    const signUps = await page.getByRole('link', { name: 'sandbox' }).count();
    claim('offers a sandbox account', signUps > 0, label === 'Sandbox');
    await signIn(page, person);
    await page.goto('/payments/payin');
    await page.locator(firstRow).first().waitFor();
    const { badges, line, title } = await readLabel(page);
    claim('the badge', badges, [label]);
    claim('the title', title, `[${label}]`);
    claim('a line across the top', line !== undefined, label !== 'Live');
    claim('asked', [...origins].toSorted(), [portal.address, new URL(apiBase).origin].toSorted());
    claim('complaints of the browser', heard, []);
    const statuses = await openRowAt([apiBase, ...others.map((each) => each.apiBase)], page);
    claim('its first row, asked of its own API and of the others with its token', statuses, [200, 401, 401]);
  } catch (error) {
    wrong.push(String(error).split('\n')[0] ?? '');
  } finally {
    await context.close();
  }
  return wrong;
}

/** The statuses with which each API answers a request for the first row's payment with this session's token. */
async function openRowAt(apiBases: string[], page: Page): Promise<number[]> {
  const href = (await page.locator(firstRow).first().getAttribute('href')) ?? '';
  const paymentId = /\/payments\/([\w-]+)/.exec(href)?.[1] ?? '';
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1') ?? '');
  const headers = { authorization: `Bearer ${token}` };
  return Promise.all(
    apiBases.map(async (base) => (await fetch(`${base}/api/payments/${paymentId}`, { headers })).status),
  );
}

/** The demo shows its rows and calls only the host of its files. Returns problems as sentences. */
export async function visitDemo(browser: Browser, address: string): Promise<string[]> {
  const { wrong, claim } = claims();
  const context = await browser.newContext({ baseURL: address });
  const { origins, heard } = listen(context);
  const calls: string[] = [];
  context.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  try {
    const page = await context.newPage();
    await page.goto('/payments/payin');
    await page.locator(firstRow).first().waitFor({ timeout: 60_000 });
    claim('the badge', (await readLabel(page)).badges, ['Sandbox']);
    claim('asked', [...origins], [address]);
    claim('calls of an API', calls, []);
    claim('complaints of the browser', heard, []);
  } catch (error) {
    wrong.push(String(error).split('\n')[0] ?? '');
  } finally {
    await context.close();
  }
  return wrong;
}

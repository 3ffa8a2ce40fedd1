import type { Page, Request } from '@playwright/test';
import { portalPolicy } from '@volume/contract/session/portal-policy.ts';
import { PortalSettings } from '@volume/contract/portal/settings.ts';
import { expect, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

const given = {
  monitoringClientToken: 'pubintakeofnobody',
  monitoringApplicationId: '11111111-2222-3333-4444-555555555555',
  analyticsKey: 'phc_intake',
  isTestAutomation: false,
  isLocal: false,
};
/** A host name of this machine other than localhost: on localhost, monitoring and analytics are off (§9). */
const name = 'portal.localhost';
const block = /(<script type="application\/json" id="settings">)([\s\S]*?)(<\/script>)/;

/** The pages of a deployment with monitoring and analytics. */
async function configure(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (!url.startsWith(`http://${name}`)) return route.fallback();
    // The server only answers this machine's known names, and this page has another one.
    const here = url.replace(`//${name}`, '//localhost');
    const answer = await route.fetch({ url: here });
    if (url.endsWith('/api/capabilities')) {
      // A stream of changes never ends, and route.fetch only returns completed responses.
      const calls = (await answer.json()) as string[];
      return route.fulfill({
        response: answer,
        json: calls.filter((call) => !['GET changes', 'GET merchants/{}/start'].includes(call)),
      });
    }
    if (route.request().resourceType() !== 'document') return route.fulfill({ response: answer });
    const html = await answer.text();
    const settings = PortalSettings.parse({
      ...JSON.parse(block.exec(html)?.[2] ?? '{}'),
      ...given,
      apiBaseUrl: `${new URL(url).origin}/sandbox`,
    });
    const policy = answer.headers()['content-security-policy'] ?? '';
    const hashesOf = (name: string) =>
      new RegExp(`${name} ([^;]*)`)
        .exec(policy)?.[1]
        ?.split(' ')
        .filter((each) => each.startsWith("'sha256")) ?? [];
    const hashes = { scriptHashes: hashesOf('script-src'), styleHashes: hashesOf('style-src') };
    const body = html.replace(
      block,
      (_all, open: string, _old, close: string) => open + JSON.stringify(settings) + close,
    );
    const headers = { ...answer.headers(), 'content-security-policy': portalPolicy(settings, hashes) };
    return route.fulfill({ response: answer, headers, body });
  });
}

/** Records everything sent to other hosts, as text. */
async function listen(page: Page): Promise<{ hosts: Set<string>; sent: string[] }> {
  const heard = { hosts: new Set<string>(), sent: [] as string[] };
  const note = (request: Request): void => {
    heard.hosts.add(new URL(request.url()).host);
    heard.sent.push(`${decodeURIComponent(request.url())} ${request.postDataBuffer()?.toString('utf8') ?? ''}`);
  };
  await page.route(/^https:\/\//, (route) => {
    note(route.request());
    return route.fulfill({ status: 200, json: {}, headers: { 'access-control-allow-origin': '*' } });
  });
  return heard;
}

test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' });

test('monitoring and analytics receive pages and errors, but no data of a person or a payment', async ({
  page,
  baseURL,
  noise,
}) => {
  noise.allow(/Lost amelia|reset-tokens/);
  // Analytics ignores automated browsers, so this one pretends to be a user's.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined });
  });
  const person = findByRole('MERCHANT_ADMIN');
  const base = (baseURL ?? '').replace('localhost', name);
  const { hosts, sent } = await listen(page);
  await configure(page);
  await test.step('nothing is sent about sign-in', async () => {
    await page.goto(`${base}/auth/reset-password/secret-of-a-reset`);
    await page.waitForLoadState('networkidle');
    expect([...hosts]).toEqual([]);
  });
  await signIn(page, person, `${base}/auth/signin`);
  const secrets = [person.email, 'secret-of-a-reset', 'needle@haystack.example', '777.77'];
  await test.step('pages, a payment and an error', async () => {
    await page.goto(`${base}/payments/payin?searchFilter=needle%40haystack.example&amountFrom=777.77`);
    await page.waitForLoadState('networkidle');
    await page.goto(`${base}/payments/payin`);
    const first = page.locator('tbody tr').first();
    await expect(first.getByRole('link').first()).toBeVisible();
    secrets.push(...(((await first.textContent()) ?? '').match(/[£€][\d,.]+/g) ?? []));
    secrets.push(await page.evaluate(() => localStorage.getItem('v_accessToken_v1') ?? 'none'));
    await first.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /Payment/ })).toBeVisible();
    secrets.push(
      ...new Set(
        (await page.locator('main').innerText()).match(
          /\b\d{8}\b|\b\d\d-\d\d-\d\d\b|\b[A-Z]{2}\d{2}[A-Z0-9 ]{11,30}\b/g,
        ) ?? [],
      ),
    );
    // Monitoring loads after first paint; earlier events are not reported.
    await page.waitForFunction(() => Reflect.get(window, 'DD_RUM')?.getInitConfiguration() !== undefined);
    await page.evaluate(
      async (words) =>
        new Promise((heard) => {
          window.addEventListener('error', heard, { once: true });
          setTimeout(() => {
            throw new Error(`Lost ${words}`);
          });
        }),
      `${person.email} £12.50 12345678`,
    );
    secrets.push('£12.50', '12345678');
    await page.goto(`${base}/balances/overview`);
    await page.waitForLoadState('networkidle');
    await page.goto(`${base}/about`);
  });
  await expect.poll(() => [...hosts].sort().join(' ')).toMatch(/browser-intake-datadoghq\.eu.*eu\.i\.posthog\.com/);
  await expect.poll(() => sent.join('\n')).toContain('Lost');
  const leaks = secrets.flatMap((secret) =>
    sent
      .filter((text) => text.includes(secret))
      .map((text) => text.slice(Math.max(0, text.indexOf(secret) - 80), text.indexOf(secret) + 80)),
  );
  expect(leaks).toEqual([]);
});

test('monitoring’s worker starts from its one address; the policy allows no other', async ({
  page,
  baseURL,
  noise,
}) => {
  noise.allow(/TrustedScriptURL/);
  const base = (baseURL ?? '').replace('localhost', name);
  await listen(page);
  await configure(page);
  await signIn(page, findByRole('MERCHANT_ADMIN'), `${base}/auth/signin`);
  await page.waitForFunction(() => Reflect.get(window, 'DD_RUM')?.getInitConfiguration() !== undefined);
  const worker = page.waitForEvent('worker');
  // The request is sent after the worker has started and compressed the data.
  const sent = page.waitForRequest(/\/api\/v2\/replay/);
  await page.evaluate(() => Reflect.get(window, 'DD_RUM').startSessionReplayRecording({ force: true }));
  const address = new URL((await worker).url()).pathname;
  expect(address).toMatch(/^\/assets\/worker-[\w-]+\.js$/);
  await sent;
  const start = (url: string) =>
    page.evaluate((given) => {
      try {
        new Worker(given);
        return 'started';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    }, url);
  expect(await start(address)).toBe('started');
  expect(await start(address.replace('.js', '.js?other'))).toBe('refused');
  expect(await start('/icon.svg')).toBe('refused');
});

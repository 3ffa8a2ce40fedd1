import { type BrowserContext, type Page } from '@playwright/test';
import { expect, test as journey } from '#e2e/journey.ts';
import { startPortal } from './start-portal.ts';
import { type Provider, startProvider } from './start-provider.ts';
import { merchantId } from './world.ts';

interface ProviderFixtures {
  /** A signed-in user: a page with only the values that local storage has after sign-in (§9). */
  signedIn: (who: Who) => Promise<Page>;
}
interface ProviderWorker {
  provider: Provider;
  portal: string;
}
export interface Who {
  authorities: string[];
  isAdmin?: boolean;
  /** The merchant that an administrator has opened. */
  opened?: boolean;
}

/** The portal on a static host, against the strict fake provider. A test fails if the provider has any complaint. */
export const test = journey.extend<ProviderFixtures, ProviderWorker>({
  provider: [
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ provider }, use) => {
      const portal = await startPortal({
        PORTAL_API_BASE_URL: provider.address,
        PORTAL_AUTOMATION_HOOK_URL: `${provider.address}/hook`,
        PORTAL_SIGN_UP_EMAIL: 'sign-up@fake-provider.example',
        PORTAL_SIGN_UP_PASSWORD: 'sign-up-password',
        PORTAL_MONITORING_CLIENT_TOKEN: '',
        PORTAL_MONITORING_APPLICATION_ID: '',
        PORTAL_IS_TEST_AUTOMATION: 'true',
      });
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal),
  signedIn: async ({ provider, portal, context, page, noise }, use) => {
    provider.complaints.length = 0;
    provider.unknown.length = 0;
    provider.came.length = 0;
    provider.searches.length = 0;
    provider.recover();
    noise.allow(/\/capabilities\)|GET capabilities answered 404/);
    await use(async (who) => {
      await keep(context, portal, who);
      return page;
    });
    expect(provider.complaints).toEqual([]);
    expect(provider.unknown.filter((call) => call !== 'GET capabilities')).toEqual([]);
  },
});
export { expect };

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with the specification's claims; nothing here verifies its signature. */
export function tokenOf({ authorities, isAdmin = false }: Who, expiresInS = 3000): string {
  const iat = Math.floor(Date.now() / 1000) - 60;
  const claims = {
    jti: '1',
    iat,
    sub: 'ida',
    iss: 'fake provider',
    userAccountId: '7',
    exp: iat + 60 + expiresInS,
    authorities,
    ...(isAdmin ? { adminId: '1' } : { merchantId }),
  };
  return `${encode({ alg: 'none' })}.${encode(claims)}.c2ln`;
}

/** The four storage keys of a signed-in user (§9). */
export function storageOf(who: Who): Record<string, string> {
  const values: Record<string, string> = { v_accessToken_v1: tokenOf(who) };
  if (who.isAdmin) values['v_adminEmail_v1'] = 'ada@fake-provider.example';
  else values['v_email_v1'] = 'ida@fake-provider.example';
  if (!who.isAdmin || who.opened) values['v_merchantId_v1'] = merchantId;
  return values;
}

/** Stores the four keys once, so that a sign-out is not undone. */
async function keep(context: BrowserContext, portal: string, who: Who): Promise<void> {
  const values = storageOf(who);
  const page = await context.newPage();
  await page.goto(`${portal}/about`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, values);
  await page.close();
}

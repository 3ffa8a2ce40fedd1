import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';

const settings = /\/settings\/account-settings/;
const overview = /:\d+\/\?applicationId=/;
const payIns = /\/payments\/payin/;

interface Screen {
  address: string;
  /** Roles that can open it, in addition to platform administrators; everyone with a merchant by default. */
  roles?: readonly string[];
  /** Where other users are redirected (§6), and the message they see there. */
  otherwise?: RegExp;
  why?: RegExp;
}

const merchantRoles = ['MERCHANT_ADMIN', 'MERCHANT_EDITOR', 'MERCHANT_OPERATOR', 'MERCHANT_VIEWER'];
const editors = ['MERCHANT_ADMIN', 'MERCHANT_EDITOR'];
const change = (what: string) => ({ roles: editors, otherwise: settings, why: new RegExp(`permission to .*${what}`) });

/** Every screen of the merchant layout, written by hand from §6. */
const screens: readonly Screen[] = [
  { address: '/' },
  { address: '/payments/payin', roles: merchantRoles, otherwise: overview, why: /permission to view payments/ },
  { address: '/payments/payout', roles: merchantRoles, otherwise: overview, why: /permission to view payments/ },
  { address: '/payments/approvals', roles: merchantRoles, otherwise: overview, why: /permission to view payments/ },
  { address: '/payments/bulk', roles: editors, otherwise: overview, why: /permission to view/ },
  { address: '/balances/overview' },
  {
    address: '/balances/reconcile',
    roles: merchantRoles,
    otherwise: /\/balances\/overview/,
    why: /permission to view statements/,
  },
  {
    address: '/balances/fees',
    roles: merchantRoles,
    otherwise: /\/balances\/overview/,
    why: /permission to view fees/,
  },
  {
    address: '/balances/scheduled-files',
    roles: merchantRoles,
    otherwise: /\/balances\/overview/,
    why: /permission to view statements/,
  },
  {
    address: '/explain?figure=PAY_INS',
    roles: merchantRoles,
    otherwise: overview,
    why: /permission to view this figure/,
  },
  { address: '/exchange' },
  { address: '/pay-by-link', roles: merchantRoles.slice(0, 3), otherwise: overview, why: /permission to .*link/ },
  { address: '/settings/account-settings' },
  { address: '/settings/institutions' },
  { address: '/settings/accounts', ...change('account') },
  { address: '/settings/notifications', ...change('notifications') },
  { address: '/settings/security', ...change('') },
  { address: '/settings/security/device', ...change('connect a tool') },
  { address: '/settings/requests', ...change('request log') },
  { address: '/settings/users', ...change('users') },
  { address: '/settings/webhooks-callbacks', ...change('') },
  { address: '/settings/brand', ...change('brand') },
];

/** The page has loaded: it has one heading, and shows neither a loading state nor an error card. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText('Oops!')).toHaveCount(0);
}

for (const role of ['NONE', ...merchantRoles]) {
  test.describe(`as ${role}`, () => {
    test.use({ role });
    test('every screen opens, or redirects as specified with a reason and who can help', async ({ page }) => {
      for (const { address, roles, otherwise, why } of screens) {
        await page.goto(address);
        if (!roles || roles.includes(role)) {
          await expectLoaded(page);
          expect(new URL(page.url()).pathname).toBe(address.replace(/\?.*/, ''));
        } else {
          await expect(page).toHaveURL(otherwise ?? overview);
          const toast = page.getByRole('listitem').filter({ hasText: why ?? /./ });
          await expect(toast).toContainText('Ask an administrator to change your permissions.');
        }
      }
      await page.goto('/admin');
      await expect(page).toHaveURL(role === 'NONE' ? overview : payIns);
      await expect(page.getByText('That page is for platform administrators only.')).toBeVisible();
    });
  });
}

const writes =
  /^(create|new|make|pay out|refund|add|invite|save|reset|enable|disable|resend|cancel|send|edit|change|remove|delete|get a quote|exchange|select all|schedule|approve|refuse|require|confirm)\b/i;

/** Every control that would change something, with the reason when it is disabled. */
async function readWrites(page: Page): Promise<{ name: string; isOff: boolean; reason: string }[]> {
  return page.locator('#main').evaluate((main, pattern) => {
    const words = new RegExp(pattern, 'i');
    const controls = [...main.querySelectorAll<HTMLElement>('button, [role=switch], input[type=checkbox]')];
    return (
      controls
        .filter((control) => control.checkVisibility() && !control.closest('[role=group][aria-label=Filters]'))
        // The audit log contains the same words, but its rows only open details.
        .filter((control) => !control.closest('table')?.caption?.textContent?.startsWith('Activity log'))
        .map((control) => {
          const id = control.getAttribute('aria-describedby') ?? '';
          const label = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
          return {
            name: label || `${control.getAttribute('role') ?? control.tagName} ${control.id}`,
            isOff: control.getAttribute('aria-disabled') === 'true' || (control as HTMLButtonElement).disabled,
            // Selecting rows changes nothing.
            isWrite:
              (words.test(label) || control.tagName === 'INPUT' || control.getAttribute('role') === 'switch') &&
              !/^select\b.*(rows|,)/i.test(label),
            reason: id
              .split(' ')
              .map((each) => document.getElementById(each)?.textContent ?? '')
              .join(' ')
              .trim(),
          };
        })
        .filter(({ isWrite }) => isWrite)
    );
  }, writes.source);
}

test.describe('as VOLUME_ADMIN_READ', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });
  test('every screen can be seen and nothing changed, and each control says why', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && /\/api\//.test(request.url()))
        sent.push(`${request.method()} ${request.url()}`);
    });
    await page.goto('/admin?searchFilter=harbour');
    await page.getByRole('button', { name: /^Open Harbour/ }).click();
    await expect(page.getByText('You are viewing Harbour & Bloom')).toBeVisible();
    const merchantId = await page.evaluate(() => localStorage.getItem('v_merchantId_v1') ?? '');
    const found: string[] = [];
    for (const address of [
      ...screens.map((screen) => screen.address),
      '/admin',
      '/admin/payments',
      '/admin/banks',
      '/admin/failed-jobs',
      '/admin/administrators',
      '/admin/fees',
      '/admin/personal-data',
      `/admin/merchant-settings/${merchantId}`,
    ]) {
      await page.goto(address);
      await expectLoaded(page);
      // Read-only administrators can change their own password and second factor.
      if (address === '/settings/account-settings') continue;
      // Long lists of switches show the reason once, above them.
      const above = await page
        .locator('#main')
        .getByText(/read-only access/i)
        .allTextContents();
      for (const { name, isOff, reason } of await readWrites(page)) {
        found.push(address);
        expect(isOff, `${name} at ${address} can be used`).toBe(true);
        expect(reason || above.join(), `${name} at ${address} says no reason`).not.toBe('');
      }
    }
    // The walk did find controls on these screens.
    expect(found).toEqual(expect.arrayContaining(['/balances/overview', '/pay-by-link', '/settings/users']));
    expect(sent).toEqual([]);
  });
});

import { application, merchant } from '#platform/testing/sample-merchant.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearSession, readSession } from '#platform/session/session.ts';
import { readSettings } from '#platform/settings.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { createPortalRouter } from '#shell/routing/create-router.ts';
import { routeTree } from './routeTree.gen.ts';

const merchantId = '018cc778-5000-7fb8-ab33-93f5e60e9f83';
const first = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
const second = '018cc778-5000-7fb8-ab33-93f5e60e9f85';
const nobodys = '00000000-0000-7000-8000-000000000000';
const id = '018cc778-5000-7fb8-ab33-93f5e60e9f86';

let applications: string[];

/** The API knows only the merchant, so each redirect happens before any other response. */
beforeEach(() => {
  putSettings();
  localStorage.clear();
  applications = [first, second];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (url: string) =>
    /merchants\/[^/]+$/.test(url) ? Response.json(merchantOf(applications)) : new Response('', { status: 404 }),
  );
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const merchantOf = (ids: string[]) =>
  merchant({ merchantId, applications: ids.map((applicationId) => application({ merchantId, applicationId })) });

/** Stores a token with these claims, and other storage items. */
function store(claims: Record<string, unknown>, stored: Record<string, string> = {}): void {
  const base = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  const token = `e30.${btoa(JSON.stringify({ ...base, authorities: [], ...claims }))}.x`;
  for (const [key, value] of Object.entries({ v_accessToken_v1: token, ...stored })) localStorage.setItem(key, value);
}

const merchantStored = { v_email_v1: 'maya@shop.example' };
const asMerchant = (...authorities: string[]) => store({ merchantId, authorities }, merchantStored);
const asAdmin = (stored: Record<string, string> = {}) =>
  store({ adminId: 'a', authorities: ['VOLUME_ADMIN_READ'] }, stored);

/** The address after all redirects. */
async function land(address: string): Promise<string> {
  window.history.replaceState(null, '', address);
  const router = createPortalRouter(routeTree, { session: () => readSession(), settings: readSettings() });
  await router.load();
  const { href } = router.latestLocation;
  router.history.destroy();
  return href;
}

/** The paths without queries that the addresses lead to. */
async function landAll(addresses: readonly string[]): Promise<Record<string, string>> {
  const landings: Record<string, string> = {};
  for (const address of addresses) landings[address] = (await land(address)).split('?')[0] ?? '';
  return landings;
}

/** Every screen of the merchant layout, with the authorities that it needs (§6): none when it is for every user. `and` is needed in addition. */
const screens: Record<string, { anyOf: string[]; and?: string[]; otherwise: string } | undefined> = {
  '/': undefined,
  '/payments/payin': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/' },
  '/payments/payout': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/' },
  '/payments/approvals': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/' },
  '/payments/bulk': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], and: ['EDIT_SETTINGS'], otherwise: '/' },
  '/balances/overview': undefined,
  '/balances/reconcile': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/balances/overview' },
  '/balances/fees': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/balances/overview' },
  '/balances/scheduled-files': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/balances/overview' },
  '/balances/statement/11': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/balances/overview' },
  '/explain': { anyOf: ['VIEW_ONLY', 'PAY_BY_LINK'], otherwise: '/' },
  '/exchange': undefined,
  '/pay-by-link': { anyOf: ['PAY_BY_LINK'], otherwise: '/' },
  [`/pay-by-link/${id}`]: { anyOf: ['PAY_BY_LINK'], otherwise: '/' },
  '/settings/account-settings': undefined,
  '/settings/accounts': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
  '/settings/institutions': undefined,
  '/settings/notifications': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
  '/settings/security': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
  '/settings/security/device': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
  '/settings/requests': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
  '/settings/users': { anyOf: ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'], otherwise: '/settings/account-settings' },
  '/settings/webhooks-callbacks': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
  '/settings/brand': { anyOf: ['EDIT_SETTINGS'], otherwise: '/settings/account-settings' },
};
const adminScreens = [
  '/admin',
  '/admin/payments',
  '/admin/banks',
  '/admin/failed-jobs',
  '/admin/administrators',
  '/admin/fees',
  '/admin/explain',
  `/admin/fees/${id}`,
  '/admin/new-merchant',
  '/admin/personal-data',
  `/admin/merchants/${id}`,
  `/admin/merchant-settings/${id}`,
];

describe('access to screens (§6 Route access)', () => {
  test.each([
    [[]],
    [['VIEW_ONLY']],
    [['PAY_BY_LINK']],
    [['EDIT_SETTINGS']],
    [['ACCOUNT_ADMIN']],
    [['VIEW_ONLY', 'ACCOUNT_ADMIN']],
    [['SOMETHING_OF_TOMORROW']],
    [['VOLUME_ADMIN']],
    [['VOLUME_ADMIN_READ']],
  ])('a merchant’s user with the authorities %j', async (authorities: string[]) => {
    asMerchant(...authorities);
    const isAdmin = authorities.some((each) => each.startsWith('VOLUME_ADMIN'));
    const expected = Object.entries(screens).map(([address, rule]) => {
      const holds = (anyOf: string[] = authorities) => anyOf.some((each) => authorities.includes(each));
      const isOpen = !rule || isAdmin || (holds(rule.anyOf) && holds(rule.and));
      return [address, isOpen ? address : rule.otherwise];
    });
    expect(await landAll(Object.keys(screens))).toEqual(Object.fromEntries(expected));
  });

  test('/payments/{paymentId} belongs to the /payments area', async () => {
    asMerchant('EDIT_SETTINGS');
    expect(await landAll([`/payments/${id}`])).toEqual({ [`/payments/${id}`]: '/' });
  });

  test('administrators can open every screen once a merchant is chosen', async () => {
    asAdmin({ v_merchantId_v1: merchantId });
    const all = [...Object.keys(screens), ...adminScreens];
    expect(await landAll(all)).toEqual(Object.fromEntries(all.map((address) => [address, address])));
  });

  test('redirects administrators without a chosen merchant from every merchant screen to the merchant list (§4)', async () => {
    asAdmin();
    const all = Object.keys(screens);
    expect(await landAll(all)).toEqual(Object.fromEntries(all.map((address) => [address, '/admin'])));
    expect(await landAll(adminScreens)).toEqual(Object.fromEntries(adminScreens.map((address) => [address, address])));
  });

  test('redirects a merchant’s token from the admin layout to /payments/payin (§4)', async () => {
    asMerchant('VIEW_ONLY', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN');
    for (const address of adminScreens) expect(await land(address)).toBe(`/payments/payin?applicationId=${first}`);
  });
});

describe('tokens that open nothing (§4 Session gating)', () => {
  test.each<[string, () => void]>([
    ['none', () => undefined],
    ['an expired one', () => store({ merchantId, exp: Date.now() / 1000 - 1 }, merchantStored)],
    ['one of another shape', () => store({ merchantId, authorities: 'VIEW_ONLY' }, merchantStored)],
    ['a merchant’s without a stored email', () => store({ merchantId, authorities: ['VIEW_ONLY'] })],
    ['one with neither claim', () => store({ authorities: ['VOLUME_ADMIN'] }, merchantStored)],
    ['one with both', () => store({ merchantId, adminId: 'a', authorities: ['VOLUME_ADMIN'] }, merchantStored)],
    ['an adminId without the authority', () => store({ adminId: 'a', authorities: ['VIEW_ONLY'] }, merchantStored)],
  ])('%s redirects to sign-in from both layouts, and sign-in does not redirect further', async (_, put) => {
    put();
    const all = [...Object.keys(screens), ...adminScreens];
    expect(await landAll(all)).toEqual(Object.fromEntries(all.map((address) => [address, '/auth/signin'])));
    expect(await land('/auth/signin?afterSignInUrl=%2Fexchange')).toBe('/auth/signin?afterSignInUrl=%2Fexchange');
  });
});

describe('the address is remembered (§2 Redirects after sign-in)', () => {
  test.each([
    ['/', ''],
    [`/?applicationId=${second}`, ''],
    ['/settings/users', '?afterSignInUrl=%2Fsettings%2Fusers'],
    ['/payments/payin?rows=25', '?afterSignInUrl=%2Fpayments%2Fpayin%3Frows%3D25'],
    ['/admin/payments?page=2', '?afterSignInUrl=%2Fadmin%2Fpayments%3Fpage%3D2'],
  ])('%s', async (address, remembered) => {
    expect(await land(address)).toBe(`/auth/signin${remembered}`);
  });

  test('normalises a remembered address, so that it passes the check', async () => {
    const list = '/payments/payin?searchFilter=a+%22b%27s%22&paymentStatuses=NEW,FAILED&paymentStatuses=SETTLED&to=';
    const signIn = await land(list);
    asMerchant('VIEW_ONLY');
    expect(await land(signIn)).toBe(
      `/payments/payin?searchFilter=a%20%22b%27s%22&paymentStatuses=NEW%2CFAILED%2CSETTLED&applicationId=${first}`,
    );
  });

  test.each([
    ['/auth/signin', `/?applicationId=${first}`],
    ['/auth/signin?afterSignInUrl=%2Fexchange', `/exchange?applicationId=${first}`],
    ['/auth/signin?afterSignInUrl=%2F%2Fevil.example', `/?applicationId=${first}`],
    ['/auth/signin?afterSignInUrl=exchange', `/?applicationId=${first}`],
    ['/auth/signin?afterSignInUrl=%2Fexchange&afterSignInUrl=%2Fadmin', `/?applicationId=${first}`],
  ])('redirects a signed-in user from %s', async (address, landing) => {
    asMerchant('VIEW_ONLY');
    expect(await land(address)).toBe(landing);
  });

  test('an administrator starts at the merchant list', async () => {
    asAdmin();
    expect(await land('/auth/signin')).toBe('/admin');
  });
});

describe('redirects, and the parameters they keep (§2)', () => {
  test.each([
    ['/dashboard', `/payments/payin?applicationId=${first}`],
    [`/dashboard?applicationId=${second}&page=3`, `/payments/payin?applicationId=${second}`],
    ['/payments', `/payments/payin?applicationId=${first}`],
    [`/payments?applicationId=${second}`, `/payments/payin?applicationId=${second}`],
    ['/balances', `/balances/overview?applicationId=${first}`],
    [`/balances?applicationId=${second}`, `/balances/overview?applicationId=${second}`],
    ['/settings', `/settings/account-settings?applicationId=${first}`],
    [`/settings?applicationId=${second}`, `/settings/account-settings?applicationId=${second}`],
    ['/payments/payin?rows=25', `/payments/payin?rows=25&applicationId=${first}`],
    ['/payments/payin?applicationId=', `/payments/payin?applicationId=${first}`],
    ['/payments/payin?applicationId=7', `/payments/payin?applicationId=${first}`],
    [`/exchange?applicationId=${second}&applicationId=${second}`, `/exchange?applicationId=${first}`],
    [`/exchange?applicationId=${nobodys}`, `/exchange?applicationId=${nobodys}`],
    ['/nowhere?a=1', '/nowhere?a=1'],
  ])('%s leads to %s', async (address, landing) => {
    asMerchant('VIEW_ONLY');
    expect(await land(address)).toBe(landing);
  });

  test('/change-password redirects to the user’s account page', async () => {
    expect(await land('/change-password')).toBe('/auth/signin?afterSignInUrl=%2Fchange-password');
    asMerchant('VIEW_ONLY');
    expect(await land('/change-password')).toBe(`/settings/account-settings?applicationId=${first}`);
    asAdmin();
    expect(await land('/change-password')).toBe('/admin/account');
    asAdmin({ v_merchantId_v1: merchantId });
    expect(await land('/change-password')).toBe('/admin/account');
  });

  test('a merchant without applications stays where they are', async () => {
    applications = [];
    asMerchant('VIEW_ONLY');
    expect(await land('/payments/payin?rows=25')).toBe('/payments/payin?rows=25');
  });

  test.each([
    ['/admin?applicationId=', '/admin'],
    [`/admin?applicationId=${first}`, '/admin'],
    [`/admin?searchFilter=a%20b&applicationId=${first}&page=2`, '/admin?searchFilter=a%20b&page=2'],
  ])('%s loses its application: %s', async (address, landing) => {
    asAdmin();
    expect(await land(address)).toBe(landing);
  });

  test.each([
    ['a merchant’s user', () => asMerchant('VIEW_ONLY'), `/payments/${id}`, `/payments/payin?applicationId=${first}`],
    ['an administrator', () => asAdmin(), `/admin/payments/${id}`, '/admin/payments'],
  ])('a payment that fails with ‘Failed to fetch data’ leads %s to the list (§8)', async (_, put, address, landing) => {
    put();
    expect(await land(address)).toBe(landing);
  });
});

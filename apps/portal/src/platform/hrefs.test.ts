import { expect, test } from 'vitest';
import {
  adminMerchantHref,
  type Page,
  payInHref,
  payInsHref,
  payoutsHref,
  type SearchOf,
  settingsHref,
  signInHref,
} from './hrefs.ts';

const application = '018cc778-5000-7fb8-ab33-93f5e60e9f84';

window.history.replaceState(null, '', `/?applicationId=${application}`);

test.each([
  [
    'a list with filters',
    payInsHref({ currencies: ['GBP', 'EUR'], page: 2 }),
    '/payments/payin?currencies=GBP%2CEUR&page=2&',
  ],
  ['an object', payInHref('a/b?c'), '/payments/a%2Fb%3Fc?'],
  ['a settings page', settingsHref('users', { searchFilter: 'Zoë' }), '/settings/users?searchFilter=Zo%C3%AB&'],
])('the address of %s keeps the current application (contract §9 Addresses)', (_, href, start) => {
  expect(href).toBe(`${start}applicationId=${application}`);
});

test("an administrator's address has no application, and sign-in does not remember the root", () => {
  expect(adminMerchantHref('m1', { rows: 20 })).toBe('/admin/merchants/m1?rows=20');
  expect([signInHref('/?days=7'), signInHref('/exchange')]).toEqual([
    '/auth/signin',
    '/auth/signin?afterSignInUrl=%2Fexchange',
  ]);
});

test('an unknown route or search parameter is a compile error', () => {
  // @ts-expect-error -- no such page
  const page: Page = '/payments/payins';
  // @ts-expect-error -- not a settings page
  settingsHref('user');
  // @ts-expect-error -- a parameter of the pay-ins, not of the payouts
  payoutsHref({ currencies: ['GBP'] });
  // @ts-expect-error -- not a status
  const search: SearchOf<'/payments/payin'> = { paymentStatuses: ['PAID'] };
  expect([page, search]).toHaveLength(2);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { matchItems } from './palette-item.ts';
import { placeItems } from './places.tsx';

beforeEach(() => putSettings());
afterEach(() => localStorage.clear());

function signIn(authorities: readonly string[]): void {
  const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  localStorage.setItem(sessionKeys.token, `e30.${btoa(JSON.stringify({ ...claims, merchantId: 'm', authorities }))}.s`);
  localStorage.setItem(sessionKeys.email, 'maya@shop.example');
}

const hrefs = (typed: string) =>
  matchItems(placeItems({}), typed).map(({ action }) => ('href' in action ? action.href : undefined));

test.each(['API keys', 'application key', 'secret', 'api key'])(
  '“%s” finds the settings page with the keys',
  (typed) => {
    signIn(['VIEW_ONLY', 'EDIT_SETTINGS']);
    expect(hrefs(typed)).toEqual(['/settings/security']);
  },
);

test('the keys are not offered to users who cannot open them', () => {
  signIn(['VIEW_ONLY']);
  expect(hrefs('API keys')).toEqual([]);
});

test.each([
  ['endpoints', '/settings/webhooks-callbacks'],
  ['invite', '/settings/users'],
])('“%s” finds the settings page that has it', (typed, href) => {
  signIn(['VIEW_ONLY', 'EDIT_SETTINGS']);
  expect(hrefs(typed)).toEqual([href]);
});

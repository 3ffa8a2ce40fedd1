import { afterEach, beforeEach, expect, test } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { matchItems } from './palette-item.ts';
import { placeItems } from './places.tsx';

beforeEach(() => putSettings());
afterEach(() => localStorage.clear());

function signInWith(authorities: readonly string[]): void {
  signIn({ merchantId: 'm', authorities });
}

const hrefs = (typed: string) =>
  matchItems(placeItems({}), typed).map(({ action }) => ('href' in action ? action.href : undefined));

test.each(['API keys', 'application key', 'secret', 'api key'])(
  '“%s” finds the settings page with the keys',
  (typed) => {
    signInWith(['VIEW_ONLY', 'EDIT_SETTINGS']);
    expect(hrefs(typed)).toEqual(['/settings/security']);
  },
);

test('the keys are not offered to users who cannot open them', () => {
  signInWith(['VIEW_ONLY']);
  expect(hrefs('API keys')).toEqual([]);
});

test.each([
  ['endpoints', '/settings/webhooks-callbacks'],
  ['invite', '/settings/users'],
])('“%s” finds the settings page that has it', (typed, href) => {
  signInWith(['VIEW_ONLY', 'EDIT_SETTINGS']);
  expect(hrefs(typed)).toEqual([href]);
});

import { expect, test } from 'vitest';
import { sampleSettings as given } from '#platform/testing/sample-settings.ts';
import { parseSettings, supportHref } from './settings.ts';

test('uses defaults for optional settings (§1)', () => {
  expect(parseSettings(JSON.stringify(given))).toEqual({
    ...given,
    analyticsHost: 'https://eu.i.posthog.com',
    analyticsKey: '',
    supportEmail: 'support@volumepay.io',
    isLocal: false,
    isTestAutomation: false,
  });
});

test.each([
  ['apiBaseUrl', 'nowhere', 'The setting apiBaseUrl is not valid'],
  ['apiBaseUrl', 'javascript:alert(1)', 'The setting apiBaseUrl is not valid'],
  ['automationHookUrl', undefined, 'The setting automationHookUrl is missing'],
  ['signUpEmail', 'not-an-address', 'The setting signUpEmail is not valid'],
  ['signUpPassword', 7, 'The setting signUpPassword is not valid'],
  ['monitoringClientToken', undefined, 'The setting monitoringClientToken is missing'],
  ['isLocal', 'yes', 'The setting isLocal is not valid'],
])('throws an error that names the setting for %s = %j', (name, value, sentence) => {
  expect(() => parseSettings(JSON.stringify({ ...given, [name]: value }))).toThrow(sentence);
});

test.each(['', '{', 'null', '[]'])('throws for the settings block %j', (text) => {
  expect(() => parseSettings(text)).toThrow(/^The setting /);
});

test("names the portal and an API error's trace in emails to support (§2)", () => {
  expect(supportHref()).toBe('mailto:support@volumepay.io?subject=%5BMerchant%20Portal%5D');
  expect(supportHref('32671492024036f8')).toBe(
    'mailto:support@volumepay.io?subject=%5BMerchant%20Portal%5D%2032671492024036f8',
  );
});

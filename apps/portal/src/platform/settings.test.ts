import { expect, test } from 'vitest';
import { sampleSettings as given } from '#platform/testing/sample-settings.ts';
import { parseSettings, supportHref } from './settings.ts';

test('optional settings have their defaults (§1)', () => {
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
])('%s = %j stops the start and is named', (name, value, sentence) => {
  expect(() => parseSettings(JSON.stringify({ ...given, [name]: value }))).toThrow(sentence);
});

test.each(['', '{', 'null', '[]'])('the block %j stops the start', (text) => {
  expect(() => parseSettings(text)).toThrow(/^The setting /);
});

test('mail to support names the portal, and the trace of an API error (§2)', () => {
  expect(supportHref()).toBe('mailto:support@volumepay.io?subject=%5BMerchant%20Portal%5D');
  expect(supportHref('32671492024036f8')).toBe(
    'mailto:support@volumepay.io?subject=%5BMerchant%20Portal%5D%2032671492024036f8',
  );
});

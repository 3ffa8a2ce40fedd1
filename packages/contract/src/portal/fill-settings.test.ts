import { expect, test } from 'vitest';
import { fillPortalSettings, readPortalSettings } from './fill-settings.ts';

const page = '<head><script type="application/json" id="settings">{}</script></head>';
const variables = {
  PORTAL_API_BASE_URL: 'https://api.example.com/sandbox',
  PORTAL_AUTOMATION_HOOK_URL: 'https://hook.example.com',
  PORTAL_SIGN_UP_EMAIL: 'sign-up@example.com',
  PORTAL_SIGN_UP_PASSWORD: 'a </script> $& password',
  PORTAL_MONITORING_CLIENT_TOKEN: 'token',
  PORTAL_MONITORING_APPLICATION_ID: 'application',
};

test('reads the settings from the PORTAL_ variables, with the defaults of the specification', () => {
  expect(readPortalSettings({ ...variables, PORTAL_IS_LOCAL: 'true' })).toMatchObject({
    apiBaseUrl: 'https://api.example.com/sandbox',
    analyticsHost: 'https://eu.i.posthog.com',
    isLocal: true,
    isTestAutomation: false,
  });
});

test('a variable overrides a given value, an empty one does not', () => {
  const given = readPortalSettings(variables);
  const read = readPortalSettings(
    { PORTAL_API_BASE_URL: 'https://other.example.com', PORTAL_SUPPORT_EMAIL: '' },
    given,
  );
  expect(read.apiBaseUrl).toBe('https://other.example.com');
  expect(read.supportEmail).toBe('support@volumepay.io');
});

test('an empty variable is used for a setting that can be empty and has no other value, as without monitoring', () => {
  const read = readPortalSettings({ ...variables, PORTAL_MONITORING_CLIENT_TOKEN: '', PORTAL_ANALYTICS_HOST: '' });
  expect(read.monitoringClientToken).toBe('');
  expect(read.analyticsHost).toBe('https://eu.i.posthog.com');
  expect(() => readPortalSettings({ ...variables, PORTAL_API_BASE_URL: '' })).toThrow(/apiBaseUrl .* is missing/);
});

test.each([
  [{ ...variables, PORTAL_API_BASE_URL: 'nonsense' }, /apiBaseUrl \(PORTAL_API_BASE_URL\) is not valid/],
  [{ ...variables, PORTAL_SIGN_UP_EMAIL: undefined }, /signUpEmail \(PORTAL_SIGN_UP_EMAIL\) is missing/],
  [{ ...variables, PORTAL_IS_LOCAL: 'yes' }, /isLocal \(PORTAL_IS_LOCAL\) is neither true nor false/],
])('the error names the wrong setting', (wrong, sentence) => {
  expect(() => readPortalSettings(wrong)).toThrow(sentence);
});

test('a value can neither end the script block nor act as a replacement pattern', () => {
  const settings = readPortalSettings(variables);
  const filled = fillPortalSettings(page, settings);
  expect(filled.match(/<\/script>/g)).toHaveLength(1);
  expect(JSON.parse(/id="settings">(.*)<\/script>/.exec(filled)?.[1] ?? '')).toEqual(settings);
});

test('a filled page can be filled again', () => {
  const settings = readPortalSettings(variables);
  const other = { ...settings, analyticsKey: 'other' };
  expect(fillPortalSettings(fillPortalSettings(page, settings), other)).toBe(fillPortalSettings(page, other));
});

test('rejects a page without the settings block', () => {
  expect(() => fillPortalSettings('<head></head>', readPortalSettings(variables))).toThrow(/has no/);
});

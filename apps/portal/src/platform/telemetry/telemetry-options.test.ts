import { PortalSettings } from '@volume/contract/portal/settings.ts';
import { expect, test } from 'vitest';
import { isAnalysed, isMonitored } from './is-watched.ts';
import { analyticsOptions, areLogsSent, isWorthSending, monitoringOptions } from './telemetry-options.ts';

const settings = PortalSettings.parse({
  apiBaseUrl: 'https://api.volumepay.io',
  automationHookUrl: 'https://hooks.example',
  signUpEmail: 'sign-up@volume.example',
  signUpPassword: '',
  monitoringClientToken: 'token',
  monitoringApplicationId: 'application',
  analyticsKey: 'key',
});

test('turns both off without their tokens, on localhost and under test automation', () => {
  for (const isOn of [isMonitored, isAnalysed]) {
    expect(isOn(settings, 'portal.example')).toBe(true);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(isOn(settings, host)).toBe(false);
    expect(isOn({ ...settings, isTestAutomation: true }, 'portal.example')).toBe(false);
  }
  expect(isMonitored({ ...settings, monitoringClientToken: '' }, 'portal.example')).toBe(false);
  expect(isMonitored({ ...settings, monitoringApplicationId: '' }, 'portal.example')).toBe(false);
  expect(isAnalysed({ ...settings, analyticsKey: '' }, 'portal.example')).toBe(false);
});

test("sends logs only for the provider's production and sandbox hosts", () => {
  const sent = (apiBaseUrl: string) => areLogsSent({ ...settings, apiBaseUrl });
  expect(['https://api.volumepay.io', 'https://api.sandbox.volumepay.io/x'].map(sent)).toEqual([true, true]);
  expect(['https://api.volumepay.io.evil.example', 'http://localhost:4000/sandbox'].map(sent)).toEqual([false, false]);
});

test('samples every session, replays a fifth of them, none locally; the release is the commit', () => {
  expect(monitoringOptions(settings, 'abc')).toMatchObject({
    sessionSampleRate: 100,
    sessionReplaySampleRate: 20,
    defaultPrivacyLevel: 'mask',
    version: 'abc',
  });
  expect(monitoringOptions({ ...settings, isLocal: true }, 'abc').sessionReplaySampleRate).toBe(0);
});

test('ignores resize-observer errors, scrubs other errors, and drops what cannot be scrubbed', () => {
  expect(isWorthSending({ error: { message: 'ResizeObserver loop completed with undelivered notifications.' } })).toBe(
    false,
  );
  expect(isWorthSending({ error: { message: 'a', causes: [{ message: 'amelia@harbourbloom.example' }] } })).toBe(false);
  const event = { view: { url: 'https://p.example/x?a=1' }, error: { message: 'for amelia@harbourbloom.example' } };
  expect(isWorthSending(event)).toBe(true);
  expect(event).toEqual({ view: { url: 'https://p.example/x' }, error: { message: 'for …' } });
});

test('limits analytics as specified', () => {
  expect(analyticsOptions(settings)).toMatchObject({
    api_host: 'https://eu.i.posthog.com',
    autocapture: false,
    capture_pageleave: false,
    request_queue_config: { flush_interval_ms: 3000 },
    rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
    session_idle_timeout_seconds: 1800,
    feature_flag_request_timeout_ms: 3000,
    surveys_request_timeout_ms: 10000,
    capture_heatmaps: { flush_interval_milliseconds: 5000 },
    cookie_expiration: 365,
  });
});

import type { LogsInitConfiguration } from '@datadog/browser-logs';
import type { RumInitConfiguration } from '@datadog/browser-rum';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import type { CaptureResult, PostHogConfig } from 'posthog-js/dist/module.slim.no-external';

/** Logs are sent only where the API is the provider's production or sandbox (§9; contract §9 Constants). */
export function areLogsSent({ apiBaseUrl }: PortalSettings): boolean {
  return ['api.volumepay.io', 'api.sandbox.volumepay.io'].includes(new URL(apiBaseUrl).hostname);
}

const common = (settings: PortalSettings, commit: string) =>
  ({
    clientToken: settings.monitoringClientToken,
    site: 'datadoghq.eu',
    service: 'merchant-portal',
    env: environmentLabel(settings.apiBaseUrl).toLowerCase(),
    version: commit,
    sessionSampleRate: 100,
    sessionPersistence: 'local-storage',
    telemetrySampleRate: 0,
  }) as const;

/** Sample rates, ignored errors and masking of the monitoring (§1, §9). */
export function monitoringOptions(settings: PortalSettings, commit: string): RumInitConfiguration {
  return {
    ...common(settings, commit),
    applicationId: settings.monitoringApplicationId,
    sessionReplaySampleRate: settings.isLocal ? 0 : 20,
    defaultPrivacyLevel: 'mask',
    enablePrivacyForActionName: true,
    trackUserInteractions: false,
    trackResources: true,
    trackLongTasks: true,
    telemetryConfigurationSampleRate: 0,
    telemetryUsageSampleRate: 0,
    beforeSend: (event) => isWorthSending(event as Sent),
  };
}

interface Sent {
  type?: string;
  view?: { url?: string; referrer?: string; name?: string };
  resource?: { url?: string };
  /** Scripts of the page itself have its URL as their source. */
  long_task?: { scripts?: { source_url?: string; invoker?: string }[] };
  error?: {
    message?: string;
    stack?: string;
    handling_stack?: string;
    resource?: { url?: string };
    causes?: { message?: string; stack?: string }[];
  };
}

/** Scrubs the fields that can be changed. An error whose causes would need scrubbing is not sent at all. */
export function isWorthSending(event: Sent): boolean {
  const { error } = event;
  if (error && /ResizeObserver loop/.test(error.message ?? '')) return false;
  if (error?.causes?.some(({ message = '' }) => scrubText(message) !== message)) return false;
  const scripts = event.long_task?.scripts ?? [];
  for (const part of [event.view, event.resource, error, error?.resource, ...scripts]) scrubFields(part);
  return true;
}

function scrubFields(part: object | undefined): void {
  for (const name of ['url', 'referrer', 'name', 'message', 'stack', 'handling_stack', 'source_url', 'invoker']) {
    const fields = part as Record<string, unknown> | undefined;
    const text = fields?.[name];
    if (fields && typeof text === 'string') fields[name] = scrubText(text);
  }
}

export function logOptions(settings: PortalSettings, commit: string): LogsInitConfiguration {
  return {
    ...common(settings, commit),
    forwardErrorsToLogs: false,
    beforeSend: (event) => {
      for (const part of [event, event.view, event.error]) scrubFields(part);
      return true;
    },
  };
}

// Fields that analytics needs and facts about the browser; none of them is personal.
const isAllowed = (field: string): boolean =>
  /^(token|distinct_id|uuid|event|timestamp|\$(insert_id|session_id|window_id|device_id|pageview_id|lib|lib_version|browser.*|os.*|user_id|time|raw_user_agent))$/.test(
    field,
  );

/**
 * Limits and disabled features of the analytics (§1, §9); session length, retries and the pause after the quota are the
 * library's defaults, as specified.
 */
export function analyticsOptions(settings: PortalSettings): Partial<PostHogConfig> {
  return {
    api_host: settings.analyticsHost,
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_performance: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    rageclick: false,
    disable_session_recording: true,
    disable_external_dependency_loading: true,
    capture_heatmaps: { flush_interval_milliseconds: 5_000 },
    request_queue_config: { flush_interval_ms: 3_000 },
    rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
    session_idle_timeout_seconds: 1_800,
    feature_flag_request_timeout_ms: 3_000,
    surveys_request_timeout_ms: 10_000,
    cookie_expiration: 365,
    person_profiles: 'identified_only',
    mask_all_text: true,
    mask_all_element_attributes: true,
    mask_personal_data_properties: true,
    save_referrer: false,
    save_campaign_params: false,
    disable_scroll_properties: true,
    before_send: (event) => event && (scrubDeep(event, isAllowed) as CaptureResult),
  };
}

const rest = '…';

// In this order: whole patterns before their parts.
const secrets: readonly [RegExp, string][] = [
  [/(https?:\/\/[^\s?#"'<>)]+)[?#][^\s"'<>)]*/g, '$1'],
  [/(\/auth\/(?:reset-password|verify-otp|set-two-factor)\/)[^\s/?#"'<>)]+(?:#[^\s"'<>)]*)?/g, `$1${rest}`],
  [/\bBearer\s+\S+/gi, `Bearer ${rest}`],
  [/\beyJ[\w-]*(?:\.[\w-]*)*/g, rest],
  [/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g, rest],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, ':id'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, rest],
  [/\b\d{2}-\d{2}-\d{2}\b/g, rest],
  [/(?:[£€]|\b(?:GBP|EUR)\s?)-?\d[\d,]*(?:\.\d+)?/g, rest],
  [/\b\d[\d,]*\.\d{2}\b(?!\.)/g, rest],
  [/\b\d{6,}\b/g, rest],
  [/\b[\w-]{32,}\b/g, rest],
];

/** Removes tokens, emails, account numbers, amounts, ids and the query of URLs (quality, Security). */
export function scrubText(text: string): string {
  return secrets.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

/** Scrubs all texts within a value, except the fields that `isAllowed` names. */
export function scrubDeep(value: unknown, isAllowed: (field: string) => boolean): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (Array.isArray(value)) return value.map((each) => scrubDeep(each, isAllowed));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    isAllowed(name) ? each : scrubDeep(each, isAllowed),
  ]);
  return Object.fromEntries(fields) as unknown;
}

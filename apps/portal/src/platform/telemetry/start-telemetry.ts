import workerUrl from '@datadog/browser-worker/bundle/worker.js?url';
import { alsoLogTo } from '#platform/log.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';
import { buildCommit, readSettings } from '#platform/settings.ts';
import { isAnalysed, isMonitored } from './is-watched.ts';
import { analyticsOptions, areLogsSent, logOptions, monitoringOptions } from './telemetry-options.ts';

/** Observes the pages of a signed-in user; starts with the first page and pauses after sign-out. */
interface Watcher {
  /** Reports a page view by the page's name, never by its URL. */
  viewed: (page: string) => void;
  resume: () => void;
  pause: () => void;
}

/**
 * Starts monitoring and analytics if configured, once a user is signed in; their libraries load only then (quality,
 * Security). `viewed` must be called for every page.
 */
export function startTelemetry(): { viewed: (page: string) => void; stop: () => void } {
  const settings = readSettings();
  const { hostname } = window.location;
  const loads = [
    ...(isMonitored(settings, hostname) ? [loadMonitoring] : []),
    ...(isAnalysed(settings, hostname) ? [loadAnalytics] : []),
  ];
  let watchers: Promise<Watcher[]> | undefined;
  let isIn = false;
  const follow = (): void => {
    const wasIn = isIn;
    isIn = readSession().kind !== 'none';
    if (isIn === wasIn) return;
    if (isIn && !watchers) watchers = Promise.all(loads.map((load) => load())).catch(() => []);
    else void watchers?.then((all) => all.forEach((each) => (isIn ? each.resume() : each.pause())));
  };
  follow();
  const stop = loads.length > 0 ? subscribeSession(follow) : () => undefined;
  return { viewed: (page) => isIn && void watchers?.then((all) => all.forEach((each) => each.viewed(page))), stop };
}

async function loadMonitoring(): Promise<Watcher> {
  const settings = readSettings();
  const [{ datadogRum }, logger] = await Promise.all([
    import('@datadog/browser-rum'),
    areLogsSent(settings) ? loadLogger() : undefined,
  ]);
  admitWorker();
  datadogRum.init({ ...monitoringOptions(settings, buildCommit), workerUrl });
  alsoLogTo(logger);
  return {
    viewed: () => undefined,
    resume: () => {
      datadogRum.startSessionReplayRecording();
      alsoLogTo(logger);
    },
    pause: () => {
      datadogRum.stopSession();
      alsoLogTo(undefined);
    },
  };
}

declare global {
  interface Window {
    /** Absent in browsers without Trusted Types. */
    trustedTypes?: {
      createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown;
    };
  }
}

/** A Trusted Types policy for all script URLs (decision 8); it allows only the monitoring worker. */
function admitWorker(): void {
  window.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url === workerUrl ? url : null) });
}

type Logger = Parameters<typeof alsoLogTo>[0];

async function loadLogger(): Promise<Logger> {
  const { datadogLogs } = await import('@datadog/browser-logs');
  datadogLogs.init(logOptions(readSettings(), buildCommit));
  // Details can contain anything, so only errors are sent.
  return (level, message, detail) => {
    datadogLogs.logger[level](message, undefined, detail instanceof Error ? detail : undefined);
  };
}

async function loadAnalytics(): Promise<Watcher> {
  const settings = readSettings();
  const { posthog } = await import('posthog-js/dist/module.slim.no-external');
  posthog.init(settings.analyticsKey, analyticsOptions(settings));
  posthog.register({ release: buildCommit });
  return {
    viewed: (page) => posthog.capture('page viewed', { page }),
    resume: () => posthog.opt_in_capturing({ captureEventName: false }),
    pause: () => {
      posthog.reset();
      posthog.opt_out_capturing();
    },
  };
}

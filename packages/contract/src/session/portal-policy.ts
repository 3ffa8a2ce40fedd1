import type { PortalSettings } from '@volume/contract/portal/settings.ts';

/** Hashes of the inline scripts and styles of index.html, as the build writes them: `sha256-…`. */
export interface InlineHashes {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/**
 * The allowed Trusted Types policies: each accepts only the address of one of our workers. Monitoring uses the policy
 * named "default", because its vendor's code does not request one by name.
 */
const workerPolicies = { reconciliation: 'reconciliation-worker', monitoring: 'default' };

const monitoringIntake = 'https://browser-intake-datadoghq.eu';

/**
 * The portal's content security policy: our own files, inline parts by hash, and calls to the API and to the analytics
 * and monitoring hosts in use.
 */
export function portalPolicy(settings: PortalSettings, { scriptHashes, styleHashes }: InlineHashes): string {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash.replaceAll("'", '')}'`);
  const origins = [
    originOf(settings.apiBaseUrl),
    originOf(settings.automationHookUrl),
    ...(settings.analyticsKey === '' ? [] : analyticsOrigins(originOf(settings.analyticsHost))),
    ...(settings.monitoringClientToken === '' ? [] : [monitoringIntake]),
  ];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...quoted(scriptHashes)],
    'style-src': ["'self'", ...quoted(styleHashes)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(origins)],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // A string cannot become code or markup, because no policy creates such values.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [
      workerPolicies.reconciliation,
      ...(settings.monitoringClientToken === '' ? [] : [workerPolicies.monitoring]),
    ],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** The analytics vendor's cloud serves its configuration from a second host. */
function analyticsOrigins(origin: string): string[] {
  const assets = origin.replace(/^(https:\/\/\w+)(\.i\.posthog\.com)$/, '$1-assets$2');
  return [...new Set([origin, assets])];
}

/** Scheme and host of a valid address. */
function originOf(address: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(address)?.[0].toLowerCase() ?? "'none'";
}

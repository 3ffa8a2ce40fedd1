import type { PortalSettings } from './portal-settings.ts';

/** Hashes of what stands inline in index.html, as the build writes them: `sha256-…`. */
export interface InlineHashes {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/**
 * The Trusted Types policies there may be: each admits the address of one worker of ours and no other. The monitoring's is the default one,
 * since its maker asks for none.
 */
const workerPolicies = { reconciliation: 'reconciliation-worker', monitoring: 'default' };

const monitoringIntake = 'https://browser-intake-datadoghq.eu';

/** The portal's content security policy: own files, the inline parts by hash, and calls to the API and the intakes in use. */
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
    // No text becomes code or markup: no policy lets it.
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

/** The analytics' own clouds keep what is configured there on a second host. */
function analyticsOrigins(origin: string): string[] {
  const assets = origin.replace(/^(https:\/\/\w+)(\.i\.posthog\.com)$/, '$1-assets$2');
  return [...new Set([origin, assets])];
}

/** Scheme and host of an address that is known to be one. */
function originOf(address: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(address)?.[0].toLowerCase() ?? "'none'";
}

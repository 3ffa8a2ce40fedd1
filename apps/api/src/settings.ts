import { environmentLabel } from '@volume/contract/environment.ts';
import { readPortalSettings } from '@volume/contract/fill-portal-settings.ts';
import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import type { AppSettings } from '#core/services.ts';
import { origins, pathOf, portalUrlOf, publicUrlOf } from '#settings/addresses.ts';
import { providerOf, readMail, readStores, secretsKeyOf } from '#settings/surroundings.ts';
import { hostsOf, listenOnOf, metricsOf, publicMetricsOf, trustedProxiesOf } from '#settings/listening.ts';
import { choice, type Variables, wholeNumber } from '#settings/variables.ts';

export interface ServerSettings {
  port: number;
  /** Addresses to listen on; undefined is all of them. */
  listenOn: (string | undefined)[];
  /** Ranges of the proxies whose X-Forwarded-For is believed, as CIDRs. */
  trustedProxies: string[];
  /** A port and a token for the metrics; null where not set up. */
  metrics: { port: number | null; token: string | null };
  /** Folder of the embedded database and of what a start writes down; relative to the repository. */
  dataDir: string;
  databaseUrl: string | undefined;
  poolSize: number;
  /** Connections of exports alone, beside the pool. */
  exportPoolSize: number;
  /** Payments of the sample world made on first start; 0 makes none. */
  samplePayments: number;
  seed: string;
  /** What seals secrets at rest; left out, which only local use may, the server makes one in its data folder. */
  secretsKey: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  logLevel: 'info' | 'error';
  app: AppSettings;
  /** The portal's settings for a page asked of `host` (`localhost:4000`). */
  portal: (host: string) => PortalSettings;
}

/** The server's settings, read from the environment once. Throws a sentence that names the setting that is wrong. */
export function readSettings(variables: Variables = process.env): ServerSettings {
  const port = wholeNumber(variables, 'PORT', { given: 4000, least: 0, most: 65_535 });
  const basePath = pathOf(variables, 'API_BASE_PATH', '/sandbox');
  const isLocal = choice(variables, 'LOCAL', ['true', 'false']) === 'true';
  const publicUrl = publicUrlOf(variables, isLocal);
  const portalUrl = portalUrlOf(variables, { publicUrl, port, isLocal });
  const metrics = metricsOf(variables, port);
  const portal = (host: string) =>
    readPortalSettings(variables, portalDefaults(publicUrl ?? `http://${host}`, { basePath, isLocal }));
  const { apiBaseUrl, signUpEmail, signUpPassword } = portal(`localhost:${port}`);
  const label = environmentLabel(apiBaseUrl);
  return {
    port,
    listenOn: listenOnOf(variables, isLocal),
    trustedProxies: trustedProxiesOf(variables, isLocal),
    metrics,
    ...readStores(variables, isLocal),
    ...readMail(variables),
    secretsKey: secretsKeyOf(variables, isLocal),
    logLevel: choice(variables, 'LOG_LEVEL', ['info', 'error']),
    app: {
      basePath,
      publicUrl,
      portalUrl,
      isLocal,
      hosts: hostsOf(variables, isLocal, publicUrl),
      provider: providerOf(label, isLocal),
      metrics: publicMetricsOf(metrics, isLocal),
      twoFactor: choice(variables, 'TWO_FACTOR', ['optional', 'required']),
      allowedOrigins: origins(variables, 'ALLOWED_ORIGINS'),
      ...readLimits(variables),
      // An empty password would let everybody in.
      signUp: label === 'Sandbox' && signUpPassword !== '' ? { email: signUpEmail, password: signUpPassword } : null,
    },
    portal,
  };
}

/** What a page served by this process is told where the environment says nothing. */
function portalDefaults(origin: string, { basePath, isLocal }: { basePath: string; isLocal: boolean }) {
  const local = { signUpEmail: 'sign-up@sandbox.example', signUpPassword: 'sandbox-sign-up' };
  return {
    apiBaseUrl: `${origin}${basePath}`,
    automationHookUrl: `${origin}${basePath}/automation`,
    monitoringClientToken: '',
    monitoringApplicationId: '',
    isLocal,
    ...(isLocal ? local : {}),
  };
}

/** What one caller, account or address may do in a time, and what money needs (contract §8, §10). */
function readLimits(variables: Variables) {
  return {
    callsPerSecond: wholeNumber(variables, 'CALLS_PER_SECOND', { given: 100, least: 1, most: 1_000_000 }),
    signInsPerMinute: wholeNumber(variables, 'SIGN_INS_PER_MINUTE', { given: 10, least: 1, most: 1_000_000 }),
    failedSignInsPerAddress: wholeNumber(variables, 'FAILED_SIGN_INS_PER_ADDRESS', {
      given: 30,
      least: 1,
      most: 1_000_000,
    }),
    invitationsPerDay: wholeNumber(variables, 'INVITATIONS_PER_DAY', { given: 20, least: 0, most: 1_000_000 }),
    signUpsPerHour: wholeNumber(variables, 'SIGN_UPS_PER_HOUR', { given: 5, least: 0, most: 1_000_000 }),
    stepUpAbove: 100 * wholeNumber(variables, 'STEP_UP_ABOVE', { given: 1000, least: 0, most: 999_999_999 }),
    largestAmount: 100 * wholeNumber(variables, 'LARGEST_AMOUNT', { given: 1_000_000, least: 1, most: 100_000_000 }),
  } satisfies Partial<AppSettings>;
}

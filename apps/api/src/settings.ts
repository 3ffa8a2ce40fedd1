import { environmentLabel, type EnvironmentLabel } from '@volume/contract/portal/environment.ts';
import { readPortalSettings } from '@volume/contract/portal/fill-settings.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import type { AppSettings } from '#core/services.ts';
import type { TracingSettings } from '#http/telemetry/tracing.ts';
import {
  addressOf,
  contacts,
  databaseAddressOf,
  origins,
  pathOf,
  portalDefaults,
  portalUrlOf,
  publicUrlOf,
} from '#settings/addresses.ts';
import { hostsOf, listenOnOf, metricsOf, publicMetricsOf, trustedProxiesOf } from '#settings/listening.ts';
import { findMisspelt, type Misspelt } from '#settings/misspelt-settings.ts';
import { type ReadFile, withSecretFiles } from '#settings/secret-files.ts';
import type { SettingName } from '#settings/server-settings.ts';
import { type GatewaySettings, gatewayOf } from '#settings/gateway-settings.ts';
import { choice, refuse, text, textOrDefault, type Variables, wholeNumber } from '#settings/variables.ts';
import type { KeepSettings } from '#core/records/retention-rule.ts';
import { readSecretsKeys } from '#core/secrets/vault.ts';

export interface ServerSettings {
  role: 'all' | 'web' | 'worker';
  /** Whether the start and the commands migrate the database. */
  isMigrating: boolean;
  port: number;
  /** Addresses to listen on; undefined means all. */
  listenOn: (string | undefined)[];
  /** CIDRs of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** A port and a token for the metrics; null when not set. */
  metrics: { port: number | null; token: string | null };
  /** Folder of the embedded database and of generated files; relative to the repository. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** The server itself, for migrations, locks and commands; equals `databaseUrl` unless that is a pooler. */
  directUrl: string | undefined;
  /** Whether `databaseUrl` leads through a pooler in transaction mode. */
  isPooled: boolean;
  /** A standby of the same database that lists and reports can read from. */
  readUrl: string | undefined;
  /** Maximum lag in milliseconds of a standby that is read from. */
  mostReplicaLag: number;
  poolSize: number;
  /** Connections for exports only, in addition to the pool. */
  exportPoolSize: number;
  /** Number of sample payments written on first start; 0 writes no sample data. */
  samplePayments: number;
  seed: string;
  /** Encrypts stored secrets; undefined only in local use, where the server generates one in its data folder. */
  secretsKey: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  logLevel: 'info' | 'error';
  /** Null without a collector. */
  tracing: TracingSettings | null;
  /** The operator's gateway to real providers; null without one. */
  gateway: GatewaySettings | null;
  /** Variables of the environment that are no setting and resemble one. */
  misspelt: Misspelt[];
  app: AppSettings;
  /** The portal's settings for a page requested from `host` (`localhost:4000`). */
  portal: (host: string) => PortalSettings;
}

/**
 * Reads the server's settings from the environment, and secrets also from the files named by `…_FILE`. Throws a message
 * that names the invalid setting.
 */
export function readSettings(given: Variables = process.env, readFile?: ReadFile): ServerSettings {
  const variables = withSecretFiles(given, readFile);
  const port = wholeNumber(variables, 'PORT');
  const basePath = pathOf(variables, 'API_BASE_PATH');
  const isLocal = choice(variables, 'LOCAL') === 'true';
  const publicUrl = publicUrlOf(variables, isLocal);
  const portalUrl = portalUrlOf(variables, { publicUrl, port, isLocal });
  const metrics = metricsOf(variables, port);
  const tracing = tracingOf(variables);
  const portal = (host: string) =>
    readPortalSettings(variables, portalDefaults(publicUrl ?? `http://${host}`, { basePath, isLocal }));
  const { apiBaseUrl, signUpEmail, signUpPassword } = portal(`localhost:${port}`);
  const label = environmentLabel(apiBaseUrl);
  const gateway = gatewayOf(variables, isLocal);
  return {
    port,
    metrics,
    ...readListening(variables, isLocal),
    ...readStores(variables, isLocal),
    ...readMail(variables),
    logLevel: choice(variables, 'LOG_LEVEL'),
    tracing,
    gateway,
    misspelt: findMisspelt(given),
    app: {
      basePath,
      publicUrl,
      portalUrl,
      isLocal,
      hosts: hostsOf(variables, isLocal, publicUrl),
      ...environmentOf(label, isLocal, gateway),
      isTraced: tracing !== null,
      metrics: publicMetricsOf(metrics, isLocal),
      ...readOthersAddresses(variables),
      ...readLimits(variables),
      // An empty password would accept any caller.
      signUp: label === 'Sandbox' && signUpPassword !== '' ? { email: signUpEmail, password: signUpPassword } : null,
    },
    portal,
  };
}

const readListening = (variables: Variables, isLocal: boolean) => ({
  listenOn: listenOnOf(variables, isLocal),
  trustedProxies: trustedProxiesOf(variables, isLocal),
});

/** Addresses of others: security contacts and allowed origins. */
const readOthersAddresses = (variables: Variables) => ({
  securityContacts: contacts(variables, 'SECURITY_CONTACT'),
  allowedOrigins: origins(variables, 'ALLOWED_ORIGINS'),
});

/** Rate limits, the second factor, the step-up threshold, the largest amount (contract §8, §10), and how long records are kept. */
function readLimits(variables: Variables) {
  return {
    callsPerSecond: wholeNumber(variables, 'CALLS_PER_SECOND'),
    merchantCallsPerSecond: wholeNumber(variables, 'MERCHANT_CALLS_PER_SECOND'),
    expensiveCallsPerMinute: wholeNumber(variables, 'EXPENSIVE_CALLS_PER_MINUTE'),
    signInsPerMinute: wholeNumber(variables, 'SIGN_INS_PER_MINUTE'),
    failedSignInsPerAddress: wholeNumber(variables, 'FAILED_SIGN_INS_PER_ADDRESS'),
    invitationsPerDay: wholeNumber(variables, 'INVITATIONS_PER_DAY'),
    signUpsPerHour: wholeNumber(variables, 'SIGN_UPS_PER_HOUR'),
    twoFactor: choice(variables, 'TWO_FACTOR'),
    stepUpAbove: 100 * wholeNumber(variables, 'STEP_UP_ABOVE'),
    largestAmount: 100 * wholeNumber(variables, 'LARGEST_AMOUNT'),
    keep: readKept(variables),
  } satisfies Partial<AppSettings>;
}

/** Days for which records are kept. */
const readKept = (variables: Variables): KeepSettings => ({
  KEEP_ACTIVITY_NAMES: wholeNumber(variables, 'KEEP_ACTIVITY_NAMES'),
  KEEP_ADDRESSES: wholeNumber(variables, 'KEEP_ADDRESSES'),
  KEEP_DELIVERIES: wholeNumber(variables, 'KEEP_DELIVERIES'),
  KEEP_MAILS: wholeNumber(variables, 'KEEP_MAILS'),
  KEEP_NOTIFICATIONS: wholeNumber(variables, 'KEEP_NOTIFICATIONS'),
  KEEP_RECEIPT_ADDRESSES: wholeNumber(variables, 'KEEP_RECEIPT_ADDRESSES'),
});

function readStores(variables: Variables, isLocal: boolean) {
  return {
    role: roleOf(variables),
    isMigrating: choice(variables, 'MIGRATE') === 'true',
    dataDir: textOrDefault(variables, 'DATA_DIR'),
    ...readDatabaseUrls(variables),
    mostReplicaLag: 1000 * wholeNumber(variables, 'REPLICA_LAG_LIMIT'),
    poolSize: wholeNumber(variables, 'DATABASE_POOL_SIZE'),
    exportPoolSize: wholeNumber(variables, 'EXPORT_POOL_SIZE'),
    samplePayments: samplePaymentsOf(variables, isLocal),
    seed: textOrDefault(variables, 'SEED'),
    secretsKey: secretsKeyOf(variables, isLocal),
  };
}

/** A direct address next to DATABASE_URL means that the latter is a pooler. */
function readDatabaseUrls(variables: Variables) {
  const databaseUrl = databaseAddressOf(variables, 'DATABASE_URL');
  const directUrl = databaseAddressOf(variables, 'DATABASE_DIRECT_URL');
  const readUrl = addressOf(variables, 'DATABASE_READ_URL', /^postgres(ql)?:$/);
  if (databaseUrl === undefined && (directUrl ?? readUrl) !== undefined) {
    const name = directUrl === undefined ? 'DATABASE_READ_URL' : 'DATABASE_DIRECT_URL';
    throw new Error(`The setting ${name} needs DATABASE_URL, which is missing.`);
  }
  return { databaseUrl, directUrl: directUrl ?? databaseUrl, isPooled: directUrl !== undefined, readUrl };
}

function roleOf(variables: Variables): ServerSettings['role'] {
  const role = choice(variables, 'ROLE');
  if (role !== 'all' && text(variables, 'DATABASE_URL') === undefined)
    throw new Error(`The setting ROLE=${role} needs DATABASE_URL: only one process can use the embedded database.`);
  return role;
}

function readMail(variables: Variables) {
  return {
    smtpUrl: addressOf(variables, 'SMTP_URL', /^smtps?:$/),
    mailFrom: textOrDefault(variables, 'MAIL_FROM'),
  };
}

/** OpenTelemetry's standard variables; nothing is traced without a collector. */
function tracingOf(variables: Variables): TracingSettings | null {
  const collector = addressOf(variables, 'OTEL_EXPORTER_OTLP_ENDPOINT', /^https?:$/);
  if (collector === undefined) return null;
  const name = 'OTEL_TRACES_SAMPLER_ARG';
  const ratio = textOrDefault(variables, name);
  if (!/^(0|1|[01]?\.\d+)$/.test(ratio) || Number(ratio) > 1) return refuse(name, ratio);
  const serviceName = textOrDefault(variables, 'OTEL_SERVICE_NAME');
  const url = `${collector.replace(/\/+$/, '')}/v1/traces`;
  return { url, serviceName, ratio: Number(ratio), headers: headersOf(variables, 'OTEL_EXPORTER_OTLP_HEADERS') };
}

/** `name=value,other=value`, OpenTelemetry's format for headers. */
function headersOf(variables: Variables, name: SettingName): Record<string, string> {
  const pairs = (text(variables, name) ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=');
      // Headers contain the collector's key, so they are not repeated in the message.
      if (key.trim() === '' || value.length === 0) return refuse(name, '…');
      return [key.trim(), value.join('=').trim()];
    }),
  );
}

/** Number of sample payments: none for a deployment, because the sample passwords are public. */
function samplePaymentsOf(variables: Variables, isLocal: boolean): number {
  const name = 'SAMPLE_PAYMENTS';
  if (!isLocal && text(variables, name) === undefined) return 0;
  const payments = wholeNumber(variables, name);
  if (isLocal || payments === 0) return payments;
  throw new Error(
    `The setting ${name} asks for the sample world, whose passwords are public: with LOCAL=false leave it out.`,
  );
}

const environmentOf = (label: EnvironmentLabel, isLocal: boolean, gateway: GatewaySettings | null) => ({
  isSandbox: label === 'Sandbox',
  isLive: label === 'Live',
  provider: gateway ? ('GATEWAY' as const) : providerOf(label, isLocal),
});

/** The source of providers without a gateway: only the labels that are known to simulate them have one. */
export function providerOf(label: EnvironmentLabel, isLocal: boolean): AppSettings['provider'] {
  return isLocal || label === 'Sandbox' || label === 'Integration' ? 'SIMULATED' : 'NONE';
}

/** The key that encrypts stored secrets; undefined only in local use, where the server generates one. */
function secretsKeyOf(variables: Variables, isLocal: boolean): string | undefined {
  const value = text(variables, 'SECRETS_KEY');
  if (value === undefined) return isLocal ? undefined : refuse('SECRETS_KEY', '');
  return readSecretsKeys(value) ? value : refuse('SECRETS_KEY', '…');
}

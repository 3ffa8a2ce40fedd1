import { environmentLabel } from '@volume/contract/environment.ts';
import { readPortalSettings } from '@volume/contract/fill-portal-settings.ts';
import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import type { AppSettings } from '#http/services.ts';

export type ServerSettings = {
  port: number;
  /** Address to listen on; left out, all of them. */
  host: string | undefined;
  /** Folder of the embedded database and of what a start writes down; relative to the repository. */
  dataDir: string;
  databaseUrl: string | undefined;
  poolSize: number;
  /** Payments of the sample world made on first start; 0 makes none. */
  samplePayments: number;
  seed: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  logLevel: 'info' | 'error';
  app: AppSettings;
  /** The portal's settings for a page asked of `host` (`localhost:4000`). */
  portal: (host: string) => PortalSettings;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** The server's settings, read from the environment once. Throws a sentence that names the setting that is wrong. */
export function readSettings(variables: Variables = process.env): ServerSettings {
  const port = wholeNumber(variables, 'PORT', { given: 4000, least: 0, most: 65_535 });
  const basePath = pathOf(variables, 'API_BASE_PATH', '/sandbox');
  const isLocal = choice(variables, 'LOCAL', ['true', 'false']) === 'true';
  const publicUrl = publicUrlOf(variables);
  const portal = (host: string) =>
    readPortalSettings(variables, portalDefaults(publicUrl ?? `http://${host}`, { basePath, isLocal }));
  const { apiBaseUrl, signUpEmail, signUpPassword } = portal(`localhost:${port}`);
  const isSandbox = environmentLabel(apiBaseUrl) === 'Sandbox';
  return {
    port,
    host: text(variables, 'HOST'),
    dataDir: text(variables, 'DATA_DIR') ?? '.data',
    databaseUrl: addressOf(variables, 'DATABASE_URL', /^postgres(ql)?:$/),
    poolSize: wholeNumber(variables, 'DATABASE_POOL_SIZE', { given: 10, least: 2, most: 1000 }),
    samplePayments: wholeNumber(variables, 'SAMPLE_PAYMENTS', { given: 100_000, least: 0, most: 100_000_000 }),
    seed: text(variables, 'SEED') ?? 'volume',
    smtpUrl: addressOf(variables, 'SMTP_URL', /^smtps?:$/),
    mailFrom: text(variables, 'MAIL_FROM') ?? 'Volume Merchant Portal <no-reply@volumepay.io>',
    logLevel: choice(variables, 'LOG_LEVEL', ['info', 'error']),
    app: {
      basePath,
      publicUrl,
      portalUrl: portalUrlOf(variables, { publicUrl, port, isLocal }),
      isLocal,
      twoFactor: choice(variables, 'TWO_FACTOR', ['optional', 'required']),
      allowedOrigins: origins(variables, 'ALLOWED_ORIGINS'),
      callsPerSecond: wholeNumber(variables, 'CALLS_PER_SECOND', { given: 100, least: 1, most: 1_000_000 }),
      signInsPerMinute: wholeNumber(variables, 'SIGN_INS_PER_MINUTE', { given: 10, least: 1, most: 1_000_000 }),
      signUpsPerHour: wholeNumber(variables, 'SIGN_UPS_PER_HOUR', { given: 5, least: 0, most: 1_000_000 }),
      // An empty password would let everybody in.
      signUp: isSandbox && signUpPassword !== '' ? { email: signUpEmail, password: signUpPassword } : null,
      stepUpAbove: 100 * wholeNumber(variables, 'STEP_UP_ABOVE', { given: 1000, least: 0, most: 999_999_999 }),
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

function text(variables: Variables, name: string): string | undefined {
  const value = variables[name]?.trim();
  return value === '' ? undefined : value;
}

function refuse(name: string, value: string, wanted: string): never {
  throw new Error(`The setting ${name} must be ${wanted}, not ${JSON.stringify(value)}.`);
}

type Bounds = { given: number; least: number; most: number };
function wholeNumber(variables: Variables, name: string, { given, least, most }: Bounds): number {
  const value = text(variables, name);
  if (value === undefined) return given;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : refuse(name, value, `a whole number from ${least} to ${most}`);
}

function choice<const T extends readonly [string, ...string[]]>(
  variables: Variables,
  name: string,
  values: T,
): T[number] {
  const value = text(variables, name) ?? values[0];
  return values.find((known) => known === value) ?? refuse(name, value, values.join(' or '));
}

function addressOf(variables: Variables, name: string, protocol: RegExp): string | undefined {
  const value = text(variables, name);
  if (value === undefined) return undefined;
  const wanted = `an address that begins with ${protocol.source.replace(/[\\^$()?]/g, '')}//`;
  // An address like this holds a password: it is not repeated in the sentence.
  return URL.canParse(value) && protocol.test(new URL(value).protocol) ? value : refuse(name, '…', wanted);
}

/** Never guessed from forwarding headers, which anybody may write. */
function publicUrlOf(variables: Variables): string | null {
  const value = text(variables, 'PUBLIC_URL')?.replace(/\/$/, '');
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && /^https?:$/.test(url.protocol) && url.origin === value
    ? value
    : refuse('PUBLIC_URL', value, 'an origin such as https://portal.example.com');
}

type PortalPlace = { publicUrl: string | null; port: number; isLocal: boolean };

function portalUrlOf(variables: Variables, { publicUrl, port, isLocal }: PortalPlace): string {
  const given = publicUrl ?? (isLocal ? `http://localhost:${port}` : '');
  const value = (text(variables, 'PORTAL_URL') ?? given).replace(/\/+$/, '');
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  return protocol === 'https:' || (isLocal && protocol === 'http:')
    ? value
    : refuse('PORTAL_URL', value, 'the address of the portal, such as https://portal.example.com');
}

function origins(variables: Variables, name: string): string[] {
  const values = (text(variables, name) ?? '').split(',').map((value) => value.trim());
  return values
    .filter((value) => value !== '')
    .map((value) => {
      const origin = URL.canParse(value) ? new URL(value).origin : 'null';
      return origin === 'null' || origin !== value
        ? refuse(name, value, 'origins such as https://portal.example.com')
        : origin;
    });
}

function pathOf(variables: Variables, name: string, given: string): string {
  const value = variables[name]?.trim().replace(/\/+$/, '') ?? given;
  return /^(\/[\w.-]+)*$/.test(value) ? value : refuse(name, value, 'a path such as /sandbox');
}

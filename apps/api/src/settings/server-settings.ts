import { secretsKeyForm } from '#core/secrets/vault.ts';
import { providers } from './provider-settings.ts';
import { records } from './record-settings.ts';
import type { Setting } from './setting.ts';

export const shortestToken = 16;
const origin = 'an origin such as https://portal.example.com';
const postgres = 'a postgres:// or postgresql:// address';
const money = 'pounds or euros';

const network = {
  PORT: { does: 'The server listens on this port.', default: 4000, least: 0, most: 65_535 },
  HOST: {
    does: 'The server listens on this address.',
    form: 'an IP address or a host name',
    otherwise: '127.0.0.1 and ::1; all addresses with `LOCAL=false`',
  },
  PUBLIC_URL: {
    does: 'Users reach the server at this scheme and host, which links, pages and mails use; with `LOCAL=false` it is https.',
    form: origin,
    isRequired: true,
  },
  PORTAL_URL: {
    does: 'Links in mails lead to the portal at this address.',
    form: 'the address of the portal, such as https://portal.example.com',
    otherwise: '`PUBLIC_URL`, or `http://localhost:PORT` without it',
  },
  API_BASE_PATH: {
    does: 'The API answers at `/api/…` below this path; `/` is the root.',
    form: 'a path such as /sandbox',
    default: '/sandbox',
  },
  TRUSTED_PROXIES: {
    does: 'The server trusts `X-Forwarded-For` from the proxies in these comma-separated address ranges.',
    form: 'the ranges of the proxies in front, such as 10.0.0.0/8, or none where there is no proxy',
    otherwise: '`none`',
    isRequired: true,
    details: 'operations.md#the-callers-address',
  },
  ALLOWED_ORIGINS: {
    does: 'The pages of these other origins, separated by commas, can call the API.',
    form: 'origins such as https://portal.example.com',
  },
  LOCAL: {
    does: 'Everything except a developer’s machine needs `false`.',
    values: ['true', 'false'],
    details: 'operations.md#local',
  },
  ROLE: {
    does: '`web` answers calls and runs no jobs, `worker` runs jobs and answers only `/health/…` and `/metrics`, and `all` does both.',
    values: ['all', 'web', 'worker'],
    details: 'operations.md#web-and-workers',
  },
} as const satisfies Record<string, Setting>;

const database = {
  DATABASE_URL: {
    does: 'The server uses this PostgreSQL, version 15 or newer, instead of the embedded database; of several servers (`postgres://…@one,two/portal`) it uses the primary.',
    form: postgres,
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    does: 'Migrations, locks and commands use this address when `DATABASE_URL` leads through a pooler in transaction mode.',
    form: postgres,
    otherwise: '`DATABASE_URL`',
    isSecret: true,
    details: 'operations.md#pgbouncer',
  },
  DATABASE_READ_URL: {
    does: 'Lists, reports, exports and statements can be read from this streaming standby; set it in every instance.',
    form: postgres,
    isSecret: true,
    details: 'operations.md#read-replicas',
  },
  REPLICA_LAG_LIMIT: {
    does: 'The primary is read from instead of the standby when the standby is further behind than this.',
    default: 5,
    least: 1,
    most: 3600,
    unit: 'seconds',
  },
  DATABASE_POOL_SIZE: {
    does: 'An instance opens up to this many connections to PostgreSQL.',
    default: 10,
    least: 2,
    most: 1000,
  },
  EXPORT_POOL_SIZE: { does: 'Exports use up to this many additional connections.', default: 3, least: 1, most: 100 },
  MIGRATE: {
    does: 'With `false` the start and the commands do not migrate the database, and refuse one that `npm run migrate` has not brought up to date.',
    values: ['true', 'false'],
    details: 'operations.md#migrations-with-a-separate-database-role',
  },
  DATA_DIR: {
    does: 'The embedded database is in this folder; it survives the end of its process, not a power cut.',
    form: 'a folder',
    default: '.data',
    details: 'decisions/02-embedded-database.md',
  },
  SAMPLE_PAYMENTS: {
    does: 'The first start creates sample data with this many payments; `LOCAL=false` refuses any.',
    default: 100_000,
    least: 0,
    most: 100_000_000,
    otherwise: '100000; 0 with `LOCAL=false`',
  },
  SEED: { does: 'The same seed creates the same sample data.', form: 'a text', default: 'volume' },
} as const satisfies Record<string, Setting>;

const secretsAndMail = {
  SECRETS_KEY: {
    does: 'The server encrypts the secrets in the database with the key of the highest version, and decrypts them with any.',
    form: secretsKeyForm,
    otherwise: 'created in `DATA_DIR/secrets-key`',
    isRequired: true,
    isSecret: true,
    details: 'operations.md#keys',
  },
  SMTP_URL: {
    does: 'Mail is sent through this server; without it no mail is sent.',
    form: 'an smtp:// or smtps:// address',
    isSecret: true,
  },
  MAIL_FROM: {
    does: 'Mails have this sender.',
    form: 'a mail address, with or without a name',
    default: 'Volume Merchant Portal <no-reply@volumepay.io>',
  },
  SECURITY_CONTACT: {
    does: '`/.well-known/security.txt` names these comma-separated addresses (`mailto:`, `https:` or `tel:`) for reports of security problems; without them it is 404.',
    form: 'addresses such as mailto:security@example.com',
  },
} as const satisfies Record<string, Setting>;

const limits = {
  TWO_FACTOR: {
    does: '`required` asks every user to set up an authenticator.',
    values: ['optional', 'required'],
  },
  STEP_UP_ABOVE: {
    does: 'Sums above this require the code or the password again.',
    default: 1000,
    least: 0,
    most: 999_999_999,
    unit: money,
  },
  LARGEST_AMOUNT: {
    does: 'No payment, link, payout, refund, fixed schedule or quote can be larger than this.',
    default: 1_000_000,
    least: 1,
    most: 100_000_000,
    unit: money,
  },
  CALLS_PER_SECOND: {
    does: 'One session, or one address without a session, can make this many calls a second.',
    default: 100,
    least: 1,
    most: 1_000_000,
  },
  MERCHANT_CALLS_PER_SECOND: {
    does: 'All users and keys of one merchant together can make this many calls a second.',
    default: 300,
    least: 1,
    most: 1_000_000,
  },
  EXPENSIVE_CALLS_PER_MINUTE: {
    does: 'One merchant can call each export, statement file, document, dry run in bulk or explanation this many times a minute; an administrator as well.',
    default: 60,
    least: 1,
    most: 1_000_000,
  },
  SIGN_INS_PER_MINUTE: {
    does: 'One account can have this many failed sign-ins a minute.',
    default: 10,
    least: 1,
    most: 1_000_000,
  },
  FAILED_SIGN_INS_PER_ADDRESS: {
    does: 'One address can have this many failed sign-ins an hour, for all accounts together, and send as many wrong application keys.',
    default: 30,
    least: 1,
    most: 1_000_000,
  },
  INVITATIONS_PER_DAY: {
    does: 'One merchant can send this many invitations a day, new ones and repeated ones.',
    default: 20,
    least: 0,
    most: 1_000_000,
  },
  SIGN_UPS_PER_HOUR: {
    does: 'One address can open this many sandbox accounts an hour.',
    default: 5,
    least: 0,
    most: 1_000_000,
  },
} as const satisfies Record<string, Setting>;

const watching = {
  METRICS_TOKEN: {
    does: '`/metrics` requires this bearer token; with `LOCAL=false` and neither a token nor a port, `/metrics` is not served.',
    form: `a secret of at least ${shortestToken} characters`,
    isSecret: true,
  },
  METRICS_PORT: {
    does: '`/metrics` is served on this port instead of `PORT`, unless it is 0.',
    default: 0,
    least: 0,
    most: 65_535,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    does: 'Traces are sent to this OpenTelemetry collector, such as `http://collector:4318`; without it nothing is traced.',
    form: 'an http:// or https:// address',
    details: 'operations.md#traces',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    does: 'Requests to the collector have these comma-separated headers.',
    form: 'headers such as api-key=secret',
    isSecret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: { does: 'This part of all calls is traced.', form: 'a part from 0 to 1', default: '1' },
  OTEL_SERVICE_NAME: { does: 'Traces name the server like this.', form: 'a text', default: 'volume-portal' },
  LOG_LEVEL: { does: '`error` logs errors only.', values: ['info', 'error'] },
} as const satisfies Record<string, Setting>;

/** All settings of the server by area. `readSettings` reads only these, and docs/settings.md lists them. */
export const settingAreas = {
  Network: network,
  Database: database,
  'Secrets, mail and contact': secretsAndMail,
  Providers: providers,
  Limits: limits,
  Records: records,
  Watching: watching,
};

export const serverSettings = {
  ...network,
  ...database,
  ...secretsAndMail,
  ...providers,
  ...limits,
  ...records,
  ...watching,
};
type Declared = typeof serverSettings;
export type SettingName = keyof Declared;
/** The names of the settings that have the fields of `T`. */
export type NameOf<T> = { [N in SettingName]: Declared[N] extends T ? N : never }[SettingName];

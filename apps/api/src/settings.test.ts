import { keptDays } from '#core/records/retention-rule.ts';
import { expect, test } from 'vitest';
import type { EnvironmentLabel } from '@volume/contract/portal/environment.ts';
import { serverSettings } from '#settings/server-settings.ts';
import type { Setting } from '#settings/setting.ts';
import { providerOf, readSettings } from './settings.ts';

const secretsKey = `1:${btoa('k'.repeat(32))}`;

test('without any setting the server is the local sandbox of the specification', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({ port: 4000, dataDir: '.data', samplePayments: 100_000, databaseUrl: undefined });
  expect(settings.app).toMatchObject({
    basePath: '/sandbox',
    twoFactor: 'optional',
    isLocal: true,
    allowedOrigins: [],
  });
  expect(settings.portal('localhost:4000')).toMatchObject({
    apiBaseUrl: 'http://localhost:4000/sandbox',
    isLocal: true,
  });
});

test('the default limits are those of the contract (contract §8, §10)', () => {
  const limits = {
    callsPerSecond: 100,
    merchantCallsPerSecond: 300,
    expensiveCallsPerMinute: 60,
    signInsPerMinute: 10,
    failedSignInsPerAddress: 30,
    invitationsPerDay: 20,
    signUpsPerHour: 5,
    stepUpAbove: 1_000_00,
    largestAmount: 1_000_000_00,
  };
  expect(readSettings({}).app).toMatchObject(limits);
  const set = {
    CALLS_PER_SECOND: '7',
    MERCHANT_CALLS_PER_SECOND: '9',
    EXPENSIVE_CALLS_PER_MINUTE: '4',
    SIGN_INS_PER_MINUTE: '6',
    FAILED_SIGN_INS_PER_ADDRESS: '60',
    INVITATIONS_PER_DAY: '3',
    SIGN_UPS_PER_HOUR: '0',
    STEP_UP_ABOVE: '50',
    LARGEST_AMOUNT: '80',
  };
  expect(readSettings(set).app).toMatchObject({
    callsPerSecond: 7,
    merchantCallsPerSecond: 9,
    expensiveCallsPerMinute: 4,
    signInsPerMinute: 6,
    failedSignInsPerAddress: 60,
    invitationsPerDay: 3,
    signUpsPerHour: 0,
    stepUpAbove: 50_00,
    largestAmount: 80_00,
  });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['SAMPLE_PAYMENTS', '-1'],
  ['TWO_FACTOR', 'maybe'],
  ['LOCAL', 'yes'],
  ['ALLOWED_ORIGINS', 'portal.example.com'],
  ['ALLOWED_ORIGINS', 'https://portal.example.com/path'],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['SECURITY_CONTACT', 'http://example.com/report'],
  ['SECURITY_CONTACT', 'mailto:security@example.com\nContact: mailto:other@example.com'],
  ['DATABASE_URL', 'mysql://somewhere'],
  ['DATABASE_URL', 'postgres://me@one:5432,two:none/portal'],
  ['SMTP_URL', 'localhost'],
  ['API_BASE_PATH', 'sand box'],
  ['PORTAL_API_BASE_URL', 'nonsense'],
  ['PORTAL_URL', 'portal.example.com'],
  ['PUBLIC_URL', 'https://portal.example.com/sandbox'],
  ['PUBLIC_URL', 'ftp://portal.example.com'],
])('%s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test('records can be kept for longer than the table of retention says, never for less', () => {
  expect(readSettings({}).app.keep).toEqual(keptDays);
  expect(readSettings({ KEEP_DELIVERIES: '365' }).app.keep).toEqual({ ...keptDays, KEEP_DELIVERIES: 365 });
  for (const [name, days] of Object.entries(keptDays)) {
    expect(() => readSettings({ [name]: String(days - 1) })).toThrow(`${name} must be a whole number from ${days} to`);
  }
});

test('a database address can list several servers', () => {
  const address = 'postgres://me:pass@one:5432,two:5433/portal?sslmode=require';
  expect(readSettings({ DATABASE_URL: address }).databaseUrl).toBe(address);
});

test('the error for an invalid database address does not repeat its password', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://me:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
});

test('traces calls when a collector is set: all of them, or the given fraction', () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  const url = 'http://collector:4318/v1/traces';
  expect(readSettings({}).tracing).toBeNull();
  expect(readSettings(collector).tracing).toEqual({ url, serviceName: 'volume-portal', ratio: 1, headers: {} });
  const some = { ...collector, OTEL_TRACES_SAMPLER_ARG: '0.05', OTEL_SERVICE_NAME: 'live' };
  expect(readSettings(some).tracing).toEqual({ url, serviceName: 'live', ratio: 0.05, headers: {} });
  for (const wrong of ['2', '-1', '1.5', 'all', '5%'])
    expect(() => readSettings({ ...collector, OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow(/OTEL_TRACES_SAMPLER_ARG/);
  expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/);
});

test('a direct address means that the other one is a pooler’s, and requires that one', () => {
  const [pooled, direct] = ['postgres://a@pooler/portal', 'postgres://a@server/portal'];
  expect(readSettings({ DATABASE_URL: direct })).toMatchObject({ directUrl: direct, isPooled: false });
  const both = readSettings({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
  expect(both).toMatchObject({ databaseUrl: pooled, directUrl: direct, isPooled: true });
  expect(() => readSettings({ DATABASE_DIRECT_URL: direct })).toThrow(/DATABASE_DIRECT_URL.*DATABASE_URL/);
  expect(() => readSettings({ DATABASE_READ_URL: direct })).toThrow(/DATABASE_READ_URL.*DATABASE_URL/);
});

/** The required settings of a deployment (operations.md), each with a valid value. */
const deployment = {
  LOCAL: 'false',
  PUBLIC_URL: 'https://portal.example.com',
  TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
  SECRETS_KEY: secretsKey,
};
const deploy = (given: Record<string, string>) => readSettings({ ...deployment, ...given });

const required = Object.entries<Setting>(serverSettings).flatMap(([name, { isRequired }]) =>
  isRequired ? [name] : [],
);

test('a deployment needs only the settings that are declared as required', () => {
  expect(Object.keys(deployment)).toEqual(['LOCAL', ...required]);
  expect(() => deploy({})).not.toThrow();
});

test.each(required)('a deployment must set %s', (name) => {
  expect(() => readSettings({ ...deployment, [name]: undefined })).toThrow(name);
});

test('in local use the server creates a SECRETS_KEY when none is set', () => {
  expect(deploy({}).secretsKey).toBe(secretsKey);
  expect(readSettings({ SECRETS_KEY: secretsKey }).secretsKey).toBe(secretsKey);
  expect(readSettings({}).secretsKey).toBeUndefined();
});

test.each([
  ['no version', btoa('k'.repeat(32))],
  ['a version that is no number', `one:${btoa('k'.repeat(32))}`],
  ['the version 0', `0:${btoa('k'.repeat(32))}`],
  ['a short key', `1:${btoa('k'.repeat(31))}`],
  ['a long key', `1:${btoa('k'.repeat(33))}`],
  ['a key that is no base64', `1:${'!'.repeat(43)}=`],
  ['a version that is there twice', `${secretsKey},1:${btoa('l'.repeat(32))}`],
  ['a key that is there twice', `${secretsKey},2:${btoa('k'.repeat(32))}`],
  ['an empty version', `${secretsKey},`],
])('SECRETS_KEY with %s stops the start with a sentence that does not repeat it', (_, value) => {
  const key = value.slice(value.indexOf(':') + 1);
  expect(() => readSettings({ SECRETS_KEY: value })).toThrow('SECRETS_KEY');
  expect(() => readSettings({ SECRETS_KEY: value })).not.toThrow(key);
});

test('the addresses of a deployment must be https, and its mails link to them', () => {
  expect(() => deploy({ PUBLIC_URL: 'http://portal.example.com' })).toThrow(/PUBLIC_URL/);
  expect(() => deploy({ PORTAL_URL: 'http://portal.example.com' })).toThrow(/PORTAL_URL/);
  expect(deploy({}).app.portalUrl).toBe('https://portal.example.com');
  expect(deploy({ PORTAL_URL: 'https://own.example.com/' }).app.portalUrl).toBe('https://own.example.com');
  expect(readSettings({ PORT: '4010' }).app.portalUrl).toBe('http://localhost:4010');
});

test('a deployment has no sample data, and asking for it stops the start with a sentence', () => {
  expect(deploy({}).samplePayments).toBe(0);
  expect(deploy({ SAMPLE_PAYMENTS: '0' }).samplePayments).toBe(0);
  expect(() => deploy({ SAMPLE_PAYMENTS: '1' })).toThrow(/SAMPLE_PAYMENTS.*LOCAL=false/);
});

test('local use rejects a public https address', () => {
  expect(() => readSettings({ PUBLIC_URL: 'https://portal.example.com' })).toThrow(/PUBLIC_URL.*LOCAL=false/);
  expect(readSettings({ PUBLIC_URL: 'http://localhost:4000' }).app.publicUrl).toBe('http://localhost:4000');
});

test('local use listens on loopback addresses and answers their names, unless HOST is set', () => {
  const local = readSettings({});
  expect(local.listenOn).toEqual(['127.0.0.1', '::1']);
  expect(local.app.hosts).toEqual(['localhost', '127.0.0.1', '[::1]']);
  const open = readSettings({ HOST: '192.168.1.5', PUBLIC_URL: 'http://desk.lan:4000' });
  expect(open.listenOn).toEqual(['192.168.1.5']);
  expect(open.app.hosts).toEqual(['localhost', '127.0.0.1', '[::1]', '192.168.1.5', 'desk.lan']);
  expect(readSettings({ HOST: 'fd00::5' }).app.hosts).toContain('[fd00::5]');
  expect(deploy({})).toMatchObject({ listenOn: [undefined], app: { hosts: null } });
  expect(deploy({ HOST: '0.0.0.0' }).listenOn).toEqual(['0.0.0.0']);
});

test.each(['10.0.0.0/33', 'proxy.example.com', '10.0.0', '10.0.0.256', 'fd00::/129', 'none, 10.0.0.1', '10.0.0.0/'])(
  'TRUSTED_PROXIES=%s stops the start with a sentence that names it',
  (value) => expect(() => deploy({ TRUSTED_PROXIES: value })).toThrow(/TRUSTED_PROXIES/),
);

test('trusted proxies are ranges and single addresses, or none', () => {
  expect(deploy({}).trustedProxies).toEqual(['10.0.0.0/8', 'fd00::/8']);
  expect(deploy({ TRUSTED_PROXIES: '10.0.0.1, ::1' }).trustedProxies).toEqual(['10.0.0.1/32', '::1/128']);
  expect(deploy({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  expect(readSettings({}).trustedProxies).toEqual([]);
});

test.each([
  ['/sandbox', 'SIMULATED'],
  ['/integration', 'SIMULATED'],
  ['/', 'NONE'],
])('a deployment at %s has the account provider %s, and local use the simulated one', (path, provider) => {
  expect(deploy({ API_BASE_PATH: path }).app.provider).toBe(provider);
  expect(readSettings({ API_BASE_PATH: path }).app.provider).toBe('SIMULATED');
});

test('a gateway needs an address and keys, under every label, and a key is never repeated', () => {
  const key = `2026-11:MC4CAQAwBQYDK2VwBCIEI${'k'.repeat(43)}`;
  const theirs = `2026-12:MCowBQYDK2VwAyEA${'p'.repeat(43)}=`;
  const all = { PROVIDER_URL: 'https://gateway.example.com/volume', PROVIDER_KEY: key, GATEWAY_KEYS: theirs };
  for (const path of ['/', '/sandbox']) {
    const { app, gateway } = deploy({ ...all, API_BASE_PATH: path });
    expect([app.provider, gateway?.url, gateway?.keyId]).toEqual(['GATEWAY', all.PROVIDER_URL, '2026-11']);
  }
  expect(readSettings({}).gateway).toBeNull();
  expect(readSettings({ ...all, PROVIDER_URL: 'http://localhost:9000' }).app.provider).toBe('GATEWAY');
  expect(() => deploy({ ...all, PROVIDER_URL: 'http://gateway.example.com' })).toThrow(/PROVIDER_URL/);
  expect(() => deploy({ ...all, PROVIDER_KEY: '' })).toThrow(/PROVIDER_KEY .*is missing/);
  expect(() => deploy({ ...all, PROVIDER_URL: '' })).toThrow(/PROVIDER_URL .*is missing/);
  expect(() => deploy({ ...all, PROVIDER_KEY: `2026-11:${'k'.repeat(64)}` })).toThrow(/^(?!.*kkk).*PROVIDER_KEY/);
  expect(() => deploy({ ...all, GATEWAY_KEYS: '' })).toThrow(/GATEWAY_KEYS .*is missing/);
  expect(() => deploy({ GATEWAY_KEYS: theirs })).toThrow(/PROVIDER_URL .*is missing/);
});

test('a gateway has one or two keys, each with another id', () => {
  const keyOf = (id: string) => `${id}:MCowBQYDK2VwAyEA${'p'.repeat(43)}=`;
  const key = `2026-11:MC4CAQAwBQYDK2VwBCIEI${'k'.repeat(43)}`;
  const read = (...keys: string[]) =>
    deploy({ PROVIDER_URL: 'https://gateway.example.com', PROVIDER_KEY: key, GATEWAY_KEYS: keys.join(', ') });
  expect(read(keyOf('a'), keyOf('b')).gateway?.gatewayKeys.map(({ id }) => id)).toEqual(['a', 'b']);
  for (const wrong of [[keyOf('a'), keyOf('a')], ['a', 'b', 'c'].map(keyOf), [key], [`${keyOf('a')},`]])
    expect(() => read(...wrong)).toThrow(/^(?!.*(kkk|ppp)).*GATEWAY_KEYS/);
});

test('a deployment serves metrics only with a token, on a separate port, or not at all', () => {
  expect(readSettings({}).metrics).toEqual({ port: null, token: null });
  expect(readSettings({}).app.metrics).toBe('OPEN');
  expect(deploy({}).app.metrics).toBe('CLOSED');
  expect(deploy({ METRICS_TOKEN: 'a-token-of-24-characters' }).app.metrics).toEqual({
    token: 'a-token-of-24-characters',
  });
  expect(deploy({ METRICS_PORT: '9090' })).toMatchObject({ metrics: { port: 9090 }, app: { metrics: 'CLOSED' } });
  expect(() => deploy({ METRICS_TOKEN: 'short' })).toThrow(/^(?!.*"short").*METRICS_TOKEN/);
  expect(() => deploy({ METRICS_PORT: '4000' })).toThrow(/METRICS_PORT/);
});

test("sign-up is available only in a sandbox, with the portal's credentials", () => {
  const credentials = { PORTAL_SIGN_UP_EMAIL: 'a@b.example', PORTAL_SIGN_UP_PASSWORD: 'x' };
  expect(readSettings(credentials).app.signUp).toEqual({ email: 'a@b.example', password: 'x' });
  expect(readSettings({ ...credentials, API_BASE_PATH: '/live' }).app.signUp).toBeNull();
  expect(deploy(credentials).app.signUp).toEqual({ email: 'a@b.example', password: 'x' });
  // A deployment that leaves both out offers no sign-up.
  expect(deploy({}).app.signUp).toBeNull();
});

test('contacts for security problems are a list in order of preference, empty where nothing is set', () => {
  const SECURITY_CONTACT = 'mailto:security@example.com, https://example.com/report,tel:+44-20-1234-5678';
  expect(readSettings({ SECURITY_CONTACT }).app.securityContacts).toEqual([
    'mailto:security@example.com',
    'https://example.com/report',
    'tel:+44-20-1234-5678',
  ]);
  expect(readSettings({}).app.securityContacts).toEqual([]);
});

test('origins are a list, and the base path can be empty', () => {
  const { app } = readSettings({ ALLOWED_ORIGINS: 'https://a.example, https://b.example', API_BASE_PATH: '/' });
  expect(app.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
  expect(app.basePath).toBe('');
});

test('the public address is used for the portal, the API and mails unless they are set', () => {
  const { app, portal } = deploy({ PUBLIC_URL: 'https://portal.example.com/' });
  expect(app).toMatchObject({ publicUrl: 'https://portal.example.com', portalUrl: 'https://portal.example.com' });
  expect(portal('inner:4000').apiBaseUrl).toBe('https://portal.example.com/sandbox');
});

test('a deployment under an unknown label has no account provider', () => {
  expect(providerOf('Production' as EnvironmentLabel, false)).toBe('NONE');
});

test('ROLE runs web and worker processes separately, which needs PostgreSQL', () => {
  expect(readSettings({}).role).toBe('all');
  expect(readSettings({ ROLE: 'worker', DATABASE_URL: 'postgres://portal@db/portal' }).role).toBe('worker');
  for (const ROLE of ['web', 'worker'])
    expect(() => readSettings({ ROLE })).toThrow(`The setting ROLE=${ROLE} needs DATABASE_URL`);
  expect(() => readSettings({ ROLE: 'jobs' })).toThrow(/ROLE must be/);
});

import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const secretsKey = `1:${btoa('k'.repeat(32))}`;

test('without a word the server is the local sandbox of the specification', () => {
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

test('the limits are those agreed, where nothing else is set (contract §8, §10)', () => {
  const limits = {
    callsPerSecond: 100,
    signInsPerMinute: 10,
    signUpsPerHour: 5,
    stepUpAbove: 1_000_00,
    largestAmount: 1_000_000_00,
  };
  expect(readSettings({}).app).toMatchObject(limits);
  const set = {
    CALLS_PER_SECOND: '7',
    SIGN_INS_PER_MINUTE: '6',
    SIGN_UPS_PER_HOUR: '0',
    STEP_UP_ABOVE: '50',
    LARGEST_AMOUNT: '80',
  };
  expect(readSettings(set).app).toMatchObject({
    callsPerSecond: 7,
    signInsPerMinute: 6,
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
  ['DATABASE_URL', 'mysql://somewhere'],
  ['SMTP_URL', 'localhost'],
  ['API_BASE_PATH', 'sand box'],
  ['PORTAL_API_BASE_URL', 'nonsense'],
  ['PORTAL_URL', 'portal.example.com'],
  ['PUBLIC_URL', 'https://portal.example.com/sandbox'],
  ['PUBLIC_URL', 'ftp://portal.example.com'],
])('%s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test('a wrong database address does not repeat its password', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://me:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
});

test('outside local use the sign-up settings must be given', () => {
  expect(() => readSettings({ LOCAL: 'false' })).toThrow(/signUpEmail/);
});

test('outside local use SECRETS_KEY must be given, locally the server makes its own', () => {
  const { LOCAL, ...deployed } = {
    LOCAL: 'false',
    PORTAL_URL: 'https://portal.example.com',
    PORTAL_SIGN_UP_EMAIL: 'a@b.example',
    PORTAL_SIGN_UP_PASSWORD: 'x',
  };
  expect(() => readSettings({ LOCAL, ...deployed })).toThrow(/SECRETS_KEY/);
  expect(readSettings({ LOCAL, ...deployed, SECRETS_KEY: secretsKey }).secretsKey).toBe(secretsKey);
  expect(readSettings(deployed).secretsKey).toBeUndefined();
});

test.each([
  ['no version', btoa('k'.repeat(32))],
  ['a version that is no number', `one:${btoa('k'.repeat(32))}`],
  ['the version 0', `0:${btoa('k'.repeat(32))}`],
  ['a short key', `1:${btoa('k'.repeat(31))}`],
  ['a long key', `1:${btoa('k'.repeat(33))}`],
  ['a key that is no base64', `1:${'!'.repeat(43)}=`],
  ['a version that stands twice', `${secretsKey},1:${btoa('l'.repeat(32))}`],
  ['a key that stands twice', `${secretsKey},2:${btoa('k'.repeat(32))}`],
  ['an empty version', `${secretsKey},`],
])('SECRETS_KEY with %s stops the start with a sentence that does not repeat it', (_, value) => {
  const key = value.slice(value.indexOf(':') + 1);
  expect(() => readSettings({ SECRETS_KEY: value })).toThrow('SECRETS_KEY');
  expect(() => readSettings({ SECRETS_KEY: value })).not.toThrow(key);
});

test('outside local use the address that mails link to must be given, with https', () => {
  const signUp = { PORTAL_SIGN_UP_EMAIL: 'a@b.example', PORTAL_SIGN_UP_PASSWORD: 'x', SECRETS_KEY: secretsKey };
  const read = (given: Record<string, string>) => readSettings({ LOCAL: 'false', ...signUp, ...given });
  expect(() => read({})).toThrow(/PORTAL_URL/);
  expect(() => read({ PORTAL_URL: 'http://portal.example.com' })).toThrow(/PORTAL_URL/);
  expect(read({ PORTAL_URL: 'https://portal.example.com/' }).app.portalUrl).toBe('https://portal.example.com');
  expect(readSettings({ PORT: '4010' }).app.portalUrl).toBe('http://localhost:4010');
});

test('signing up is open in a sandbox alone, with the credentials the portal is told', () => {
  const credentials = { PORTAL_SIGN_UP_EMAIL: 'a@b.example', PORTAL_SIGN_UP_PASSWORD: 'x' };
  expect(readSettings(credentials).app.signUp).toEqual({ email: 'a@b.example', password: 'x' });
  expect(readSettings({ ...credentials, API_BASE_PATH: '/live' }).app.signUp).toBeNull();
});

test('origins are a list, the base path may be empty', () => {
  const { app } = readSettings({ ALLOWED_ORIGINS: 'https://a.example, https://b.example', API_BASE_PATH: '/' });
  expect(app.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
  expect(app.basePath).toBe('');
});

test('the public address is the portal’s, the API’s and the mails’ unless they say otherwise', () => {
  const { app, portal } = readSettings({ PUBLIC_URL: 'https://portal.example.com/' });
  expect(app).toMatchObject({ publicUrl: 'https://portal.example.com', portalUrl: 'https://portal.example.com' });
  expect(portal('inner:4000').apiBaseUrl).toBe('https://portal.example.com/sandbox');
});

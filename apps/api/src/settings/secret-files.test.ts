import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#settings.ts';
import { secretSettings } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secretsKey = `1:${btoa('k'.repeat(32))}`;

const secrets = {
  DATABASE_URL: 'postgres://portal:a$b&c;d@db/portal',
  DATABASE_DIRECT_URL: 'postgres://portal:a$b&c;d@db:5432/portal',
  DATABASE_READ_URL: 'postgres://portal:a$b&c;d@standby/portal',
  SECRETS_KEY: secretsKey,
  SMTP_URL: 'smtps://portal:secret@mail.example.com',
  PROVIDER_KEY: `2026:MC4CAQAwBQYDK2VwBCIEI${'k'.repeat(43)}`,
  GATEWAY_KEYS: `2026:MCowBQYDK2VwAyEA${'p'.repeat(43)}=`,
  METRICS_TOKEN: 'a token of twenty letters',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc=',
  PORTAL_SIGN_UP_PASSWORD: 'try-it',
};
const place = {
  PROVIDER_URL: 'https://gateway.example.com',
  LOCAL: 'false',
  PUBLIC_URL: 'https://portal.example.com',
  TRUSTED_PROXIES: 'none',
  PORTAL_SIGN_UP_EMAIL: 'sign-up@example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
};
const write = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const read = (given: Record<string, string>) => readSettings(given, (path) => readFileSync(path, 'utf8'));

test('every secret can be in a file instead, with the line break that editors add at its end', () => {
  expect(Object.keys(secrets)).toEqual(secretSettings);
  const files = Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, write(name, `${value}\n`)] as const);
  expect(JSON.stringify(read({ ...place, ...Object.fromEntries(files) }))).toBe(
    JSON.stringify(read({ ...place, ...secrets })),
  );
});

test.each(Object.entries(secrets))('rejects %s in a file and in the environment at the same time', (name, value) => {
  const given = { ...place, ...secrets, [`${name}_FILE`]: write(name, value) };
  const start = () => read(given);
  expect(start).toThrow(`${name}_FILE`);
  expect(start).not.toThrow(value);
});

test.each([
  ['is missing', () => join(folder, 'nowhere'), /SECRETS_KEY_FILE names .*nowhere, which cannot be read/],
  ['is empty', () => write('empty', '\n'), /SECRETS_KEY_FILE names .*empty, which is empty/],
])('a file that %s stops the start with a sentence that names setting and file', (_, path, sentence) => {
  const { SECRETS_KEY: _key, ...others } = secrets;
  expect(() => read({ ...place, ...others, SECRETS_KEY_FILE: path() })).toThrow(sentence);
});

test('rejects an invalid secret in a file without repeating it', () => {
  const { SECRETS_KEY: _key, ...others } = secrets;
  const start = () => read({ ...place, ...others, SECRETS_KEY_FILE: write('wrong', 'not-a-key') });
  expect(start).toThrow('SECRETS_KEY');
  expect(start).not.toThrow('not-a-key');
});

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createVault } from '#core/secrets/vault.ts';
import { readOwnSecretsKey } from './own-secrets-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'volume-secrets-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('in local use the server creates its key once, readable only by this user', () => {
  const made = readOwnSecretsKey(join(folder, 'new/.data'));
  expect(createVault(made).newest).toBe(1);
  expect(readOwnSecretsKey(join(folder, 'new/.data'))).toBe(made);
  expect(readOwnSecretsKey(join(folder, 'other'))).not.toBe(made);
  expect(statSync(join(folder, 'new/.data/secrets-key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'new/.data'))).toEqual(['secrets-key']);
});

test('an invalid key file stops the start with a sentence that names it', () => {
  writeFileSync(join(folder, 'secrets-key'), 'hunter2');
  expect(() => readOwnSecretsKey(folder)).toThrow(/secrets-key must hold (?!.*hunter2)/);
});

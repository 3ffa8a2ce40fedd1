import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretsKeys, secretsKeyForm } from '#core/secrets/vault.ts';

/**
 * The SECRETS_KEY that a server in local use generates: in `secrets-key` of its data folder, readable only by this
 * user. Throws a message when the file is invalid.
 */
export function readOwnSecretsKey(dataDir: string): string {
  const file = join(dataDir, 'secrets-key');
  if (!existsSync(file)) makeOnce(dataDir, file);
  const text = readFileSync(file, 'utf8').trim();
  if (readSecretsKeys(text)) return text;
  throw new Error(`${file} must hold ${secretsKeyForm}. Put it back from a copy, or set SECRETS_KEY.`);
}

/** The hard link makes concurrent starts agree on one key, and an interrupted start leaves no partial file. */
function makeOnce(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}

import { readSecretsKeys, secretsKeyForm } from '#core/secrets/secrets-keys.ts';
import { refuse, text, type Variables } from './variables.ts';

/** What seals secrets at rest. Undefined, which local use alone may leave it, where the server makes one. Never repeated. */
export function secretsKeyOf(variables: Variables, isLocal: boolean): string | undefined {
  const value = text(variables, 'SECRETS_KEY');
  if (value === undefined) return isLocal ? undefined : refuse('SECRETS_KEY', '', secretsKeyForm);
  return readSecretsKeys(value) ? value : refuse('SECRETS_KEY', '…', secretsKeyForm);
}

import type { EnvironmentLabel } from '@volume/contract/environment.ts';
import type { AppSettings } from '#core/services.ts';
import { addressOf } from './addresses.ts';
import { refuse, text, type Variables, wholeNumber } from './variables.ts';
import { readSecretsKeys, secretsKeyForm } from '#core/secrets/vault.ts';

/** Where things are stored, and what stands there on first start. */
export function readStores(variables: Variables, isLocal: boolean) {
  return {
    dataDir: text(variables, 'DATA_DIR') ?? '.data',
    databaseUrl: addressOf(variables, 'DATABASE_URL', /^postgres(ql)?:$/),
    poolSize: wholeNumber(variables, 'DATABASE_POOL_SIZE', { given: 10, least: 2, most: 1000 }),
    exportPoolSize: wholeNumber(variables, 'EXPORT_POOL_SIZE', { given: 3, least: 1, most: 100 }),
    samplePayments: samplePaymentsOf(variables, isLocal),
    seed: text(variables, 'SEED') ?? 'volume',
  };
}

/** How mail leaves. */
export function readMail(variables: Variables) {
  return {
    smtpUrl: addressOf(variables, 'SMTP_URL', /^smtps?:$/),
    mailFrom: text(variables, 'MAIL_FROM') ?? 'Volume Merchant Portal <no-reply@volumepay.io>',
  };
}

/** Payments of the sample world: a deployment has none, since its passwords are public. */
function samplePaymentsOf(variables: Variables, isLocal: boolean): number {
  const name = 'SAMPLE_PAYMENTS';
  const payments = wholeNumber(variables, name, { given: isLocal ? 100_000 : 0, least: 0, most: 100_000_000 });
  if (isLocal || payments === 0) return payments;
  throw new Error(
    `The setting ${name} asks for the sample world, whose passwords are public: with LOCAL=false leave it out.`,
  );
}

/** Who moves money. No real account provider is connected yet: a deployment under the label Live has none. */
export function providerOf(label: EnvironmentLabel, isLocal: boolean): AppSettings['provider'] {
  return isLocal || label !== 'Live' ? 'SIMULATED' : 'NONE';
}

/** What seals secrets at rest. Undefined, which local use alone may leave it, where the server makes one. Never repeated. */
export function secretsKeyOf(variables: Variables, isLocal: boolean): string | undefined {
  const value = text(variables, 'SECRETS_KEY');
  if (value === undefined) return isLocal ? undefined : refuse('SECRETS_KEY', '', secretsKeyForm);
  return readSecretsKeys(value) ? value : refuse('SECRETS_KEY', '…', secretsKeyForm);
}

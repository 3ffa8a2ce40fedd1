import { queryOptions } from '@tanstack/react-query';
import { listWebhookSamples } from '@volume/contract/webhooks/webhooks.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { readSettings } from '#platform/settings.ts';
import type { PublishedKey } from './verify-signature.ts';

const sampleKeys = keysOf('webhook-samples');
const webhookKeyKeys = keysOf('webhook-key');

/** Where receivers fetch the key (contract §2). */
export const keyAddress = (): string => `${readSettings().apiBaseUrl.replace(/\/+$/, '')}/.well-known/signature/pem`;

/** The deployment's public signing key. It is public, so the request carries no token. */
export function webhookKeyQuery() {
  return queryOptions({
    queryKey: webhookKeyKeys.all,
    queryFn: async ({ signal }) => {
      const response = await fetch(keyAddress(), { signal, credentials: 'omit' });
      if (!response.ok) throw new Error('The public key could not be fetched');
      return (await response.text()).trim();
    },
    staleTime: 300_000,
  });
}

/** All valid keys, with the next and previous ones around a rotation; empty where the deployment lists none. */
export async function readPublishedKeys(): Promise<PublishedKey[]> {
  const response = await fetch(keyAddress().replace(/pem$/, 'keys'), { credentials: 'omit' });
  const keys: unknown = response.ok ? await response.json() : [];
  return Array.isArray(keys) ? keys.filter(isKey) : [];
}

const isKey = (given: unknown): given is PublishedKey =>
  typeof given === 'object' &&
  given !== null &&
  'keyId' in given &&
  'publicKey' in given &&
  typeof given.keyId === 'string' &&
  typeof given.publicKey === 'string';

/** A signed sample of each kind of event; fetched once, so that its times do not change on screen. */
export function samplesQuery(scope: Scope) {
  return queryOptions({
    queryKey: sampleKeys.of(scope),
    queryFn: ({ signal }) => call(listWebhookSamples, { params: scope, signal, applicationId: scope.applicationId }),
    staleTime: Infinity,
  });
}

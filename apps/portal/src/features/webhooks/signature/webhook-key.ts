import { queryOptions } from '@tanstack/react-query';
import { listWebhookSamples } from '@volume/contract/webhooks.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { readSettings } from '#platform/settings.ts';
import type { PublishedKey } from './verify-signature.ts';

/** Where receivers fetch the key (contract §2). */
export const keyAddress = (): string => `${readSettings().apiBaseUrl.replace(/\/+$/, '')}/.well-known/signature/pem`;

/** The public key this deployment signs with; it is public, so no token goes along. */
export function webhookKeyQuery() {
  return queryOptions({
    queryKey: ['webhook-key'],
    queryFn: async ({ signal }) => {
      const response = await fetch(keyAddress(), { signal, credentials: 'omit' });
      if (!response.ok) throw new Error('The public key could not be fetched');
      return (await response.text()).trim();
    },
    staleTime: 300_000,
  });
}

/** Every key that may be met now, the next and the former around a change of keys; none at a deployment that lists none. */
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

/** A signed sample of every kind of event; made once, so that its times stand still while it is read. */
export function samplesQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['webhook-samples', scope],
    queryFn: ({ signal }) => call(listWebhookSamples, { params: scope, signal, applicationId: scope.applicationId }),
    staleTime: Infinity,
  });
}

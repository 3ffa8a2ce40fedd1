import { ifMatchHeader } from '@volume/contract/headers.ts';
import { listCapabilities as endpoint } from '@volume/contract/capabilities.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { handlePublic } from '#core/handler.ts';

/** What this deployment has beyond the specification (contract §2, §9, §11): all calls of the contract, and the header that compares versions. */
export const listCapabilities = handlePublic(endpoint, async () => [
  ...Object.values<AnyEndpoint>(endpoints)
    .filter(({ origin }) => origin === 'ours')
    .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  ifMatchHeader,
]);

import { listCapabilities as endpoint } from '@volume/contract/capabilities.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { handle } from '#http/handler.ts';

/** The calls beyond the specification that this deployment has (contract §2, §9): all of the contract's. */
export const listCapabilities = handle(endpoint, async () =>
  Object.values<AnyEndpoint>(endpoints)
    .filter(({ origin }) => origin === 'ours')
    .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
);

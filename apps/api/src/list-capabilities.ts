import { listCapabilities as capabilities, sayLargestAmount } from '@volume/contract/portal/capabilities.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { ifMatchHeader, traceparentHeader } from '@volume/contract/headers.ts';
import { refundReasonField } from '@volume/contract/pay-ins/refunds.ts';
import { handlePublic } from '#core/handler.ts';
import type { Services } from '#core/services.ts';

const canMake = ({ documents, changes }: Services, produces: AnyEndpoint['produces']): boolean =>
  (produces !== 'pdf' || documents !== null) && (produces !== 'events' || changes !== null);

/**
 * What this deployment supports beyond the specification (contract §2, §9, §11): all our endpoints of the contract, the
 * additional field of refunds, the largest amount, and the headers for comparing versions and continuing a trace.
 */
export const listCapabilities = handlePublic(capabilities, async ({ services }) => [
  ...Object.values<AnyEndpoint>(endpoints)
    .filter(({ origin, produces }) => origin === 'ours' && canMake(services, produces))
    .concat(refundReasonField)
    .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  ifMatchHeader,
  sayLargestAmount(services.settings.largestAmount),
  ...(services.settings.isTraced ? [traceparentHeader] : []),
]);

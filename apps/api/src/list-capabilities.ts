import { listCapabilities as capabilities, sayLargestAmount } from '@volume/contract/portal/capabilities.ts';
import { bulkRefundDetails } from '@volume/contract/bulk/bulk.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { ifMatchHeader, traceparentHeader } from '@volume/contract/headers.ts';
import { refundReasonField } from '@volume/contract/pay-ins/refunds.ts';
import { payoutReferenceField } from '@volume/contract/payouts/payouts.ts';
import { scheduleReferenceField } from '@volume/contract/payouts/schedules.ts';
import { linkMetadataField } from '@volume/contract/payment-links/payment-links.ts';
import { makeSamplePayments } from '@volume/contract/payment-links/sample-payments.ts';
import { playScenario } from '@volume/contract/payment-links/scenarios.ts';
import { listReplayMessages } from '@volume/contract/webhooks/messages.ts';
import { replayEndpoints } from '@volume/contract/webhooks/replays.ts';
import { handlePublic } from '#core/handler.ts';
import type { Services } from '#core/services.ts';

const notUnderLive = new Set([listReplayMessages.name, ...Object.keys(replayEndpoints)]);

const isSupported = ({ documents, changes, settings }: Services, { name, produces }: AnyEndpoint): boolean =>
  (produces !== 'pdf' || documents !== null) &&
  (produces !== 'events' || changes !== null) &&
  (name !== playScenario.name || (!settings.isLive && settings.provider === 'SIMULATED')) &&
  (!notUnderLive.has(name) || !settings.isLive) &&
  (name !== makeSamplePayments.name || (settings.isSandbox && settings.provider === 'SIMULATED'));

/**
 * What this deployment supports beyond the specification (contract §2, §9, §11): all our endpoints of the contract, the
 * additional fields of refunds, payouts and payment links, the largest amount, and the headers for comparing versions and continuing a trace.
 */
export const listCapabilities = handlePublic(capabilities, async ({ services }) => [
  ...Object.values<AnyEndpoint>(endpoints)
    .filter((endpoint) => endpoint.origin === 'ours' && isSupported(services, endpoint))
    .concat(refundReasonField, bulkRefundDetails, payoutReferenceField, scheduleReferenceField, linkMetadataField)
    .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  ifMatchHeader,
  sayLargestAmount(services.settings.largestAmount),
  ...(services.settings.isTraced ? [traceparentHeader] : []),
]);

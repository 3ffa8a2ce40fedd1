import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';

/**
 * The calls that may read from a replica: lists, reports, exports and statements. What is not named here never does, and one that changes
 * anything stops the start. Balances, quotes and single objects, on which people decide about money, stay with the primary.
 */
export const replicaReads: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  endpoints.listPayIns,
  endpoints.getPaymentsSummary,
  endpoints.getPaymentFailures,
  endpoints.getRevenue,
  endpoints.getFeeStatement,
  endpoints.exportFees,
  endpoints.getFeeDocument,
  endpoints.listFees,
  endpoints.exportAllFees,
  endpoints.exportPayIns,
  endpoints.exportPickedPayIns,
  endpoints.listPayouts,
  endpoints.exportPayouts,
  endpoints.exportPickedPayouts,
  endpoints.listPaymentIntents,
  endpoints.listExchanges,
  endpoints.getStatement,
  endpoints.exportStatement,
  endpoints.getStatementDocument,
  endpoints.getStatementFile,
  endpoints.listMerchantHealth,
  endpoints.getMerchantHealth,
  endpoints.listActivity,
  endpoints.exportActivity,
  endpoints.listPlatformActivity,
  endpoints.exportPlatformActivity,
  endpoints.listWebhookDeliveries,
  endpoints.exportWebhookDeliveries,
  endpoints.exportPickedWebhookDeliveries,
]);

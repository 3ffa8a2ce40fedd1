import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';

/** The calls that wait for an account provider. They are bounded apart from all others; no other call can ask one. */
export const providerCalls: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  endpoints.startRefund,
  endpoints.makePayout,
  endpoints.approveOrder,
  endpoints.listBeneficiaries,
  endpoints.listOptimusBeneficiaries,
  endpoints.addBeneficiary,
  endpoints.disableBeneficiary,
  endpoints.setDefaultBeneficiary,
]);

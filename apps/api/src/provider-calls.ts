import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';

/** The endpoints that wait for an account provider. They have a separate limit; no other endpoint can call one. */
export const providerCalls: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  endpoints.startRefund,
  endpoints.makePayout,
  endpoints.approveOrder,
  endpoints.listBeneficiaries,
  endpoints.listOptimusBeneficiaries,
  endpoints.addBeneficiary,
  endpoints.disableBeneficiary,
  endpoints.setDefaultBeneficiary,
  endpoints.signUp,
  endpoints.createMerchant,
  endpoints.addMerchantApplication,
  endpoints.addMerchantAccount,
  endpoints.quoteExchange,
]);

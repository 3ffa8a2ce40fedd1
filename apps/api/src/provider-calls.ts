import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';

/**
 * The endpoints that can wait for an account provider; those calls have a separate limit, and no other endpoint can make
 * one. Orders are submitted by jobs: a payout and its approval only ask about a beneficiary that we have not stored.
 */
export const providerCalls: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
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

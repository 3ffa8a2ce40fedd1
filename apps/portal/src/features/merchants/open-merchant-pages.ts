import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { openMerchant } from '#platform/session/session.ts';

/** Enters a merchant as an administrator. Returns the address of its pay-ins in the first application. */
export function openMerchantPages(merchant: Merchant): string {
  openMerchant(merchant);
  return payInsHref({ applicationId: merchant.applications[0]?.applicationId });
}

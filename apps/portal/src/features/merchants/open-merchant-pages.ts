import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { lastApplication } from '#platform/preferences.ts';
import { openMerchant } from '#platform/session/session.ts';

/** Enters a merchant as an administrator. Returns the address of its pay-ins in the last used or first application. */
export function openMerchantPages(merchant: Merchant): string {
  const { merchantId, applications } = merchant;
  openMerchant(merchant);
  return payInsHref({ applicationId: lastApplication(merchantId) ?? applications[0]?.applicationId });
}

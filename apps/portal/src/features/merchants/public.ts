import type { Merchant } from '@volume/contract/merchants.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { lastApplication } from '#platform/preferences.ts';
import { openMerchant } from '#platform/session/session.ts';

export { merchantsQuery } from './merchants-query.ts';

/** An administrator goes into a merchant; answers the address of its pay-ins, in the application shown last or the first. */
export function openMerchantPages(merchant: Merchant): string {
  const { merchantId, applications } = merchant;
  openMerchant(merchant);
  return payInsHref({ applicationId: lastApplication(merchantId) ?? applications[0]?.applicationId });
}

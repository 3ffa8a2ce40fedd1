import type { Merchant } from '@volume/contract/merchants.ts';
import type { MerchantSearch, MerchantSort } from './merchant-search.ts';

const byName = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

const orders: Record<MerchantSort, (a: Merchant, b: Merchant) => number> = {
  company: () => 0,
  applications: (a, b) => b.applications.length - a.applications.length,
  fee: (a, b) => b.paymentFlatFeeInPercentage - a.paymentFlatFeeInPercentage,
};

/** The merchants that hold every word of the search in their names, e-mail or ids, in the order asked for. */
export function pickMerchants(merchants: readonly Merchant[], { find, sort = 'company' }: MerchantSearch): Merchant[] {
  const words = plain(find ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const found = merchants.filter((merchant) => {
    const text = textOf(merchant);
    return words.every((word) => text.includes(word));
  });
  return found.sort((a, b) => orders[sort](a, b) || byName.compare(a.companyName, b.companyName));
}

function textOf({ companyName, email, merchantId, applications }: Merchant): string {
  const own = applications.flatMap(({ applicationName, applicationId }) => [applicationName, applicationId]);
  return plain([companyName, email ?? '', merchantId, ...own].join('\n'));
}

/** Without case and accents, so that `zoe` finds Zoë. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import type { Application, Merchant } from '@volume/contract/merchants/merchants.ts';
import type { HealthById } from './health/health-query.ts';
import type { MerchantSort } from './merchant-filters.ts';

const names = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The merchants that match the search, sorted; equal ones are sorted by name. */
export function findMerchants(
  merchants: readonly Merchant[],
  searchFilter: string | undefined,
  sort: MerchantSort | undefined,
  healths?: HealthById,
): Merchant[] {
  const found =
    searchFilter === undefined ? [...merchants] : merchants.filter(textMatcher(searchFilter, merchantSearched));
  found.sort((a, b) => names.compare(a.companyName, b.companyName));
  if (sort === undefined || sort === 'company-asc') return found;
  if (sort === 'company-desc') return found.reverse();
  const [key, direction] = sort.split('-');
  const measure = (merchant: Merchant) => measureOf(key, merchant, healths);
  const sign = direction === 'asc' ? 1 : -1;
  return found.sort((a, b) => sign * (measure(a) - measure(b)));
}

/** The value to sort by; missing figures sort lowest. */
function measureOf(key: string | undefined, merchant: Merchant, healths: HealthById | undefined): number {
  const health = healths?.get(merchant.merchantId);
  switch (key) {
    case 'fee':
      return merchant.paymentFlatFeeInPercentage;
    case 'failed':
      return health && health.payments30Days > 0 ? health.failedShare : -1;
    case 'last':
      return health?.lastPaymentAtUtc ? Date.parse(`${health.lastPaymentAtUtc}Z`) : 0;
    case 'gbp':
    case 'eur':
      return health?.volumes.find(({ currency }) => currency.toLowerCase() === key)?.amount ?? -1;
    default:
      return merchant.applications.length;
  }
}

export function findApplications(
  applications: readonly Application[],
  searchFilter: string | undefined,
): readonly Application[] {
  return searchFilter === undefined
    ? applications
    : applications.filter(textMatcher(searchFilter, applicationSearched));
}

interface Searched {
  words: readonly string[];
  ids: readonly string[];
}

const applicationSearched = ({ applicationName, applicationId }: Application): Searched => ({
  words: [applicationName],
  ids: [applicationId],
});
const merchantSearched = ({ companyName, email, merchantId, applications }: Merchant): Searched => ({
  words: [companyName, email ?? '', ...applications.map(({ applicationName }) => applicationName)],
  ids: [merchantId, ...applications.map(({ applicationId }) => applicationId)],
});

/** Shorter words would match ids by chance. */
const shortestId = 8;

/** Every word must occur, ignoring case and accents. */
function textMatcher<Row>(searchFilter: string, searchedOf: (row: Row) => Searched): (row: Row) => boolean {
  const typed = plain(dropInvisible(searchFilter)).split(/\s+/);
  return (row) => {
    const { words, ids } = searchedOf(row);
    const text = plain(words.join('\n'));
    return typed.every(
      (word) => text.includes(word) || (word.length >= shortestId && ids.some((id) => id.toLowerCase().includes(word))),
    );
  };
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

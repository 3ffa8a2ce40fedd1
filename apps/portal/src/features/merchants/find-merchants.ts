import type { Application, Merchant } from '@volume/contract/merchants.ts';
import type { HealthById } from './health/health-query.ts';
import type { MerchantSort } from './merchant-filters.ts';

const names = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The merchants a search finds, in the order asked for; equal ones stay in the order of their names. */
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

/** What a merchant is ordered by; figures not known yet, or never, come as the least. */
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

/** The applications a search finds, by name or id. */
export function findApplications(
  applications: readonly Application[],
  searchFilter: string | undefined,
): readonly Application[] {
  return searchFilter === undefined
    ? applications
    : applications.filter(textMatcher(searchFilter, applicationSearched));
}

interface Searched {
  /** What people call it: any part of it may be typed. */
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

/** Shorter words would find ids by chance. */
const shortestId = 8;

/** Every word must occur, whatever its case and accents. */
function textMatcher<Row>(searchFilter: string, searchedOf: (row: Row) => Searched): (row: Row) => boolean {
  const typed = plain(searchFilter).split(/\s+/);
  return (row) => {
    const { words, ids } = searchedOf(row);
    const text = plain(words.join('\n'));
    return typed.every(
      (word) => text.includes(word) || (word.length >= shortestId && ids.some((id) => id.toLowerCase().includes(word))),
    );
  };
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

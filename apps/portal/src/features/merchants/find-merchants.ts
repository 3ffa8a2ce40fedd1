import type { Application, Merchant } from '@volume/contract/merchants.ts';
import type { MerchantSort } from './merchant-search.ts';

const names = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The merchants a search finds, in the order asked for; equal ones stay in the order of their names. */
export function findMerchants(
  merchants: readonly Merchant[],
  searchFilter: string | undefined,
  sort: MerchantSort | undefined,
): Merchant[] {
  const found = searchFilter === undefined ? [...merchants] : merchants.filter(textMatcher(searchFilter, textOf));
  found.sort((a, b) => names.compare(a.companyName, b.companyName));
  if (sort === undefined) return found;
  if (sort === 'company-desc') return found.reverse();
  const measure = sort.startsWith('fee') ? feeOf : applicationsOf;
  const sign = sort.endsWith('asc') ? 1 : -1;
  return found.sort((a, b) => sign * (measure(a) - measure(b)));
}

/** The applications a search finds, by name or id. */
export function findApplications(
  applications: readonly Application[],
  searchFilter: string | undefined,
): readonly Application[] {
  return searchFilter === undefined ? applications : applications.filter(textMatcher(searchFilter, applicationText));
}

/** One page of a list that is here as a whole; `page` counts from 1. */
export const pageOfRows = <Row>(list: readonly Row[], page: number, rows: number): Row[] =>
  list.slice((page - 1) * rows, page * rows);

const feeOf = (merchant: Merchant): number => merchant.paymentFlatFeeInPercentage;
const applicationsOf = (merchant: Merchant): number => merchant.applications.length;

const applicationText = ({ applicationName, applicationId }: Application): string =>
  `${applicationName}\n${applicationId}`;
const textOf = ({ companyName, email, merchantId, applications }: Merchant): string =>
  [companyName, email ?? '', merchantId, ...applications.map(applicationText)].join('\n');

/** Every word must occur, whatever its case and accents. */
function textMatcher<Row>(searchFilter: string, text: (row: Row) => string): (row: Row) => boolean {
  const words = plain(searchFilter).split(/\s+/);
  return (row) => {
    const given = plain(text(row));
    return words.every((word) => given.includes(word));
  };
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

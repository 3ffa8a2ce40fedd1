import { currencies, type Currency } from '@volume/contract/money.ts';
import { readDays, readId, readPage, readWhole } from '#platform/lists/read-search.ts';

/** What the address of the payout list says (§2 Search parameters); undefined stands for the default. */
export type PayoutSearch = ReturnType<typeof readPayoutSearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently (§5). */
export function readPayoutSearch(given: Record<string, unknown>) {
  const [from, to] = readDays(given['from'], given['to']);
  return {
    from,
    to,
    page: readPage(given['page']),
    currency: currencies.find((currency) => currency === given['currency']),
    rows: readWhole(given['rows'], 100),
    applicationId: readId(given['applicationId']),
  };
}

/** The currency listed: GBP by default (§2 Defaults). */
export const currencyOf = (search: Pick<PayoutSearch, 'currency'>): Currency => search.currency ?? 'GBP';
/** The page shown, from 1. */
export const pageOf = (search: Pick<PayoutSearch, 'page'>): number => search.page ?? 1;
/** Rows a page; an invalid number falls back to 10 (§5). */
export const rowsOf = (search: Pick<PayoutSearch, 'rows'>): number => search.rows ?? 10;

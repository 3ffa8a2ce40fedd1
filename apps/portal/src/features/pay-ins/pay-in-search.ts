import { currencies } from '@volume/contract/money.ts';
import {
  heldFilters,
  paymentStatuses,
  paymentTypes,
  refundedFilters,
  riskCategories,
} from '@volume/contract/pay-ins.ts';
import { readChoices, readDays, readId, readPage, readText, readWhole } from '#platform/lists/read-search.ts';

/** What the address of a pay-in list says (§2 Search parameters); undefined stands for the default. */
export type PayInSearch = ReturnType<typeof readPayInSearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently (§5, contract §9 Addresses). */
export function readPayInSearch(given: Record<string, unknown>) {
  const [from, to] = readDays(given['from'], given['to']);
  return {
    from,
    to,
    paymentStatuses: chosen(given['paymentStatuses'], paymentStatuses),
    currencies: chosen(given['currencies'], currencies),
    page: readPage(given['page']),
    rows: readWhole(given['rows'], 100),
    searchFilter: readText(given['searchFilter']),
    amountFrom: readAmount(given['amountFrom']),
    amountTo: readAmount(given['amountTo']),
    paymentTypes: chosen(given['paymentTypes'], paymentTypes),
    refundedFilter: chosen(given['refundedFilter'], refundedFilters)?.[0],
    heldFilter: chosen(given['heldFilter'], heldFilters)?.[0],
    riskCategory: chosen(given['riskCategory'], riskCategories),
    applicationId: readId(given['applicationId']),
  };
}

/** The administrators' list can also be narrowed to one merchant. */
export function readAdminPayInSearch(given: Record<string, unknown>) {
  return { ...readPayInSearch(given), merchantId: readId(given['merchantId']) };
}

/** The page shown, from 1 (§5: an invalid one falls back to 1). */
export const pageOf = (search: { page: number | undefined }): number => search.page ?? 1;
/** Rows a page (§5: invalid and above 100 fall back to 10). */
export const rowsOf = (search: { rows: number | undefined }): number => search.rows ?? 10;

function chosen<const T extends string>(given: unknown, allowed: readonly T[]): T[] | undefined {
  const choices = readChoices(given, allowed);
  return choices.length > 0 ? choices : undefined;
}

function readAmount(given: unknown): string | undefined {
  return typeof given === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(given) ? given : undefined;
}

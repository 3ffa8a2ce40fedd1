import { Id } from '@volume/contract/ids.ts';
import { currencies } from '@volume/contract/money.ts';
import {
  heldFilters,
  paymentStatuses,
  paymentTypes,
  refundedFilters,
  riskCategories,
} from '@volume/contract/pay-ins.ts';
import * as z from 'zod/mini';
import { readList } from '#platform/search-text.ts';

/** What the address of a pay-in list says (§2 Search parameters); undefined stands for the default. */
export type PayInSearch = ReturnType<typeof readPayInSearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently (§5, contract §9 Addresses). */
export function readPayInSearch(given: Record<string, unknown>) {
  const [from, to] = inOrder(readDay(given['from']), readDay(given['to']));
  return {
    from,
    to,
    paymentStatuses: readChoices(given['paymentStatuses'], paymentStatuses),
    currencies: readChoices(given['currencies'], currencies),
    page: readWhole(given['page'], 1_000_000),
    rows: readWhole(given['rows'], 100),
    searchFilter: readText(given['searchFilter']),
    amountFrom: readAmount(given['amountFrom']),
    amountTo: readAmount(given['amountTo']),
    paymentTypes: readChoices(given['paymentTypes'], paymentTypes),
    refundedFilter: readChoices(given['refundedFilter'], refundedFilters)?.[0],
    heldFilter: readChoices(given['heldFilter'], heldFilters)?.[0],
    riskCategory: readChoices(given['riskCategory'], riskCategories),
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

function readChoices<const T extends string>(given: unknown, allowed: readonly T[]): T[] | undefined {
  const chosen = readList(given);
  const known = allowed.filter((choice) => chosen.includes(choice));
  return known.length > 0 ? known : undefined;
}

/** A whole number from 1 to `most`; repeated keys and anything else are none. */
function readWhole(given: unknown, most: number): number | undefined {
  const text = String(given ?? '');
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

function readText(given: unknown): string | undefined {
  const text = [given].flat()[0];
  if (typeof text !== 'string') return undefined;
  // What the API would refuse cannot be searched for anyway.
  const clean = text
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, 200);
  return clean === '' ? undefined : clean;
}

function readAmount(given: unknown): string | undefined {
  return typeof given === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(given) ? given : undefined;
}

function readId(given: unknown): string | undefined {
  return z.safeParse(Id, given).data;
}

/** The UTC day of a date or an instant. */
function readDay(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/.test(given)) return undefined;
  const day = given.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
}

function inOrder(from: string | undefined, to: string | undefined): [string | undefined, string | undefined] {
  return from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
}

import type { QueryClient } from '@tanstack/react-query';
import type { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { readTab, tabKeys, writeTab } from '#platform/session/session.ts';
import { payInListQuery } from './pay-in-queries.ts';

/** The list in which a payment was opened, for the previous and next links on its page. */
interface ListPosition {
  query: PayInQuery;
  /** Zero-based index in the whole list. */
  index: number;
  total: number;
  listHref: string;
}

interface Shown extends Omit<ListPosition, 'index'> {
  paymentIds: readonly string[];
}

/** Stores a list's rows in the tab for the payment pages; they survive a reload, and the list shown last wins. */
export function rememberPositions(list: Omit<ListPosition, 'index'>, paymentIds: readonly string[]): void {
  writeTab(tabKeys.list, { ...list, paymentIds } satisfies Shown);
}

/** Returns undefined for a payment that was opened by its URL. */
export function positionOf(paymentId: string): ListPosition | undefined {
  const shown = readTab<Shown>(tabKeys.list);
  const place = shown?.paymentIds.indexOf(paymentId) ?? -1;
  if (!shown || place < 0) return undefined;
  const { query, total, listHref } = shown;
  return { query, total, listHref, index: query.page * query.size + place };
}

let left: { paymentId: string; at: number } | undefined;

export function rememberReturnKey(paymentId: string): void {
  left = { paymentId, at: Date.now() };
}

/** Returns, once, the payment whose page the user left within the last second; undefined otherwise. */
export function takeReturnKey(): string | undefined {
  const taken = left && Date.now() - left.at < 1_000 ? left.paymentId : undefined;
  left = undefined;
  return taken;
}

export function hasNeighbour({ index, total }: ListPosition, step: -1 | 1): boolean {
  return index + step >= 0 && index + step < total;
}

/** Returns the id of the previous or next payment, undefined at the ends. Fetches another page if necessary. */
export async function findNeighbour(
  queryClient: QueryClient,
  paymentId: string,
  step: -1 | 1,
): Promise<string | undefined> {
  const position = positionOf(paymentId);
  if (!position || !hasNeighbour(position, step)) return undefined;
  const { size } = position.query;
  const index = position.index + step;
  const query = { ...position.query, page: Math.floor(index / size) };
  const page = await queryClient.ensureQueryData(payInListQuery(query));
  if (query.page !== position.query.page) {
    const { listHref } = position;
    rememberPositions(
      { query, listHref, total: page.totalElements },
      page.content.map((row) => row.paymentId),
    );
  }
  return page.content[index % size]?.paymentId;
}

import type { QueryClient } from '@tanstack/react-query';
import type { PayInQuery } from '@volume/contract/pay-ins.ts';
import { readTab, tabKeys, writeTab } from '#platform/session/session.ts';
import { payInListQuery } from './pay-in-queries.ts';

/** Where in which list a payment was opened: what previous and next mean on its page. */
interface ListPosition {
  query: PayInQuery;
  /** Zero-based over the whole list. */
  index: number;
  total: number;
  /** The list's own address. */
  listHref: string;
}

interface Shown extends Omit<ListPosition, 'index'> {
  paymentIds: readonly string[];
}

/** Remembers the rows a list shows, for the pages they lead to, a reload of them too; the list this tab saw last wins. */
export function rememberPositions(list: Omit<ListPosition, 'index'>, paymentIds: readonly string[]): void {
  writeTab(tabKeys.list, { ...list, paymentIds } satisfies Shown);
}

/** Undefined for a payment that was reached by its address alone. */
export function positionOf(paymentId: string): ListPosition | undefined {
  const shown = readTab<Shown>(tabKeys.list);
  const place = shown?.paymentIds.indexOf(paymentId) ?? -1;
  if (!shown || place < 0) return undefined;
  const { query, total, listHref } = shown;
  return { query, total, listHref, index: query.page * query.size + place };
}

let left: { paymentId: string; at: number } | undefined;

/** Remembers which payment's page was left just now. */
export function rememberLeft(paymentId: string): void {
  left = { paymentId, at: Date.now() };
}

/** The payment whose page was left for this one, undefined when one came from elsewhere; told once. */
export function takeLeft(): string | undefined {
  const taken = left && Date.now() - left.at < 1_000 ? left.paymentId : undefined;
  left = undefined;
  return taken;
}

/** True when the list goes on in this direction: −1 previous, 1 next. */
export function hasNeighbour({ index, total }: ListPosition, step: -1 | 1): boolean {
  return index + step >= 0 && index + step < total;
}

/** The id of the payment before or after this one in the list it was opened from; undefined at its ends. Reads a further page when it must. */
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

import type { QueryClient } from '@tanstack/react-query';
import { payInListQuery } from '#features/pay-ins/pay-in-list-query.ts';
import { type ListPosition, positionOf, rememberPositions } from '#features/pay-ins/list-position.ts';

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

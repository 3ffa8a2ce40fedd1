import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { payInId, wirePage, wirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { stubApi } from '#features/pay-ins/testing/stub-api.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { findNeighbour, positionOf, rememberPositions } from './list-position.ts';

const size = 3;
const total = 7;
const idsOf = (page: number): string[] =>
  Array.from({ length: Math.min(size, total - page * size) }, (_, index) => payInId(page * size + index + 1));
let edge: ReturnType<typeof stubApi>;

function openList(page: number): void {
  rememberPositions({ query: { page, size }, listHref: '/payments/payin', total }, idsOf(page));
}

beforeEach(() => {
  edge = stubApi((url) => {
    const page = Number(url.searchParams.get('page'));
    const rows = idsOf(page).map((paymentId) => wirePayIn({ paymentId }));
    return { body: wirePage(rows, { page, size, totalElements: total }) };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('walks the whole list from the first payment to the last and back, across all page boundaries', async () => {
  openList(0);
  const queryClient = createQueryClient();
  const walk = async (from: string, step: -1 | 1): Promise<string[]> => {
    const next = await findNeighbour(queryClient, from, step);
    return next ? [next, ...(await walk(next, step))] : [];
  };
  const all = Array.from({ length: total }, (_, index) => payInId(index + 1));
  expect(await walk(payInId(1), 1)).toEqual(all.slice(1));
  expect(await walk(payInId(7), -1)).toEqual(all.slice(0, -1).toReversed());
  expect(edge.sent).toHaveLength(3);
});

test('keeps counting positions in the whole list across a page boundary', async () => {
  openList(0);
  await findNeighbour(createQueryClient(), payInId(3), 1);
  expect(positionOf(payInId(4))).toMatchObject({ index: 3, total, listHref: '/payments/payin' });
});

test('finds no neighbour before the first payment, after the last, or for a payment opened by its URL', async () => {
  openList(2);
  const queryClient = createQueryClient();
  expect(await findNeighbour(queryClient, payInId(7), 1)).toBeUndefined();
  openList(0);
  expect(await findNeighbour(queryClient, payInId(1), -1)).toBeUndefined();
  expect(await findNeighbour(queryClient, payInId(999), 1)).toBeUndefined();
  expect(edge.sent).toEqual([]);
});

test('finds no neighbour at the end of a list that has become shorter in the meantime', async () => {
  openList(1);
  edge.answer(() => ({ body: wirePage([], { page: 2, size, totalElements: 6 }) }));
  expect(await findNeighbour(createQueryClient(), payInId(6), 1)).toBeUndefined();
});

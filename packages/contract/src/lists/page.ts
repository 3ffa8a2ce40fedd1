import * as z from 'zod/mini';

const Sort = z.object({ sorted: z.boolean(), unsorted: z.boolean(), empty: z.boolean() });

/** The page envelope (§3 Page of payments, contract §1); `number` is zero-based. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    content: z.array(item),
    pageable: z.object({
      sort: Sort,
      pageNumber: z.int(),
      pageSize: z.int(),
      offset: z.int(),
      paged: z.boolean(),
      unpaged: z.boolean(),
    }),
    last: z.boolean(),
    first: z.boolean(),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    numberOfElements: z.int(),
    size: z.int(),
    empty: z.boolean(),
  });
}

/** Wraps one page of sorted rows in the envelope. `page` is zero-based. */
export function toPage<T>(
  content: T[],
  { page, size, totalElements }: { page: number; size: number; totalElements: number },
) {
  const totalPages = Math.ceil(totalElements / size);
  const sort = { sorted: true, unsorted: false, empty: false };
  return {
    content,
    pageable: { sort, pageNumber: page, pageSize: size, offset: page * size, paged: true, unpaged: false },
    last: page >= totalPages - 1,
    first: page === 0,
    totalElements,
    totalPages,
    number: page,
    numberOfElements: content.length,
    size,
    empty: content.length === 0,
  };
}

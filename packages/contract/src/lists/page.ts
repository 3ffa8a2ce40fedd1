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

/** The rows of a growing list that are counted; where there are more, `totalElements` is a lower bound. */
export const mostCounted = 1_000;

/** The same for a list that only grows (contract §1). */
export function growingPageOf<T extends z.ZodMiniType>(item: T) {
  return z.extend(pageOf(item), {
    /** There are at least `totalElements` rows, and at least one more page: counting stopped. */
    isTotalAtLeast: z.optional(z.boolean()),
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

/**
 * The same for a growing list, of which `counted` is at most `mostCounted` + 1. Beyond these rows the pages themselves show how
 * many there are at least.
 */
export function toGrowingPage<T>(
  content: T[],
  { page, size, counted, hasMore }: { page: number; size: number; counted: number; hasMore: boolean },
) {
  const seen = page * size + content.length;
  const isEnd = content.length > 0 && !hasMore;
  const isTotalAtLeast = counted > mostCounted && !isEnd;
  const totalElements = counted <= mostCounted ? counted : isEnd ? seen : Math.max(counted, hasMore ? seen + 1 : 0);
  return { ...toPage(content, { page, size, totalElements }), isTotalAtLeast };
}

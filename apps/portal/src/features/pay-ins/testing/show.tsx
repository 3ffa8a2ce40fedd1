import { notifyManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '#platform/query-client.ts';
import { stringifySearch } from '#platform/search-text.ts';
import { PayInsPage } from '#features/pay-ins/pay-ins-page.tsx';
import { type PayInSearch, payInSearch } from '#features/pay-ins/pay-in-filters.ts';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import { toPayInQuery } from '#features/pay-ins/pay-in-queries.ts';

// What a query says is on the page as soon as it has been read.
notifyManager.setScheduler(queueMicrotask);

export const today = '2026-11-21';

/** A page with its query cache, and what the route keeps from one page to the next. */
export function show(page: ReactNode, queryClient: QueryClient = createQueryClient()): QueryClient {
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  return queryClient;
}

interface ListProps {
  given?: Record<string, unknown>;
  merchantName?: () => string | null;
}

/** The list with an address of its own, as its route gives it one. */
export function List({ given = {}, merchantName }: ListProps) {
  const [search, setSearch] = useState<PayInSearch>(() => payInSearch.read(given));
  return (
    <PayInsPage
      title="Pay-ins"
      search={search}
      query={toPayInQuery(search, { today })}
      list={payInList}
      hrefOf={(to) => `/payments/payin${stringifySearch({ ...to })}`}
      rowHref={(row) => `/payments/${row.paymentId}`}
      onChange={(change) => setSearch({ ...search, ...change })}
      merchantName={merchantName}
    />
  );
}

import { notifyManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '#platform/query-client.ts';
import { stringifySearch } from '#platform/search-text.ts';
import { PayInsPage } from '#features/pay-ins/pay-ins-page.tsx';
import { type PayInSearch, payInSearch, toPayInQuery } from '#features/pay-ins/pay-in-filters.ts';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';

// Renders query results in the next microtask, without a timer.
notifyManager.setScheduler(queueMicrotask);

export const today = '2026-11-21';

export function show(page: ReactNode, queryClient: QueryClient = createQueryClient()): QueryClient {
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  return queryClient;
}

interface ListProps {
  given?: Record<string, unknown>;
  merchantName?: () => string | null;
  /** Receives each change instead of the search, like an address that has not changed yet. */
  holdChange?: (apply: () => void) => void;
}

/** The list with its search in React state; its route keeps it in the address. */
export function List({ given = {}, merchantName, holdChange = (apply) => apply() }: ListProps) {
  const [search, setSearch] = useState<PayInSearch>(() => payInSearch.read(given));
  return (
    <PayInsPage
      title="Pay-ins"
      search={search}
      query={toPayInQuery(search, { today })}
      list={payInList}
      hrefOf={(to) => `/payments/payin${stringifySearch({ ...to })}`}
      rowHref={(row) => `/payments/${row.paymentId}`}
      onChange={(change) => holdChange(() => setSearch({ ...search, ...change }))}
      merchantName={merchantName}
    />
  );
}

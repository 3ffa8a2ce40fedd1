import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listExchanges } from '@volume/contract/exchange.ts';
import { useState } from 'react';
import { ListSection } from '#lists/list-section.tsx';
import { useFound } from '#lists/use-found.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { exchangeCsv } from './exchange-csv.ts';
import { exchangeList, type ExchangeSearch, exchangeSearch } from './exchange-list.tsx';

/** One page of exchanges, newest first. */
function exchangesQuery(scope: Scope, search: ExchangeSearch) {
  const query = exchangeSearch.toPage(search, '');
  return queryOptions({
    queryKey: ['exchanges', scope, query],
    queryFn: ({ signal }) => call(listExchanges, { params: scope, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
  });
}

const context = {};

/** What was exchanged before. */
export function ExchangeHistory({ scope }: { scope: Scope }) {
  const [search, setSearch] = useState(() => exchangeSearch.read({}));
  const found = useFound(exchangesQuery(scope, search));
  return (
    <div className="phone:[&_td[data-card=who]]:!text-left">
      <ListSection
        list={exchangeList}
        title="History"
        file={{ name: 'exchanges', source: exchangeCsv(scope) }}
        onChange={(change) => setSearch({ ...search, ...change })}
        {...{ search, found, context }}
      />
    </div>
  );
}

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Exchange, listExchanges } from '@volume/contract/exchange.ts';
import { useState } from 'react';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag, type Tone } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { Pager } from '#design/table/pager.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { zoneName } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { PartError } from '#screen/part-error.tsx';
import { exchangeCsv } from './exchange-csv.ts';
import { rateText } from './exchange-words.ts';

const rowsOnPage = 10;

/** One page of exchanges, newest first; `page` from 1. */
const exchangesQuery = (scope: Scope, page: number) =>
  queryOptions({
    queryKey: ['exchanges', scope, page],
    queryFn: ({ signal }) =>
      call(listExchanges, {
        params: scope,
        query: { page: page - 1, size: rowsOnPage },
        signal,
        applicationId: scope.applicationId,
      }),
    placeholderData: keepPreviousData,
  });

/** What was exchanged before. */
export function ExchangeHistory({ scope }: { scope: Scope }) {
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(exchangesQuery(scope, page));
  const zone = useZone();
  const now = useNow();
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <Section
      title="History"
      action={<ExportButton name="exchanges" size="s" source={exchangeCsv(scope)} total={data?.totalElements} />}
    >
      <div className="phone:[&_td[data-card=who]]:!text-left">
        <DataTable
          caption="Exchanges"
          columns={columnsOf(zone, zoneName(zone), now)}
          rows={data?.content}
          rowKey={({ exchangeId }) => exchangeId}
          isStale={isPlaceholderData}
          skeletonRows={3}
          empty={<EmptyState title="No exchanges yet" detail="Your exchanges appear here, with their rates." />}
        />
      </div>
      <Pager page={page} rows={rowsOnPage} total={data?.totalElements} onPage={setPage} />
    </Section>
  );
}

const tones: Record<Exchange['status'], Tone> = { IN_PROGRESS: 'move', COMPLETED: 'ok', FAILED: 'bad' };

const columnsOf = (zone: string, zoneWord: string, now: number): Column<Exchange>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 124,
    card: 'state',
    cell: ({ status }) => <Tag tone={tones[status]}>{titleCase(status)}</Tag>,
  },
  {
    id: 'sold',
    header: 'Sold',
    width: 124,
    align: 'end',
    card: 'who',
    cell: ({ sellAmount, sellCurrency }) => <Money minor={sellAmount} currency={sellCurrency} />,
  },
  {
    id: 'bought',
    header: 'Bought',
    width: 124,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: ({ buyAmount, buyCurrency }) => <Money minor={buyAmount} currency={buyCurrency} />,
  },
  { id: 'rate', header: 'Rate', width: 190, soft: true, cell: (row) => <span className="num">{rateText(row)}</span> },
  { id: 'by', header: 'By', soft: true, cell: ({ createdBy }) => <bdi className="block truncate">{createdBy}</bdi> },
  {
    id: 'created',
    header: `Created, ${zoneWord}`,
    width: 136,
    soft: true,
    card: 'when',
    sort: 'descending',
    cell: ({ createdAtUtc }) => <DateTime utc={createdAtUtc} zone={zone} now={new Date(now)} />,
  },
];

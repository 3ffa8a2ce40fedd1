import { useQuery } from '@tanstack/react-query';
import { exceptionKinds, exceptionStates } from '@volume/contract/exception-words.ts';
import type { ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Pager } from '#design/table/pager.tsx';
import { ListTable } from '#lists/list-table.tsx';
import { PartError } from '#screen/part-error.tsx';
import { exceptionColumns } from './exception-columns.tsx';
import { ExceptionSheet } from './exception-sheet.tsx';
import { kindWords, objectWords, stateWords } from './exception-words.ts';
import { exceptionsQuery, pageOf, rowsOf } from './exceptions-query.ts';
import type { ExceptionsSearch } from './exceptions-search.ts';

interface ExceptionsPageProps {
  search: ExceptionsSearch;
  hrefOf: (change: Partial<ExceptionsSearch>) => string;
  /** Merges a change into the address. */
  onChange: (change: Partial<ExceptionsSearch>) => void;
  merchantFilter: ReactNode;
}

/** What account providers and banks say and our books contradict, for administrators; one opens beside the list. */
export function ExceptionsPage({ search, hrefOf, onChange, merchantFilter }: ExceptionsPageProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(exceptionsQuery(search));
  const change = (next: Partial<ExceptionsSearch>) => onChange({ page: undefined, ...next });
  return (
    <>
      <PageHeader title="Exceptions" aside={data && `${data.unresolved.toLocaleString('en-GB')} unresolved`} />
      <FilterBar>
        <CheckListFilter
          label="State"
          options={stateOptions}
          selected={search.state}
          onChange={(state) => change({ state })}
        />
        <CheckListFilter
          label="Difference"
          options={kindOptions}
          selected={search.kind}
          onChange={(kind) => change({ kind })}
        />
        {merchantFilter}
      </FilterBar>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ListTable
          caption="Exceptions"
          columns={exceptionColumns}
          rows={data?.content}
          rowKey={({ exceptionId }) => exceptionId}
          rowHref={({ exceptionId }) => hrefOf({ exception: exceptionId })}
          rowLabel={({ state, kind, objectKind, objectId }) =>
            `${stateWords[state].word}, ${kindWords[kind]}: ${objectWords[objectKind]} ${objectId}`
          }
          isStale={isPlaceholderData}
          skeletonRows={rowsOf(search)}
          empty={<NoExceptions search={search} hrefOf={hrefOf} />}
        />
      )}
      <Pager
        page={pageOf(search)}
        rows={rowsOf(search)}
        total={data?.totalElements}
        onPage={(page) => onChange({ page: page === 1 ? undefined : page })}
        onRows={(rows) => change({ rows: rows === 10 ? undefined : rows })}
      />
      <ExceptionSheet exceptionId={search.exception} onClose={() => onChange({ exception: undefined })} />
    </>
  );
}

const stateOptions = exceptionStates.map((value) => ({ value, label: stateWords[value].word }));
const kindOptions = exceptionKinds.map((value) => ({ value, label: kindWords[value] }));

function NoExceptions({ search, hrefOf }: Pick<ExceptionsPageProps, 'search' | 'hrefOf'>) {
  const { state, kind, merchantId, page } = search;
  if (state.length === 0 && kind.length === 0 && merchantId === undefined && page === undefined) {
    return (
      <EmptyState
        title="No exceptions"
        detail="Our books match everything account providers and banks have reported."
      />
    );
  }
  const all = { state: [], kind: [], merchantId: undefined, page: undefined };
  return (
    <EmptyState
      title="No exceptions match these filters"
      actions={<Button href={hrefOf(all)}>Show all exceptions</Button>}
    />
  );
}

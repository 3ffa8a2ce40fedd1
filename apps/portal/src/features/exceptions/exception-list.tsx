import { timeColumn } from '#lists/list-table.tsx';
import { useQuery } from '@tanstack/react-query';
import type { Exception } from '@volume/contract/exceptions/exceptions.ts';
import type { ReactNode } from 'react';
import { LinkButton } from '#design/controls/link-button.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { titleCase, labelOf } from '#design/text/format-text.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { adminExceptionsHref } from '#platform/hrefs.ts';
import { exceptionsQuery } from './exceptions-query.ts';
import { type ExceptionSearch, exceptionSearch } from './exception-filters.ts';
import { ExceptionSheet, ExceptionTag } from './exception-sheet.tsx';
import { kindLabels, objectLabels, stateLabels, sumText } from './exception-labels.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export const exceptionList: List<Exception, ExceptionSearch> = {
  storage: 'exception',
  live: { noun: 'exception', kinds: ['exceptions'], timeOf: ({ firstAtUtc }) => firstAtUtc },
  search: exceptionSearch,
  rowKey: ({ exceptionId }) => exceptionId,
  rowLabel: ({ state, kind, objectKind, objectId }) =>
    `${lookOf(stateLabels, state).label}, ${labelOf(kindLabels, kind)}: ${labelOf(objectLabels, objectKind)} ${objectId}`,
  labels: { kind: kindLabels },
  views: [
    { name: 'All exceptions', search: '' },
    { name: 'Unresolved', search: '?state=OPEN%2CDISPUTED' },
  ],
  empty: (search) =>
    exceptionSearch.isFiltered(search)
      ? {
          title: 'No exceptions match these filters',
          actions: (
            <LinkButton href={adminExceptionsHref(exceptionSearch.clear(search))}>Show all exceptions</LinkButton>
          ),
        }
      : {
          title: 'No exceptions',
          detail: 'Our books match everything account providers and banks have reported.',
        },
  columns: [
    {
      id: 'state',
      header: 'State',
      width: 96,
      card: 'state',
      isFixed: true,
      cell: ({ state, kind }) => (
        <>
          <ExceptionTag state={state} />
          <span className="ml-2 text-label text-ink-3 wide:hidden">{labelOf(kindLabels, kind)}</span>
        </>
      ),
    },
    { id: 'kind', header: 'Difference', width: 120, cell: ({ kind }) => labelOf(kindLabels, kind) },
    {
      id: 'merchant',
      header: 'Merchant',
      card: 'who',
      strong: true,
      cell: ({ merchantName, merchantId }) => (
        <bdi className="block truncate">{merchantName ?? <IdText short={13}>{merchantId}</IdText>}</bdi>
      ),
    },
    {
      id: 'object',
      header: 'Object',
      width: 72,
      givesWay: 1,
      soft: true,
      cell: ({ objectKind }) => labelOf(objectLabels, objectKind),
    },
    {
      id: 'ours',
      header: 'Our books',
      width: 120,
      givesWay: 3,
      cell: (row) => <span className="num">{statusAndAmount(row, row.ourStatus, row.ourAmount)}</span>,
    },
    {
      id: 'theirs',
      header: 'Provider',
      width: 120,
      card: 'sum',
      cell: (row) => <span className="num">{statusAndAmount(row, row.providerStatus, row.providerAmount)}</span>,
    },
    timeColumn({
      id: 'first',
      header: 'First reported',
      width: 146,
      givesWay: 2,
      timeOf: ({ firstAtUtc }) => firstAtUtc,
    }),
  ],
};

function statusAndAmount(exception: Exception, status: string | null, amount: number | null): string {
  return [status && titleCase(status), sumText(exception, amount)].filter(Boolean).join(', ') || '–';
}

interface ExceptionsPageProps {
  search: ExceptionSearch;
  hrefOf: (search: ExceptionSearch) => string;
  onChange: ListChange<ExceptionSearch>;
  merchantFilter: ReactNode;
}

const context = {};

/** Contradictions between providers or banks and our ledger, for administrators. One of them opens next to the list. */
export function ExceptionsPage({ search, hrefOf, onChange, merchantFilter }: ExceptionsPageProps) {
  const options = exceptionsQuery(search);
  const { data } = useQuery(options);
  const found = useFound(options);
  return (
    <>
      <ListPage
        list={exceptionList}
        title="Exceptions"
        aside={data && `${data.unresolved.toLocaleString('en-GB')} unresolved`}
        rowHref={({ exceptionId }) => hrefOf({ ...search, exception: exceptionId })}
        chips={{ merchantId: merchantFilter }}
        isForAll
        {...{ search, found, context, hrefOf, onChange }}
      />
      <ExceptionSheet exceptionId={search.exception} onClose={() => onChange({ exception: undefined })} />
    </>
  );
}

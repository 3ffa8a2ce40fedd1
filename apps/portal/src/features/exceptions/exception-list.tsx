import type { Exception } from '@volume/contract/exceptions.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { titleCase } from '#design/text/title-case.ts';
import type { List } from '#lists/list.ts';
import { adminExceptionsHref } from '#platform/hrefs.ts';
import { type ExceptionSearch, exceptionSearch } from './exception-filters.ts';
import { kindWords, objectWords, stateWords, sumOf } from './exception-words.ts';

/** The exceptions: their columns, words and views; their filters are in exception-filters.ts. */
export const exceptionList: List<Exception, ExceptionSearch> = {
  storage: 'exception',
  search: exceptionSearch,
  rowKey: ({ exceptionId }) => exceptionId,
  rowLabel: ({ state, kind, objectKind, objectId }) =>
    `${stateWords[state].word}, ${kindWords[kind]}: ${objectWords[objectKind]} ${objectId}`,
  words: { kind: kindWords },
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
      width: 112,
      card: 'state',
      isFixed: true,
      cell: ({ state, kind }) => (
        <>
          <ExceptionTag state={state} />
          <span className="ml-2 text-label text-ink-3 wide:hidden">{kindWords[kind]}</span>
        </>
      ),
    },
    { id: 'kind', header: 'Difference', width: 156, cell: ({ kind }) => kindWords[kind] },
    {
      id: 'merchant',
      header: 'Merchant',
      card: 'who',
      strong: true,
      cell: ({ merchantName, merchantId }) => (
        <bdi className="block truncate">{merchantName ?? <IdText short={13}>{merchantId}</IdText>}</bdi>
      ),
    },
    { id: 'object', header: 'Object', width: 92, soft: true, cell: ({ objectKind }) => objectWords[objectKind] },
    {
      id: 'ours',
      header: 'Our books',
      width: 170,
      cell: (row) => <span className="num">{saidBy(row, row.ourStatus, row.ourAmount)}</span>,
    },
    {
      id: 'theirs',
      header: 'Provider',
      width: 170,
      card: 'sum',
      cell: (row) => <span className="num">{saidBy(row, row.providerStatus, row.providerAmount)}</span>,
    },
    {
      id: 'first',
      header: 'First reported',
      isTime: true,
      width: 146,
      soft: true,
      card: 'when',
      sort: 'descending',
      cell: ({ firstAtUtc }, { zone, now }) => <DateTime utc={firstAtUtc} zone={zone} now={new Date(now)} />,
    },
  ],
};

/** An exception's state: a dot and a word. */
export function ExceptionTag({ state }: Pick<Exception, 'state'>) {
  const { word, tone } = stateWords[state];
  return <Tag tone={tone}>{word}</Tag>;
}

/** A status and an amount in one line, a dash where nobody said either. */
function saidBy(exception: Exception, status: string | null, amount: number | null): string {
  return [status && titleCase(status), sumOf(exception, amount)].filter(Boolean).join(', ') || '–';
}

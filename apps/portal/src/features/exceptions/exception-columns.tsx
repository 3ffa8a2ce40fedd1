import type { Exception } from '@volume/contract/exceptions.ts';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { titleCase } from '#design/text/title-case.ts';
import type { ListLook } from '#lists/list-table.tsx';
import { kindWords, objectWords, stateWords, sumOf } from './exception-words.ts';

/** An exception's state: a dot and a word. */
export function ExceptionTag({ state }: Pick<Exception, 'state'>) {
  const { word, tone } = stateWords[state];
  return <Tag tone={tone}>{word}</Tag>;
}

/** A status and an amount in one line, a dash where nobody said either. */
export function saidBy(exception: Exception, status: string | null, amount: number | null): string {
  return [status && titleCase(status), sumOf(exception, amount)].filter(Boolean).join(', ') || '–';
}

/** The columns of the exceptions. */
export const exceptionColumns = ({ zone, zoneName, now }: ListLook): Column<Exception>[] => [
  {
    id: 'state',
    header: 'State',
    width: 112,
    card: 'state',
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
    header: `First reported, ${zoneName}`,
    width: 146,
    soft: true,
    card: 'when',
    sort: 'descending',
    cell: ({ firstAtUtc }) => <DateTime utc={firstAtUtc} zone={zone} now={new Date(now)} />,
  },
];

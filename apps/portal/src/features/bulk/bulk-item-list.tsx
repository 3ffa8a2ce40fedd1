import type { BulkItem, BulkKind } from '@volume/contract/bulk/bulk.ts';
import { Tag } from '#design/feedback/tag.tsx';
import { dash, idCell, moneyCell, timeCell } from '#design/table/cells.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import type { List, ListColumn } from '#lists/list.ts';
import { type BulkItemSearch, bulkItemSearch } from './bulk-filters.ts';
import { eventLabel, itemLabel, itemName } from './bulk-labels.ts';

interface ItemContext {
  kind: BulkKind;
}

function nameColumn(id: string, header: string, shown: BulkKind): ListColumn<BulkItem, ItemContext> {
  return { id, header, card: 'who', isFixed: true, isShown: ({ kind }) => kind === shown, cell: nameCell };
}

/** The rows of a job, named by who paid or is paid. */
export const bulkItemList: List<BulkItem, BulkItemSearch, ItemContext> = {
  storage: 'bulk_item',
  caption: 'Rows of this job',
  search: bulkItemSearch,
  rowKey: ({ place }) => String(place),
  rowLabel: itemName,
  labels: { state: { PLANNED: 'Waiting', EXCLUDED: 'Left out', DONE: 'Done', FAILED: 'Failed', STOPPED: 'Not done' } },
  empty: () => ({ title: 'No rows' }),
  noMatch: { title: 'No rows with this result', clear: 'Show all rows' },
  columns: [
    nameColumn('payer', 'Payer', 'REFUND'),
    nameColumn('name', 'Payer or recipient', 'RESEND'),
    {
      id: 'reference',
      header: 'Reference',
      width: 172,
      mono: true,
      cell: ({ reference }) => idCell(reference ?? null),
    },
    {
      id: 'event',
      header: 'Event',
      width: 150,
      isShown: ({ kind }) => kind === 'RESEND',
      cell: ({ event }) => (event ? eventLabel(event) : dash),
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 118,
      align: 'end',
      card: 'sum',
      strong: true,
      isShown: ({ kind }) => kind === 'REFUND',
      cell: ({ amount, currency }) => (amount === null || currency === null ? dash : moneyCell(amount, currency)),
    },
    {
      id: 'result',
      header: 'Result',
      width: 150,
      card: 'state',
      isFixed: true,
      cell: (item, { kind }) => {
        const { tone, label } = itemLabel(kind, item);
        return Tag({ tone, children: label });
      },
    },
    {
      id: 'reason',
      header: 'What happened',
      soft: true,
      cell: ({ reason }) =>
        reason === null ? (
          dash
        ) : (
          <span className="block truncate" title={reason}>
            {reason}
          </span>
        ),
    },
    {
      id: 'done',
      header: 'Done',
      isTime: true,
      width: 136,
      soft: true,
      card: 'when',
      cell: ({ doneAtUtc }, time) => (doneAtUtc === null ? dash : timeCell(doneAtUtc, time)),
    },
  ],
};

/** On a phone's card it includes the reference and the reason, which have no slot there. */
function nameCell(item: BulkItem) {
  const name = itemName(item);
  return (
    <>
      {name === item.objectId ? IdText({ children: name }) : PersonName({ children: name })}
      {item.reference && item.reference !== name && (
        <span className="hidden text-label font-regular text-ink-3 phone:block">
          {IdText({ children: item.reference })}
        </span>
      )}
      {item.reason !== null && (
        <span className="block text-label whitespace-normal text-ink-3 wide:hidden">{item.reason}</span>
      )}
    </>
  );
}

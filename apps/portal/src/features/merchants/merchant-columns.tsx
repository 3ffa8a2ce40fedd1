import type { Merchant } from '@volume/contract/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { formatCount } from '#design/text/format-count.ts';
import { PersonName } from '#design/text/person-name.tsx';
import type { MerchantSort } from './merchant-search.ts';
import { currenciesOf, feeWord } from './merchant-words.ts';

interface ColumnOptions {
  sort: MerchantSort;
  /** The merchant that is open now. */
  openedId: string | undefined;
  onSort: (sort: MerchantSort) => void;
  onOpen: (merchant: Merchant) => void;
}

/** The columns of the administrators' merchant list. */
export function merchantColumns({ sort, openedId, onSort, onOpen }: ColumnOptions): Column<Merchant>[] {
  const sortedBy = (column: MerchantSort, way: 'ascending' | 'descending') => ({
    sort: sort === column ? way : ('none' as const),
    onSort: () => onSort(column),
  });
  return [
    {
      id: 'company',
      header: 'Company',
      card: 'who',
      strong: true,
      ...sortedBy('company', 'ascending'),
      cell: ({ companyName, merchantId }) => <Company name={companyName} isOpen={merchantId === openedId} />,
    },
    { id: 'email', header: 'E-mail', card: 'state', soft: true, cell: ({ email }) => <PersonName>{email}</PersonName> },
    {
      id: 'applications',
      header: 'Applications',
      width: 124,
      align: 'end',
      ...sortedBy('applications', 'descending'),
      cell: ({ applications }) => <span className="num">{formatCount(applications.length)}</span>,
    },
    { id: 'currencies', header: 'Currencies', width: 116, soft: true, cell: (row) => currenciesOf(row) || '–' },
    {
      id: 'fee',
      header: 'Fee',
      width: 96,
      align: 'end',
      card: 'when',
      soft: true,
      ...sortedBy('fee', 'descending'),
      cell: ({ paymentFlatFeeInPercentage: fee }) => <span className="num">{feeWord(fee)}</span>,
    },
    {
      id: 'open',
      header: 'Open',
      isHeaderHidden: true,
      width: 96,
      align: 'end',
      card: 'sum',
      isRaised: true,
      cell: (row) => (
        <Button size="s" aria-label={`Open ${row.companyName}`} onClick={() => onOpen(row)}>
          Open
        </Button>
      ),
    },
  ];
}

function Company({ name, isOpen }: { name: string; isOpen: boolean }) {
  if (!isOpen) return <PersonName>{name}</PersonName>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0">
        <PersonName>{name}</PersonName>
      </span>
      <Tag tone="calm">Open now</Tag>
    </span>
  );
}

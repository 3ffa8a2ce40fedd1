import type { Merchant } from '@volume/contract/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { formatCount } from '#design/text/format-count.ts';
import { PersonName } from '#design/text/person-name.tsx';
import { currenciesOf } from './currencies-of.ts';
import { formatFee } from './format-fee.ts';
import type { MerchantSort } from './merchant-search.ts';

interface ColumnOptions {
  sort: MerchantSort | undefined;
  /** The merchant that is open now. */
  openedId: string | undefined;
  onSort: (sort: MerchantSort | undefined) => void;
  onOpen: (merchant: Merchant) => void;
}

type MerchantColumn = Column<Merchant>;

/** The columns of the merchant list; every order is an address. */
export function merchantColumns({ sort, openedId, onSort, onOpen }: ColumnOptions): MerchantColumn[] {
  const by = (asc: MerchantSort | undefined, desc: MerchantSort): Pick<MerchantColumn, 'sort' | 'onSort'> => ({
    sort: sort === asc ? 'ascending' : sort === desc ? 'descending' : 'none',
    onSort: () => onSort(sort === desc ? asc : sort === asc ? desc : asc),
  });
  return [
    {
      id: 'company',
      header: 'Company',
      card: 'who',
      strong: true,
      cell: ({ companyName, merchantId }) => <Company name={companyName} isOpen={merchantId === openedId} />,
      ...by(undefined, 'company-desc'),
    },
    { id: 'email', header: 'E-mail', soft: true, card: 'state', cell: ({ email }) => <PersonName>{email}</PersonName> },
    {
      id: 'currencies',
      header: 'Currencies',
      width: 108,
      soft: true,
      cell: (row) => currenciesOf(row.applications) || '–',
    },
    {
      id: 'applications',
      header: 'Applications',
      width: 124,
      align: 'end',
      card: 'when',
      cell: ({ applications }) => <Count count={applications.length} />,
      ...by('applications-asc', 'applications-desc'),
    },
    {
      id: 'fee',
      header: 'Fee',
      width: 92,
      align: 'end',
      soft: true,
      cell: ({ paymentFlatFeeInPercentage }) => formatFee(paymentFlatFeeInPercentage),
      ...by('fee-asc', 'fee-desc'),
    },
    {
      id: 'open',
      header: 'Open',
      isHeaderHidden: true,
      width: 92,
      align: 'end',
      card: 'sum',
      isRaised: true,
      cell: (merchant) => (
        <Button size="s" aria-label={`Open ${merchant.companyName}`} onClick={() => onOpen(merchant)}>
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

/** On a phone's card the figure stands without its header, so the word goes along. */
function Count({ count }: { count: number }) {
  return (
    <>
      {formatCount(count)}
      <span className="wide:hidden"> {count === 1 ? 'application' : 'applications'}</span>
    </>
  );
}

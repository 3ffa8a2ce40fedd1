import type { Merchant } from '@volume/contract/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { formatCount } from '#design/text/format-count.ts';
import { PersonName } from '#design/text/person-name.tsx';
import { currenciesOf } from './currencies-of.ts';
import { formatFee } from './format-fee.ts';
import type { MerchantSort, MerchantSortKey } from './merchant-search.ts';

type MerchantColumn = Column<Merchant>;
type SortBy = (key: MerchantSortKey) => Pick<MerchantColumn, 'sort' | 'onSort'>;

interface ColumnOptions {
  /** The merchant that is open now. */
  openedId: string | undefined;
  by: SortBy;
  onOpen: (merchant: Merchant) => void;
  /** What is told of how they are doing; where it is not, more of what they are. */
  health: readonly MerchantColumn[] | undefined;
}

/** How a header sorts: names and what is set from the least, figures from the most, then the other way. */
export function sortBy(sort: MerchantSort | undefined, onSort: (sort: MerchantSort | undefined) => void): SortBy {
  return (key) => {
    const asc = key === 'company' ? undefined : (`${key}-asc` as const);
    const desc = `${key}-desc` as const;
    const isFigure = !['company', 'applications', 'fee'].includes(key);
    const [first, second] = isFigure ? [desc, asc] : [asc, desc];
    return {
      sort: sort === asc ? 'ascending' : sort === desc ? 'descending' : 'none',
      onSort: () => onSort(sort === first ? second : first),
    };
  };
}

/** The columns of the merchant list; every order is an address. */
export function merchantColumns({ openedId, by, onOpen, health }: ColumnOptions): MerchantColumn[] {
  const company: MerchantColumn = {
    id: 'company',
    header: 'Company',
    card: 'who',
    strong: true,
    cell: (merchant) => (
      <Company name={merchant.companyName} email={health && merchant.email} isOpen={merchant.merchantId === openedId} />
    ),
    ...by('company'),
  };
  return [company, ...(health ?? contact), ...settings(by, health === undefined), openColumn(onOpen)];
}

const contact: MerchantColumn[] = [
  { id: 'email', header: 'Email', soft: true, card: 'state', cell: ({ email }) => <PersonName>{email}</PersonName> },
  {
    id: 'currencies',
    header: 'Currencies',
    width: 108,
    soft: true,
    cell: (row) => currenciesOf(row.applications) || '–',
  },
];

const settings = (by: SortBy, isOnCard: boolean): MerchantColumn[] => [
  {
    id: 'applications',
    header: 'Applications',
    width: 112,
    align: 'end',
    card: isOnCard ? 'when' : undefined,
    cell: ({ applications }) => <Count count={applications.length} />,
    ...by('applications'),
  },
  {
    id: 'fee',
    header: 'Fee',
    width: 76,
    align: 'end',
    soft: true,
    cell: ({ paymentFlatFeeInPercentage }) => formatFee(paymentFlatFeeInPercentage),
    ...by('fee'),
  },
];

const openColumn = (onOpen: ColumnOptions['onOpen']): MerchantColumn => ({
  id: 'open',
  header: 'Open',
  isHeaderHidden: true,
  width: 84,
  align: 'end',
  card: 'sum',
  isRaised: true,
  cell: (merchant) => (
    <Button
      size="s"
      className="phone:-my-1"
      aria-label={`Open ${merchant.companyName}`}
      onClick={() => onOpen(merchant)}
    >
      Open
    </Button>
  ),
});

function Company({ name, email, isOpen }: { name: string; email: string | null | undefined; isOpen: boolean }) {
  const said = (
    <span className="block max-w-full min-w-0 py-0.5">
      <PersonName hasRoom>{name}</PersonName>
      {email && (
        <span className="block truncate text-s font-regular text-ink-3 phone:hidden" title={email}>
          <bdi>{email}</bdi>
        </span>
      )}
    </span>
  );
  if (!isOpen) return said;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {said}
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

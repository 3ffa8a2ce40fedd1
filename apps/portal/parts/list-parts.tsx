import { useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import Link from 'lucide/dist/esm/icons/link.mjs';
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { NewRowsBanner } from '#lists/live/new-rows.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { type AmountRange, AmountRangeFilter, TextFilter } from '#design/filter/field-filters.tsx';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';
import { addDays, type OpenRange } from '#design/days/date-presets.ts';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import { toast } from '#design/overlay/toast.ts';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { Pager } from '#design/table/pager.tsx';
import { useRowKeys } from '#design/table/use-row-keys.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { type SamplePayment, samplePayments } from './sample-payments.tsx';

const columns: Column<SamplePayment>[] = [
  { id: 'status', header: 'Status', width: 216, card: 'state', cell: (row) => row.tags },
  {
    id: 'amount',
    header: 'Amount',
    width: 140,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: (row) => <Money minor={row.minor} currency={row.currency} />,
  },
  { id: 'payer', header: 'Payer', card: 'who', cell: (row) => <PersonName>{row.payer}</PersonName> },
  { id: 'reference', header: 'Reference', width: 176, mono: true, cell: (row) => <IdText>{row.reference}</IdText> },
  { id: 'order', header: 'Order', width: 124, mono: true, soft: true, cell: (row) => row.order },
  { id: 'risk', header: 'Risk', width: 84, cell: (row) => row.risk },
  {
    id: 'created',
    header: 'Created, UTC',
    width: 132,
    soft: true,
    card: 'when',
    sort: 'descending',
    cell: (row) => <DateTime utc={row.created} zone="UTC" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    width: 56,
    align: 'end',
    isRaised: true,
    cell: () => <RowMenu />,
  },
];

function RowMenu() {
  return (
    <MenuButton
      label="Actions"
      className="inline-grid size-7 place-items-center rounded-medium align-middle text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
      entries={[
        { id: 'refund', label: 'Refund…', icon: <Icon of={Undo2} />, hint: 'R' },
        { id: 'copy', label: 'Copy id', icon: <Icon of={Copy} />, onSelect: () => toast.good('Copied', '5f0c2a1e') },
        { kind: 'rule', id: 'rule' },
        { id: 'open', label: 'Open', href: '#open', hint: '↵' },
        { id: 'cancel', label: 'Cancel', tone: 'bad', disabledReason: 'Already settled' },
      ]}
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  );
}

const today = '2026-11-21';
const statuses = ['Settled', 'Completed', 'Pending', 'Awaiting Authorization', 'Failed'].map((label, index) => ({
  value: label,
  label,
  count: [12204, 4511, 73, 112, 664][index] ?? 0,
}));

function Filters() {
  const [search, setSearch] = useState('');
  const [days, setDays] = useState<OpenRange>({ from: addDays(today, -30), to: today });
  const [status, setStatus] = useState(['Settled', 'Completed', 'Pending']);
  const [currency, setCurrency] = useState<string[]>([]);
  const [amount, setAmount] = useState<AmountRange>({});
  const [text, setText] = useState<string>();
  const isSet = {
    Status: status.length > 0,
    Currency: currency.length > 0,
    Amount: amount.from ?? amount.to,
    Reference: text,
  };
  const offered = Object.entries(isSet).flatMap(([label, value]) => (value ? [] : [{ label }]));
  return (
    <FilterBar offered={offered}>
      <SearchField
        label="Search pay-ins"
        placeholder="Payer, reference, id"
        value={search}
        onSearch={setSearch}
        shortcut="/"
      />
      <DateRangeFilter {...days} today={today} onApply={setDays} onRemove={() => setDays({})} />
      <CheckListFilter label="Status" options={statuses} selected={status} onChange={setStatus} />
      <CheckListFilter
        label="Currency"
        isSingle
        options={[
          { value: 'GBP', label: 'GBP' },
          { value: 'EUR', label: 'EUR' },
        ]}
        selected={currency}
        onChange={setCurrency}
      />
      <AmountRangeFilter {...amount} onApply={setAmount} />
      <TextFilter label="Reference" value={text} onApply={setText} />
      <Button variant="quiet" size="s">
        Clear all
      </Button>
    </FilterBar>
  );
}

function repeated(count: number): SamplePayment[] {
  const turns = Array.from({ length: count / samplePayments.length }, (_, turn) => turn);
  return turns.flatMap((turn) =>
    samplePayments.map((row) => ({
      ...row,
      reference: `${row.reference.slice(0, -2)}${turn}` + row.reference.slice(-1),
    })),
  );
}

function ListStates() {
  return (
    <>
      <h2 className="mt-10 mb-2 font-strong">The same, loading</h2>
      <DataTable
        caption="Loading"
        columns={columns}
        rows={undefined}
        rowKey={(row) => row.reference}
        skeletonRows={3}
      />
      <h2 className="mt-10 mb-2 font-strong">The same, older while new ones load</h2>
      <DataTable
        caption="Stale"
        columns={columns}
        rows={samplePayments.slice(0, 2)}
        rowKey={(row) => row.reference}
        isStale
      />
      <h2 className="mt-10 mb-2 font-strong">The same, none</h2>
      <DataTable
        caption="None"
        columns={columns}
        rows={[]}
        rowKey={(row) => row.reference}
        empty={
          <EmptyState
            title="No pay-ins match these filters"
            detail="Created 3 Nov – 9 Nov, Held, EUR"
            actions={
              <>
                <Button>Show last 90 days and today</Button>
                <Button variant="quiet">Clear all</Button>
              </>
            }
          />
        }
      />
      <Tag tone="calm">Expired</Tag>
    </>
  );
}

export function ListParts() {
  const [page, setPage] = useState(1);
  const [rows, setRows] = useState(10);
  const shown = repeated(rows);
  const { list, at } = useRowKeys({ count: shown.length });
  return (
    <>
      <PageHeader
        title="Pay-ins"
        actions={
          <>
            <Button
              icon={<Icon of={Download} />}
              onClick={() => toast.good('Payout of £2,400.00 is on its way', 'Reference 261121100455208QaT')}
            >
              Export
            </Button>
            <Button
              variant="primary"
              icon={<Icon of={Link} />}
              onClick={() => toast.bad('There was an error fetching merchants, please sign in again.')}
            >
              Create link
            </Button>
          </>
        }
      />
      <ViewsBar
        label="Views"
        views={['All pay-ins', 'Held in euro', 'To reconcile', 'High risk'].map((label, index) => ({
          label,
          href: `#${index}`,
          isCurrent: index === 0,
        }))}
      />
      <Filters />
      <NewRowsBanner text="3 new pay-ins since 09:59" onShow={() => undefined} />
      <DataTable
        ref={list}
        at={at ?? 4}
        caption="Pay-ins"
        columns={columns}
        rows={shown}
        rowKey={(row) => row.reference}
        rowHref={(row) => `#payment-${row.reference}`}
        rowLabel={(row) => `${row.status}, ${row.payer}`}
      />
      <Pager page={page} rows={rows} total={18442} onPage={setPage} onRows={setRows} />
      <ListStates />
    </>
  );
}

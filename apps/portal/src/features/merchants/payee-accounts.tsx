import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { accountNumber, addressLine } from './merchant-words.ts';

/** The accounts an application's money goes to. */
export function PayeeAccounts({ accounts, caption }: { accounts: readonly PayeeDetail[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => String(id)}
      empty={<EmptyState title="No accounts" detail="This application has nowhere to be paid to." />}
    />
  );
}

const columns: Column<PayeeDetail>[] = [
  { id: 'account', header: 'Account', width: 190, card: 'state', cell: (row) => <Kind row={row} /> },
  {
    id: 'holder',
    header: 'Holder',
    card: 'who',
    cell: (row) => (
      <span title={addressLine(row)}>
        <PersonName>{row.accountHolderName}</PersonName>
      </span>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    width: 236,
    mono: true,
    card: 'when',
    cell: (row) => <IdText>{accountNumber(row)}</IdText>,
  },
  {
    id: 'default',
    header: 'Default',
    width: 92,
    card: 'sum',
    cell: (row) => (row.defaultForCurrency === true ? <Tag tone="calm">Default</Tag> : null),
  },
];

function Kind({ row }: { row: PayeeDetail }) {
  const provider = row.vaProviderType === null || row.vaProviderType === 'NONE' ? null : titleCase(row.vaProviderType);
  const kind = row.isVirtualAccount ? (provider ?? 'Virtual') : 'Bank account';
  return (
    <>
      {row.forCurrency} · {kind}
      {row.vaIsSandboxAccount === true && <span className="text-ink-3"> · sandbox</span>}
    </>
  );
}

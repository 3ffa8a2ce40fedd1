import type { PayInAccount } from '@volume/contract/balances.ts';
import { Ellipsis } from 'lucide-react';
import { Button } from '#design/controls/button.tsx';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import type { Column } from '#design/table/column.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { balancesOf, numberOf, providerOf, whyHidden } from './account-words.ts';

/** What can be done with an account. */
export type AccountDeed = 'pay-out' | 'statement' | 'schedule';

interface ColumnOptions {
  /** Why money may not be moved, undefined when it may. */
  reason: string | undefined;
  maySeeStatements: boolean;
  maySeeSchedules: boolean;
  onDeed: (deed: AccountDeed, account: PayInAccount) => void;
}

/** The columns of a currency's accounts. */
export const accountColumns = (options: ColumnOptions): Column<PayInAccount>[] => [
  { id: 'account', header: 'Account', card: 'who', cell: (account) => <AccountName account={account} /> },
  {
    id: 'provider',
    header: 'Kept by',
    width: 124,
    card: 'state',
    soft: true,
    cell: (account) => providerOf(account),
  },
  {
    id: 'balance',
    header: 'Balance',
    width: 150,
    align: 'end',
    cell: (account) => <Sum minor={balancesOf(account)?.balance} currency={account.forCurrency} />,
  },
  {
    id: 'available',
    header: 'Available',
    width: 150,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: (account) => <Sum minor={balancesOf(account)?.available} currency={account.forCurrency} />,
  },
  {
    id: 'deeds',
    header: 'Actions',
    isHeaderHidden: true,
    width: 158,
    align: 'end',
    card: 'when',
    isRaised: true,
    cell: (account) => <Deeds account={account} {...options} />,
  },
];

function Sum({ minor, currency }: { minor: number | undefined; currency: string }) {
  return minor === undefined ? (
    <span className="text-ink-3">Not shown</span>
  ) : (
    <Money minor={minor} currency={currency} />
  );
}

function AccountName({ account }: { account: PayInAccount }) {
  const hidden = whyHidden(account);
  return (
    <span className="block py-2 phone:py-0">
      <bdi className="block truncate font-medium">{account.accountHolderName}</bdi>
      <span className="block truncate text-label text-ink-3">
        <IdText>{numberOf(account)}</IdText>
      </span>
      {hidden !== undefined && <span className="block text-label text-ink-3">{hidden}</span>}
    </span>
  );
}

function Deeds({
  account,
  reason,
  maySeeStatements,
  maySeeSchedules,
  onDeed,
}: ColumnOptions & { account: PayInAccount }) {
  if (!account.isVirtualAccount) return null;
  const notAllowed = 'Your account may not see this';
  return (
    <span className="inline-flex items-center gap-1.5">
      <Button size="s" disabledReason={reason} onClick={() => onDeed('pay-out', account)}>
        Pay out…
      </Button>
      <MenuButton
        label={`More for ${account.accountHolderName}, ${account.forCurrency}`}
        className="inline-grid size-7 place-items-center rounded-medium text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
        entries={[
          {
            id: 'statement',
            label: 'Statement',
            onSelect: () => onDeed('statement', account),
            disabledReason: maySeeStatements ? undefined : notAllowed,
          },
          {
            id: 'schedule',
            label: 'Payout schedule',
            onSelect: () => onDeed('schedule', account),
            disabledReason: maySeeSchedules ? undefined : notAllowed,
          },
        ]}
      >
        <Ellipsis aria-hidden="true" />
      </MenuButton>
    </span>
  );
}

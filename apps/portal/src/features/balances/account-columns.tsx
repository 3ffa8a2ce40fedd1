import { isBalanceShown, type PayInAccount } from '@volume/contract/balances/balances.ts';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import type { Column } from '#design/table/column.ts';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { statementHref } from '#platform/hrefs.ts';
import { AccountFigure } from './account-figure.tsx';
import { providerOf } from './provider-names.ts';
import { balancesOf, isNamed, isShownLow, numberOf, balanceHiddenReason } from './account-display.ts';

export type AccountAction = 'pay-out' | 'schedule' | 'low-balance';

interface ColumnOptions {
  reason: string | undefined;
  maySeeStatements: boolean;
  maySeeSchedules: boolean;
  hasStatements: boolean;
  hasSchedules: boolean;
  hasLowBalances: boolean;
  onAction: (action: AccountAction, account: PayInAccount) => void;
}

export const accountColumns = (options: ColumnOptions): Column<PayInAccount>[] => [
  { id: 'account', header: 'Account', card: 'who', cell: (account) => <AccountName {...options} account={account} /> },
  {
    id: 'provider',
    header: 'Provider',
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
    isRaised: true,
    cell: (account) => {
      const balances = balancesOf(account);
      return balances && <AccountFigure figure="BALANCE" account={account} minor={balances.balance} />;
    },
  },
  {
    id: 'available',
    header: 'Available',
    width: 150,
    align: 'end',
    card: 'sum',
    strong: true,
    isRaised: true,
    cell: (account) => <Sums account={account} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    width: 158,
    align: 'end',
    card: 'when',
    isRaised: true,
    cell: (account) => <Actions account={account} {...options} />,
  },
];

/** On a phone the card has both, with their labels. */
function Sums({ account }: { account: PayInAccount }) {
  const balances = balancesOf(account);
  return (
    <>
      {balances && <span className="block text-label font-regular text-ink-3 wide:hidden">Available</span>}
      <AccountFigure figure="AVAILABLE" account={account} minor={balances?.available} />
      {balances && (
        <span className="block text-label font-regular text-ink-3 wide:hidden">
          Balance <AccountFigure figure="BALANCE" account={account} minor={balances.balance} />
        </span>
      )}
    </>
  );
}

function AccountName({ account, hasStatements, maySeeStatements }: ColumnOptions & { account: PayInAccount }) {
  const hidden = balanceHiddenReason(account);
  return (
    <span className="block py-2 phone:py-0 phone:[overflow-wrap:anywhere] phone:whitespace-normal">
      <bdi className="block truncate font-medium phone:whitespace-normal">{account.accountHolderName}</bdi>
      <span className="block truncate text-label text-ink-3 phone:whitespace-normal">
        <IdText>{numberOf(account)}</IdText>
      </span>
      {hidden !== undefined && <span className="block text-label text-ink-3">{hidden}</span>}
      <LowMark account={account} />
      {maySeeStatements && account.isVirtualAccount && isNamed(account) && (
        <span className="block min-h-5 text-label">
          {hasStatements && <TextLink href={statementHref(String(account.id))}>Statement</TextLink>}
        </span>
      )}
    </span>
  );
}

function LowMark({ account }: { account: PayInAccount }) {
  const { lowBalanceThreshold: threshold, forCurrency } = account;
  if (threshold === null || !isShownLow(account)) return null;
  return (
    <span className="mt-1 block">
      <Tag tone="held">Low: below {formatMoney(threshold, forCurrency)}</Tag>
    </span>
  );
}

function Actions({ account, ...options }: ColumnOptions & { account: PayInAccount }) {
  const { reason, onAction } = options;
  if (!account.isVirtualAccount || !isNamed(account)) return null;
  const entries = menuOf(account, options);
  return (
    <span className="inline-flex items-center gap-1.5">
      <Button size="s" disabledReason={reason} onClick={() => onAction('pay-out', account)}>
        Pay out…
      </Button>
      {entries.length > 0 && (
        <RowMenu label={`More for ${account.accountHolderName}, ${account.forCurrency}`} entries={entries} />
      )}
    </span>
  );
}

type MenuItem = Extract<MenuEntry, { id: string; kind?: 'item' }>;

const notAllowed = 'You don’t have permission to view this';

function menuOf(account: PayInAccount, options: ColumnOptions): MenuEntry[] {
  const { maySeeStatements, maySeeSchedules, hasStatements, hasSchedules, hasLowBalances, onAction } = options;
  const entry = (id: string, label: string, isAllowed: boolean, leadsTo: Pick<MenuItem, 'href' | 'onSelect'>) => ({
    id,
    label,
    ...(isAllowed ? leadsTo : { disabledReason: notAllowed }),
  });
  const statement = { href: statementHref(String(account.id)) };
  const lowBalance = { onSelect: () => onAction('low-balance', account) };
  const schedule = { onSelect: () => onAction('schedule', account) };
  return [
    ...(hasStatements ? [entry('statement', 'Statement', maySeeStatements, statement)] : []),
    ...(hasSchedules ? [entry('schedule', 'Payout schedule', maySeeSchedules, schedule)] : []),
    ...(hasLowBalances && isBalanceShown(account)
      ? [entry('low-balance', 'Low balance alert', maySeeSchedules, lowBalance)]
      : []),
  ];
}

import { useQuery } from '@tanstack/react-query';
import { isBalanceShown, type PayInAccount } from '@volume/contract/balances/balances.ts';
import { memo } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { numberOf } from '#features/balances/account-display.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { balancesHref } from '#platform/hrefs.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import type { Scope } from '#platform/scope.ts';
import { PartError } from '#lists/part-error.tsx';
import { useReservedHeight } from '#lists/stored.ts';

export const AccountBalances = memo(function AccountBalances({ scope }: { scope: Scope }) {
  const { data, error, isFetching, refetch } = useQuery(payInAccountsQuery(scope));
  return (
    <Section title="Balances" action={<TextLink href={balancesHref()}>All accounts</TextLink>}>
      {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      <div {...useReservedHeight('balances', data ? true : error ? undefined : false)}>
        <ul className="num m-0 list-none border-t border-line p-0">
          {data?.map((account) => <AccountLine key={account.id} account={account} />) ??
            (error ? null : (
              <li className="py-4" aria-hidden="true">
                <Skeleton width="70%" />
              </li>
            ))}
        </ul>
        {data?.length === 0 && <p className="m-0 py-3 text-ink-3">No accounts yet.</p>}
      </div>
    </Section>
  );
});

function AccountLine({ account }: { account: PayInAccount }) {
  return (
    <li className="border-b border-line">
      <a
        href={balancesHref()}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2.5 hover:bg-hover [&>:nth-child(even)]:text-right"
      >
        <b className="font-medium">{accountName(account)}</b>
        <Balance account={account} />
        <span className="mono truncate text-ink-3">{numberOf(account)}</span>
        <span className="text-label text-ink-3">{balanceHiddenReason(account) ?? `of ${total(account)}`}</span>
      </a>
    </li>
  );
}

const total = ({ virtualAccountInformation, forCurrency }: PayInAccount): string =>
  formatMoney(virtualAccountInformation?.balance ?? Number.NaN, forCurrency);

function Balance({ account }: { account: PayInAccount }) {
  if (!isBalanceShown(account)) return <span className="text-ink-3">not shown</span>;
  const { availableBalance } = account.virtualAccountInformation ?? {};
  return <b className="font-medium">{formatMoney(availableBalance ?? Number.NaN, account.forCurrency)}</b>;
}

/** The reason by the rule of §5; undefined when the balance is shown. */
function balanceHiddenReason(account: PayInAccount): string | undefined {
  if (isBalanceShown(account)) return undefined;
  if (!account.isVirtualAccount) return 'at your own bank';
  if (account.forCurrency === 'EUR') return 'euro account';
  return account.isLimitedVirtualAccount ? 'limited account' : 'not available';
}

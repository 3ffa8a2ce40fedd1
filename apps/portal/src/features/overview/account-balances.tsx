import { useQuery } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { memo } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { AccountFigure } from '#features/balances/account-figure.tsx';
import { balancesOf, numberOf } from '#features/balances/account-display.ts';
import { accountName } from '#features/balances/provider-names.ts';
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
        <table className="num w-full border-collapse border-t border-line">
          <caption className="sr-only">Balances by account</caption>
          <thead>
            <tr className="border-b border-line text-label text-ink-3 [&>th]:py-1.5 [&>th]:font-regular">
              <th scope="col" className="text-left">
                Account
              </th>
              <th scope="col" className="text-right">
                Balance
              </th>
              <th scope="col" className="pl-3 text-right">
                Available
              </th>
            </tr>
          </thead>
          <tbody>
            {data?.map((account) => <AccountLine key={account.id} account={account} />) ??
              (error ? null : (
                <tr aria-hidden="true">
                  <td colSpan={3} className="py-4">
                    <Skeleton width="70%" />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
        {data?.length === 0 && <p className="m-0 py-3 text-ink-3">No accounts yet.</p>}
      </div>
    </Section>
  );
});

function AccountLine({ account }: { account: PayInAccount }) {
  const balances = balancesOf(account);
  return (
    <tr className="border-b border-line align-top [&>td]:py-2.5">
      <td className="w-full max-w-0">
        <a href={balancesHref()} className="block truncate font-medium hover:underline">
          {accountName(account)}
        </a>
        <span className="mono block text-balance text-ink-3">{numberOf(account)}</span>
      </td>
      <td className="text-right">
        {balances && <AccountFigure figure="BALANCE" account={account} minor={balances.balance} />}
      </td>
      <td className="pl-3 text-right font-medium">
        <AccountFigure figure="AVAILABLE" account={account} minor={balances?.available} />
      </td>
    </tr>
  );
}

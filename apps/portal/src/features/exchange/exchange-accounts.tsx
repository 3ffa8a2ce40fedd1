import type { PayInAccount } from '@volume/contract/balances.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { Section } from '#design/layout/section.tsx';
import { Money } from '#design/text/money.tsx';
import { accountLabel, availableIn, whyNotShown } from './account-label.ts';

/** The accounts with what is available in them, at deployments where nothing can be exchanged (contract §9). */
export function ExchangeAccounts({ accounts }: { accounts: readonly PayInAccount[] }) {
  return (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-7">
      <Notice tone="info" title="Exchange is not available yet">
        Your accounts and their available balances are shown below.
      </Notice>
      <Section title="Accounts">
        <ul className="num m-0 list-none p-0">
          {accounts.map((account) => (
            <li key={account.id} className="flex min-h-row items-center gap-4 border-t border-line py-2">
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{account.accountHolderName}</bdi>
                <span className="block truncate text-label text-ink-3">{accountLabel(account)}</span>
              </span>
              <Available account={account} />
            </li>
          ))}
        </ul>
        {accounts.length === 0 && <p className="m-0 text-ink-3">No accounts yet.</p>}
      </Section>
    </div>
  );
}

function Available({ account }: { account: PayInAccount }) {
  const available = availableIn(account);
  if (available === undefined) return <span className="text-label text-ink-3">{whyNotShown(account)}</span>;
  return (
    <span className="text-right">
      <Money minor={available} currency={account.forCurrency} />
      <span className="block text-label text-ink-3">available</span>
    </span>
  );
}

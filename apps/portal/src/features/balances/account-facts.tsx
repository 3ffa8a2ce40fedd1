import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { Money } from '#design/text/money.tsx';
import { numberOf } from './account-display.ts';
import { accountName } from './provider-names.ts';

/** The account that money leaves: its name above its number. */
export function FromAccount({ account }: { account: PayInAccount }) {
  return (
    <>
      {accountName(account)}
      <span className="mono block">{numberOf(account)}</span>
    </>
  );
}

interface BalanceAfterwardsProps {
  /** Both in minor units, after the money has left. */
  balance: number;
  available: number;
  currency: string;
}

export function BalanceAfterwards({ balance, available, currency }: BalanceAfterwardsProps) {
  return (
    <>
      <Money minor={balance} currency={currency} />
      <span className="block text-label text-ink-3">{formatMoney(available, currency)} available</span>
    </>
  );
}

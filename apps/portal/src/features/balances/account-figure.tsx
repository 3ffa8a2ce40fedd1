import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { Money } from '#design/text/money.tsx';
import { Figure } from '#features/explain/figure.tsx';
import { statementHref } from '#platform/hrefs.ts';
import { isNamed } from './account-display.ts';
import { accountName } from './provider-names.ts';

interface AccountFigureProps {
  figure: 'AVAILABLE' | 'BALANCE';
  account: PayInAccount;
  /** Minor units; undefined when the balance is not shown. */
  minor: number | undefined;
}

/** The balance or available amount of an account, or a note that it is not shown; each can be explained. */
export function AccountFigure({ figure, account, minor }: AccountFigureProps) {
  const content =
    minor === undefined ? (
      <span className="font-regular whitespace-nowrap text-ink-3">Not shown</span>
    ) : (
      <Money minor={minor} currency={account.forCurrency} />
    );
  if (!isNamed(account)) return content;
  return (
    <Figure
      of={{ figure, payInAccountId: String(account.id) }}
      name={`${figure === 'BALANCE' ? 'Balance' : 'Available'} in ${accountName(account)}`}
      href={account.isVirtualAccount && figure === 'BALANCE' ? statementHref(String(account.id)) : undefined}
      shows={minor}
      align="end"
    >
      {content}
    </Figure>
  );
}

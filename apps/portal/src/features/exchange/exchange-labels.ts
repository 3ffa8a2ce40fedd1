import type { ExchangeQuote } from '@volume/contract/balances/exchange.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { isBalanceShown, type PayInAccount } from '@volume/contract/balances/balances.ts';
import { accountName } from '#features/balances/provider-names.ts';

type Rated = Pick<ExchangeQuote, 'rate' | 'sellCurrency' | 'buyCurrency'>;

/** `1 GBP = 1.16365 EUR`. */
export const rateText = ({ rate, sellCurrency, buyCurrency }: Rated): string =>
  `1 ${sellCurrency} = ${rate.toFixed(5)} ${buyCurrency}`;

/** The same rate from the other side: `1 EUR = 0.85937 GBP`. */
export const inverseText = ({ rate, sellCurrency, buyCurrency }: Rated): string =>
  `1 ${buyCurrency} = ${(1 / rate).toFixed(5)} ${sellCurrency}`;

/** The fee and its share of the sold amount: `£5.00 · 0.10%`. */
export const feeText = ({ fee, sellAmount, sellCurrency }: ExchangeQuote): string =>
  `${formatMoney(fee, sellCurrency)} · ${((fee / sellAmount) * 100).toFixed(2)}%`;

/** Formats seconds as `0:23`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The label of an account in a select: `GBP · Modulr · …6819`. */
export function accountLabel(account: PayInAccount): string {
  const { accountIdentification1: first } = account;
  const end = first.number === '' ? [] : [`…${first.number.slice(-4)}`];
  return [accountName(account), ...end].join(' · ');
}

/** The amount that can be sold, in minor units; undefined where the balance is hidden (§5). */
export function availableIn(account: PayInAccount): number | undefined {
  return isBalanceShown(account) ? (account.virtualAccountInformation?.availableBalance ?? undefined) : undefined;
}

import type { ExchangeQuote } from '@volume/contract/exchange.ts';
import { formatMoney } from '#design/text/format-money.ts';

type Rated = Pick<ExchangeQuote, 'rate' | 'sellCurrency' | 'buyCurrency'>;

/** `1 GBP = 1.16365 EUR`. */
export const rateText = ({ rate, sellCurrency, buyCurrency }: Rated): string =>
  `1 ${sellCurrency} = ${rate.toFixed(5)} ${buyCurrency}`;

/** The same rate from the other side: `1 EUR = 0.85937 GBP`. */
export const inverseText = ({ rate, sellCurrency, buyCurrency }: Rated): string =>
  `1 ${buyCurrency} = ${(1 / rate).toFixed(5)} ${sellCurrency}`;

/** The fee and its part of what is sold: `£5.00 · 0.10%`. */
export const feeText = ({ fee, sellAmount, sellCurrency }: ExchangeQuote): string =>
  `${formatMoney(fee, sellCurrency)} · ${((fee / sellAmount) * 100).toFixed(2)}%`;

/** `0:23`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

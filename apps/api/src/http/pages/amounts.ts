import { majorText } from '@volume/contract/money/money.ts';
import { html } from 'hono/html';
import type { Html } from './page-response.ts';

/** An amount in minor units, formatted for the language. */
export const amountText = (amount: number, currency: string, locale: string): string =>
  money(currency, locale).format(majorText(amount) as `${number}`);

/** Like `amountText`, with the decimals in a lighter style. */
export function amountHtml(amount: number, currency: string, locale: string): Html {
  const parts = money(currency, locale).formatToParts(majorText(amount) as `${number}`);
  return html`${parts.map(({ type, value }) =>
    type === 'decimal' || type === 'fraction' ? html`<span class="minor-units">${value}</span>` : value,
  )}`;
}

const money = (currency: string, locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'currency', currency });

import type { PayInAccount } from '@volume/contract/balances.ts';
import type { ExchangeQuote, ExchangeQuoteRequest } from '@volume/contract/exchange.ts';
import { amountText, parseAmount } from '#design/forms/parse-amount.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { availableIn } from './account-label.ts';

/** Which side was typed; the other follows from the rate. */
export type Side = 'sell' | 'buy';

/** What is to be exchanged, as it is being typed. */
export interface ExchangeDraft {
  from: PayInAccount;
  to: PayInAccount;
  side: Side;
  text: string;
}

/** An account and the first that it can be exchanged into. */
export function pairOf(accounts: readonly PayInAccount[], fromId?: number, toId?: number) {
  const canSell = (from: PayInAccount) => accounts.some(({ forCurrency }) => forCurrency !== from.forCurrency);
  const from = accounts.find(({ id }) => id === fromId) ?? accounts.find(canSell);
  const others = accounts.filter(({ forCurrency }) => from && forCurrency !== from.forCurrency);
  const to = others.find(({ id }) => id === toId) ?? others[0];
  return from && to ? { from, to } : undefined;
}

/** What a field shows: what was typed on its side, else what the quote says. */
export function sideText(draft: ExchangeDraft, side: Side, quote: ExchangeQuote | undefined): string {
  if (draft.side === side) return draft.text;
  return quote ? amountText(side === 'sell' ? quote.sellAmount : quote.buyAmount) : '';
}

/** The quote to ask for, or what is wrong with what was typed. */
export function readDraft({
  from,
  to,
  side,
  text,
}: ExchangeDraft): { request: ExchangeQuoteRequest } | { error: string } {
  const minor = parseAmount(text);
  if (minor === undefined) return { error: 'Enter an amount such as 12.50' };
  if (minor === 0) return { error: 'Must be at least 0.01' };
  const available = availableIn(from);
  if (side === 'sell' && available !== undefined && minor > available) {
    return { error: `Only ${formatMoney(available, from.forCurrency)} is available` };
  }
  const accounts = { fromPayInAccountId: from.id, toPayInAccountId: to.id };
  return { request: side === 'sell' ? { ...accounts, sellAmount: minor } : { ...accounts, buyAmount: minor } };
}

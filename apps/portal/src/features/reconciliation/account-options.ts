import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { numberOf } from '#features/balances/account-display.ts';
import { accountName } from '#features/balances/provider-names.ts';
import type { StatementAccount } from './worker/load-books.ts';

export interface AccountOption {
  value: string;
  label: string;
  of: StatementAccount;
}

/** Identifies an account; it stays the same when its balance changes. */
export const accountKey = (of: StatementAccount): string =>
  of.kind === 'pay-in' ? String(of.account.id) : `bank ${of.currency}`;

export const accountLabel = (of: StatementAccount): string =>
  of.kind === 'pay-in'
    ? `${accountName(of.account)} · ${numberOf(of.account)}`
    : `${of.currency} · our bank account (receives payouts)`;

/** The accounts that a statement can be of: in its currency, or in any when the file names none. */
export function optionsFor(accounts: readonly PayInAccount[], currency: string | undefined): AccountOption[] {
  const fitting = accounts.filter((account) => currency === undefined || account.forCurrency === currency);
  const currencies = [...new Set(fitting.map(({ forCurrency }) => forCurrency))];
  const all: StatementAccount[] = [
    ...currencies.map((each) => ({ kind: 'bank' as const, currency: each })),
    ...fitting.map((account) => ({ kind: 'pay-in' as const, account })),
  ];
  return all.map((of) => ({ value: accountKey(of), label: accountLabel(of), of }));
}

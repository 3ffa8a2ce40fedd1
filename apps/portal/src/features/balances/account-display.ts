import { isBalanceLow, isBalanceShown, type PayInAccount } from '@volume/contract/balances/balances.ts';
import { formatAccountNumbers } from '@volume/contract/money/account-number.ts';

/** False for an account that the API sent without an id: no endpoint can address it. */
export const isNamed = ({ id }: PayInAccount): boolean => id > 0;

/** The account's numbers as usually written: the sort code first. */
export const numberOf = ({ accountIdentification1: one, accountIdentification2: two }: PayInAccount): string =>
  formatAccountNumbers([one, two]);

/** The beginning of the name of a statement's files: `statement-GBP-55779911`. */
export const statementFileName = (account: PayInAccount | undefined): string =>
  ['statement', account?.forCurrency, account?.accountIdentification1.number].filter(Boolean).join('-');

/** The available balance and the balance; undefined where the specification hides them (§5). */
export function balancesOf(account: PayInAccount): { available: number; balance: number } | undefined {
  if (!isBalanceShown(account)) return undefined;
  const { availableBalance, balance } = account.virtualAccountInformation ?? {};
  return availableBalance == null || balance == null ? undefined : { available: availableBalance, balance };
}

/** True when less is available than the threshold and the balance may be shown (§5). */
export const isShownLow = (account: PayInAccount): boolean => isBalanceShown(account) && isBalanceLow(account);

export function balanceHiddenReason(account: PayInAccount): string | undefined {
  if (isBalanceShown(account)) return undefined;
  if (!account.isVirtualAccount) return 'Held at your own bank';
  if (account.forCurrency === 'EUR') return 'Balances of EUR accounts are not shown';
  if (account.isLimitedVirtualAccount) return 'The account is limited';
  return 'Balance not available from the provider';
}

import { isBalanceShown, type PayInAccount } from '@volume/contract/balances.ts';
import { titleCase } from '#design/text/title-case.ts';

/** An account in a choice: `GBP · Modulr · …6819`. */
export function accountLabel(account: PayInAccount): string {
  const { forCurrency, accountIdentification1: first } = account;
  const end = first.number === '' ? [] : [`…${first.number.slice(-4)}`];
  return [forCurrency, keeperOf(account), ...end].join(' · ');
}

function keeperOf({ isVirtualAccount, vaProviderType }: PayInAccount): string {
  if (!isVirtualAccount) return 'Bank account';
  return titleCase(vaProviderType ?? 'Virtual account');
}

/** What can be sold from an account in minor units; undefined where its balance is not shown (§5). */
export function availableIn(account: PayInAccount): number | undefined {
  return isBalanceShown(account) ? (account.virtualAccountInformation?.availableBalance ?? undefined) : undefined;
}

/** Why an account's balance is not shown (§5). */
export function whyNotShown({ isVirtualAccount, forCurrency, isLimitedVirtualAccount }: PayInAccount): string {
  if (!isVirtualAccount) return 'at your own bank';
  if (forCurrency === 'EUR') return 'balances of EUR accounts are not shown';
  return isLimitedVirtualAccount ? 'the account is limited' : 'balance not available from the provider';
}

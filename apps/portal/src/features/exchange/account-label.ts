import { isBalanceShown, type PayInAccount } from '@volume/contract/balances.ts';
import { titleCase } from '#design/text/title-case.ts';

/** An account in a choice: `GBP · Modulr · …6819`. */
export function accountLabel({ forCurrency, vaProviderType, accountIdentification1: { number } }: PayInAccount) {
  return [forCurrency, titleCase(vaProviderType ?? 'Account'), `…${number.slice(-4)}`].join(' · ');
}

/** What can be sold from an account in minor units; undefined where its balance is not shown (§5). */
export function availableIn(account: PayInAccount): number | undefined {
  return isBalanceShown(account) ? (account.virtualAccountInformation?.availableBalance ?? undefined) : undefined;
}

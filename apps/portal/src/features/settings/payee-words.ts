import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { formatAccount } from '#design/text/format-account.ts';
import { titleCase } from '#design/text/title-case.ts';

/** The provider of the account: `Modulr`, or the bank it stands at. */
export function accountProvider({ isVirtualAccount, vaProviderType }: PayeeDetail): string {
  if (!isVirtualAccount) return 'Bank account';
  return vaProviderType === null || vaProviderType === 'NONE' ? 'Virtual account' : providerWord(vaProviderType);
}

const providerWord = (type: string): string => (type === 'ISX' ? 'ISX' : titleCase(type));

/** The account's number in one line: `60-16-13 3192 6819`, or the IBAN. */
export function accountNumber({ accountIdentification1, accountIdentification2 }: PayeeDetail): string {
  const both = [accountIdentification2, accountIdentification1].filter((each) => each !== null);
  return both.map(({ type, number }) => formatAccount(type, number)).join(' ');
}

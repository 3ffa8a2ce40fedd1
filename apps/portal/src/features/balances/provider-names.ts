import { titleCase } from '#design/text/format-text.ts';

/** The display name of an account provider: `MODULR` becomes Modulr, ISX stays. */
export const providerLabel = (type: string): string => (type === 'ISX' ? type : titleCase(type));

interface Account {
  isVirtualAccount: boolean;
  vaProviderType?: string | null | undefined;
}

/** The provider or bank of an account: `Modulr`, an unnamed provider, or a bank. */
export function providerOf({ isVirtualAccount, vaProviderType }: Account): string {
  if (!isVirtualAccount) return 'Bank account';
  return isProvider(vaProviderType) ? providerLabel(vaProviderType) : 'Virtual account';
}

/** The one name of an account on every screen: `GBP · Modulr`. */
export const accountName = (account: Account & { forCurrency: string }): string =>
  `${account.forCurrency} · ${providerOf(account)}`;

export const isProvider = (type: string | null | undefined): type is string => Boolean(type) && type !== 'NONE';

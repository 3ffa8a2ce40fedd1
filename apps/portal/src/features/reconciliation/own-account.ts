import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { isSameAccount } from './matching/same-account.ts';
import type { StatementSummary } from './worker/worker-messages.ts';

/** The pay-in account of a statement, if the file names one of these. One with the statement's currency is preferred. */
export function findOwnAccount(
  accounts: readonly PayInAccount[],
  { account: number, currency }: Pick<StatementSummary, 'account' | 'currency'>,
): PayInAccount | undefined {
  if (number === undefined) return undefined;
  const own = accounts.filter((account) => hasNumber(account, number));
  return own.find(({ forCurrency }) => forCurrency === currency) ?? own[0];
}

/** Compares with the IBAN, or the account number with or without the sort code. */
function hasNumber(
  { accountIdentification1: one, accountIdentification2: two }: PayInAccount,
  number: string,
): boolean {
  const both = [one, two].filter((each) => each !== null);
  const code = both.find(({ type }) => type === 'SORT_CODE')?.number ?? '';
  return both.some(
    (each) =>
      each.type !== 'SORT_CODE' &&
      (isSameAccount(each.number, number) || isSameAccount(`${code}${each.number}`, number)),
  );
}

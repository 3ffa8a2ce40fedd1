import { queryOptions } from '@tanstack/react-query';
import { listPayInAccounts, type PayInAccount } from '@volume/contract/balances/balances.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { call } from '#platform/provider-api.ts';
import { payInAccountKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { readSession } from '#platform/session/session.ts';

/** Cached just long enough to pass an administrator's response from the loader to the page. */
const handOverMs = 5_000;

/**
 * An application's pay-in accounts with their balances. Cached without expiry for merchants (§4 Caching) and refetched
 * by Refresh and after the user's own writes; not cached for administrators (contract §9).
 */
export function payInAccountsQuery(scope: Scope) {
  const isAdmin = readSession().kind === 'admin';
  return queryOptions({
    queryKey: payInAccountKeys.of(scope),
    queryFn: async ({ signal, client }) => {
      const accounts = await call(listPayInAccounts, { params: scope, signal, applicationId: scope.applicationId });
      if (accounts.every(({ id }) => id !== 0)) return accounts;
      const merchant = await client.ensureQueryData(merchantQuery(scope.merchantId));
      const payees = selectApplication(merchant, scope.applicationId).payeeDetailsPerCurrency;
      return nameAccounts(accounts, payees ?? []);
    },
    staleTime: isAdmin ? handOverMs : Infinity,
    gcTime: isAdmin ? handOverMs : Infinity,
  });
}

/**
 * Completes accounts that the API sent without an id and name (§3) from the application's payee details, if there is
 * exactly one of that currency and kind on each side. The others get negative ids and cannot be paid out of.
 */
export function nameAccounts(accounts: readonly PayInAccount[], payees: readonly PayeeDetail[]): PayInAccount[] {
  return accounts.map((account, index) => {
    if (account.id !== 0) return account;
    const isSame = ({ forCurrency, isVirtualAccount }: PayInAccount | PayeeDetail) =>
      forCurrency === account.forCurrency && isVirtualAccount === account.isVirtualAccount;
    const [payee, ...others] = payees.filter(isSame);
    const isOnly = others.length === 0 && accounts.filter(isSame).length === 1;
    if (!payee || !isOnly) return { ...account, id: -1 - index, accountHolderName: `${account.forCurrency} account` };
    const { id, accountHolderName, accountIdentification1, accountIdentification2 } = payee;
    const { vaProviderType, defaultForCurrency } = payee;
    const name = { id, accountHolderName, accountIdentification1, accountIdentification2 };
    return { ...account, ...name, vaProviderType, defaultForCurrency };
  });
}

import { PayInAccount } from '@volume/contract/balances/balances.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { expect, test } from 'vitest';
import { signIn } from '#platform/testing/sign-in.ts';
import { nameAccounts, payInAccountsQuery } from './pay-in-accounts-query.ts';

const scope = { merchantId: 'm', applicationId: 'a' };

test('caches merchants’ pay-in accounts without expiry, and administrators’ only until the page has taken them (§4)', () => {
  signIn({ merchantId: 'm', authorities: ['VIEW_ONLY'] });
  expect(payInAccountsQuery(scope)).toMatchObject({ staleTime: Infinity, gcTime: Infinity });
  signIn({ adminId: 'a', authorities: ['VOLUME_ADMIN'] });
  expect(payInAccountsQuery(scope)).toMatchObject({ staleTime: 5000, gcTime: 5000 });
});

test('takes the names of accounts that lack one from the payee details, if there is one of each (§3)', () => {
  const answered = (forCurrency: string) =>
    PayInAccount.parse({
      forCurrency,
      isVirtualAccount: true,
      isLimitedVirtualAccount: false,
      virtualAccountInformation: { availableBalance: 1, balance: 2 },
    });
  const payee = (id: number, forCurrency: string) =>
    ({
      id,
      forCurrency,
      isVirtualAccount: true,
      accountHolderName: `Holder ${id}`,
      vaProviderType: 'ISX',
    }) as PayeeDetail;
  const [pounds, euros, others] = nameAccounts(
    [answered('GBP'), answered('EUR'), answered('EUR')],
    [payee(11, 'GBP'), payee(12, 'EUR')],
  );
  expect(pounds).toMatchObject({ id: 11, accountHolderName: 'Holder 11', vaProviderType: 'ISX' });
  expect(euros).toMatchObject({ id: -2, accountHolderName: 'EUR account' });
  expect(others).toMatchObject({ id: -3, accountHolderName: 'EUR account' });
});

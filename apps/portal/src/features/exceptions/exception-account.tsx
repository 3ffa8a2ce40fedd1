import { useQuery } from '@tanstack/react-query';
import type { Exception } from '@volume/contract/exceptions/exceptions.ts';
import { formatAccountNumbers } from '@volume/contract/money/account-number.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { merchantQuery } from '#platform/merchant-query.ts';

/** The merchant's account that an exception is about, by its name and number; by its id until the merchant is loaded. */
export function ExceptionAccount({ exception }: { exception: Exception }) {
  const { merchantId, payInAccountId } = exception;
  const { data } = useQuery(merchantQuery(merchantId));
  const account = data?.applications
    .flatMap(({ payeeDetailsPerCurrency }) => payeeDetailsPerCurrency ?? [])
    .find(({ id }) => id === payInAccountId);
  if (!account) return payInAccountId;
  const { accountIdentification1: one, accountIdentification2: two } = account;
  return (
    <>
      {accountName(account)}
      <span className="mono block">{formatAccountNumbers([one, two])}</span>
    </>
  );
}

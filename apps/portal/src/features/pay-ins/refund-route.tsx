import { useQuery } from '@tanstack/react-query';
import { formatAccountNumbers } from '@volume/contract/money/account-number.ts';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { accountName } from '#features/balances/provider-names.ts';
import { paymentDetailsQuery } from './pay-in-queries.ts';

/** The recipient of the refund with the account, and the account from which it leaves, as far as the bank named them. */
export function RefundRoute({ row }: { row: PaymentListItem }) {
  const { data, isLoading } = useQuery(paymentDetailsQuery(row.paymentId));
  // As high as the facts, so that the dialog does not move when they arrive.
  if (!data) return isLoading && <div className="min-h-[114px]" />;
  const { paymentRefundData: to, payee, events } = data;
  const vaProviderType = events.find(({ type }) => type === 'SETTLED')?.actor;
  const { isToVirtualAccount: isVirtualAccount, paymentRequest } = row;
  return (
    <DescriptionList
      items={[
        ...(to && to.accountIdentifications.length > 0
          ? [
              {
                term: 'To',
                detail: (
                  <>
                    <bdi className="font-medium">{to.accountHolderName}</bdi>
                    <span className="mono block">{formatAccountNumbers(to.accountIdentifications)}</span>
                  </>
                ),
              },
            ]
          : []),
        ...(payee
          ? [
              {
                term: 'From',
                detail: (
                  <>
                    {accountName({ forCurrency: paymentRequest.currency, isVirtualAccount, vaProviderType })}
                    <span className="mono block">
                      {formatAccountNumbers([payee.accountIdentification1, payee.accountIdentification2])}
                    </span>
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { balancesOf } from '#features/balances/account-display.ts';
import { BalanceAfterwards, FromAccount } from '#features/balances/account-facts.tsx';
import type { Destination } from '#features/beneficiaries/destinations.ts';
import { NameCheckFact } from '#features/beneficiaries/name-check-label.tsx';
import { useZone } from '#platform/preferences.ts';

/** Minor units; payouts from this amount are reviewed before they are made. */
const reviewedFrom = 10_000_00;

interface PayOutFactsProps {
  to: Destination;
  account: PayInAccount;
  /** Minor units; undefined while nothing is typed. */
  amount: number | undefined;
  /** As typed; undefined where none can be given. */
  reference: string | undefined;
}

export function PayOutFacts({ to, account, amount, reference }: PayOutFactsProps) {
  const zone = useZone();
  const { forCurrency: currency } = account;
  const balances = balancesOf(account);
  const available = balances?.available;
  const left = amount !== undefined && available !== undefined && amount <= available ? available - amount : undefined;
  const isReviewed = amount !== undefined && (amount >= reviewedFrom || left === 0);
  return (
    <>
      <DescriptionList
        items={[
          { term: 'To', detail: <ToAccount to={to} /> },
          ...(to.nameCheck === null
            ? []
            : [{ term: 'Name check', detail: <NameCheckFact check={to.nameCheck} nameAtBank={to.nameAtBank} /> }]),
          { term: 'From', detail: <FromAccount account={account} /> },
          ...(reference === undefined
            ? []
            : [{ term: 'Reference', detail: reference.trim() || 'Added automatically' }]),
          ...(balances === undefined
            ? []
            : [
                {
                  term: 'Balance afterwards',
                  detail: left !== undefined && amount !== undefined && (
                    <BalanceAfterwards {...{ currency }} balance={balances.balance - amount} available={left} />
                  ),
                },
              ]),
        ]}
      />
      {to.coolingUntilUtc !== null && (
        <Notice tone="held" title="This beneficiary is new">
          Until {formatDateTime(to.coolingUntilUtc, zone, 'full')} we ask for your code or password before it is paid.
        </Notice>
      )}
      {isReviewed && (
        <Notice tone="info" title={`Check before you pay out ${formatMoney(amount, currency)}`}>
          It can’t be undone.{left === undefined ? '' : ` ${formatMoney(left, currency)} will be left available.`}
        </Notice>
      )}
    </>
  );
}

/** The recipient's name above the account; for an account whose number only the provider knows, its id. */
function ToAccount({ to: { name, number, id } }: { to: Destination }) {
  return (
    <>
      <bdi className="font-medium">{name ?? 'Default beneficiary'}</bdi>
      {number === null ? (
        <span className="block text-label text-ink-3">
          Account held by the provider, <IdText>{id}</IdText>
        </span>
      ) : (
        <span className="mono block">{number}</span>
      )}
    </>
  );
}

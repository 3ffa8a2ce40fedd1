import { Notice } from '#design/feedback/notice.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { useZone } from '#platform/preferences.ts';
import type { Destination } from './destinations.ts';
import { NameCheckWord } from './name-check-word.tsx';

/** Minor units from which on a payout is reviewed before it is made. */
const reviewedFrom = 10_000_00;

interface PayOutFactsProps {
  to: Destination;
  currency: string;
  /** Minor units; undefined while none is typed, or its balance is not shown. */
  amount: number | undefined;
  available: number | undefined;
}

/** What a payout comes to before it is made: whose account, what is left, and a review of a large one. */
export function PayOutFacts({ to, currency, amount, available }: PayOutFactsProps) {
  const zone = useZone();
  const left = amount !== undefined && available !== undefined && amount <= available ? available - amount : undefined;
  const isReviewed = amount !== undefined && (amount >= reviewedFrom || left === 0);
  return (
    <>
      <DescriptionList
        items={[
          ...(to.name === null ? [] : [{ term: 'Account holder', detail: <bdi>{to.name}</bdi> }]),
          { term: 'Account', detail: to.number ?? 'Known to the provider only', mono: to.number !== null },
          ...(to.nameCheck === null ? [] : [{ term: 'Name check', detail: <NameCheckWord check={to.nameCheck} /> }]),
          ...(available === undefined
            ? []
            : [
                {
                  term: 'Left afterwards',
                  detail: left === undefined ? null : <Money minor={left} currency={currency} />,
                },
              ]),
        ]}
      />
      <p className="m-0 text-right text-label text-ink-3">
        Beneficiary <IdText>{to.id}</IdText>
      </p>
      {to.coolingUntilUtc !== null && (
        <Notice tone="held" title="This beneficiary is new">
          Until {formatDateTime(to.coolingUntilUtc, zone, 'full')} we ask for your code or password before it is paid.
        </Notice>
      )}
      {isReviewed && (
        <Notice tone="info" title={`Check before you pay out ${formatMoney(amount, currency)}`}>
          To <bdi>{to.name ?? 'the default beneficiary'}</bdi>, {to.number ?? to.id}.{' '}
          {left === undefined ? '' : `${formatMoney(left, currency)} will be left in the account.`}
        </Notice>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { OutboundPayment } from '@volume/contract/payouts.ts';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { zoneName } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { payoutsHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { PartError } from '#screen/part-error.tsx';
import { StatusTag } from '#domain/status-tag.tsx';
import { moneyOutStatusWord } from '#domain/status-words.ts';
import { payoutsQuery } from './overview-queries.ts';
import type { Period } from './revenue/period.ts';

/** The newest payouts of the period; nothing stands here when there are none. */
export function LatestPayouts({ scope, period }: { scope: Scope; period: Period }) {
  const { data, error, isFetching, refetch } = useQuery(payoutsQuery(scope, period));
  const zone = useZone();
  const now = new Date(useNow());
  if (data?.length === 0) return null;
  return (
    <Section title="Latest payouts" action={<TextLink href={payoutsHref({ ...period })}>All payouts</TextLink>}>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="The newest payouts"
          columns={columnsOf(zone, now)}
          rows={data}
          rowKey={(row) => row.payoutPaymentId}
          skeletonRows={4}
        />
      )}
    </Section>
  );
}

const columnsOf = (zone: string, now: Date): Column<OutboundPayment>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 190,
    card: 'state',
    cell: ({ status }) => <StatusTag status={moneyOutStatusWord(status)} />,
  },
  {
    id: 'to',
    header: 'To',
    card: 'who',
    cell: ({ payoutRequestDetails: { destination } }) => <PersonName>{destination.name}</PersonName>,
  },
  {
    id: 'created',
    header: `Created, ${zoneName(zone)}`,
    width: 130,
    soft: true,
    card: 'when',
    cell: ({ createdAtUtc }) => <DateTime utc={createdAtUtc} zone={zone} now={now} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'end',
    strong: true,
    card: 'sum',
    cell: ({ payoutRequestDetails: { amount, currency } }) => <Money minor={amount} currency={currency} />,
  },
];

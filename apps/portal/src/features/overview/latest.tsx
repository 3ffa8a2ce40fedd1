import { useQuery } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import type { OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import { memo } from 'react';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { zoneName } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { titleCase } from '#design/text/format-text.ts';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { moneyOutStatusLabel, paymentStatusLabel } from '#features/pay-ins/status-labels.ts';
import type { Period } from './span.ts';
import { payInHref, payInsHref, payoutsHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { PartError } from '#lists/part-error.tsx';
import { payerName } from '#features/pay-ins/pay-in-labels.ts';
import { latestPayInsQuery, type OverviewScope, payoutsQuery } from './overview-queries.ts';

export const LatestPayIns = memo(function LatestPayIns({ owner, period }: { owner: OverviewScope; period: Period }) {
  const { data, error, isFetching, refetch } = useQuery(latestPayInsQuery(owner, period));
  const zone = useZone();
  const now = new Date(useNow());
  return (
    <Section title="Latest pay-ins" action={<TextLink href={payInsHref({ ...period })}>All pay-ins</TextLink>}>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="The newest pay-ins"
          columns={payInColumns(zone, now)}
          rows={data?.content}
          rowKey={(row) => row.paymentId}
          rowHref={(row) => payInHref(row.paymentId)}
          rowLabel={(row) => `${titleCase(row.paymentStatus)}, ${payerName(row) ?? 'no payer name'}`}
          skeletonRows={6}
          empty={<EmptyState title="No pay-ins on these days" />}
        />
      )}
    </Section>
  );
});

const payInColumns = (zone: string, now: Date): Column<PaymentListItem>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 190,
    card: 'state',
    cell: ({ paymentStatus }) => <StatusTag status={paymentStatusLabel(paymentStatus)} />,
  },
  { id: 'payer', header: 'Payer', card: 'who', cell: (row) => <PersonName>{payerName(row)}</PersonName> },
  {
    id: 'reference',
    header: 'Reference',
    width: 172,
    mono: true,
    soft: true,
    cell: ({ paymentRequest: { reference } }) => reference && <IdText>{reference}</IdText>,
  },
  createdColumn(zone, now, ({ createdAt }) => createdAt),
  amountColumn(({ paymentRequest }) => paymentRequest),
];

export const LatestPayouts = memo(function LatestPayouts({ scope, period }: { scope: Scope; period: Period }) {
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
          columns={payoutColumns(zone, now)}
          rows={data}
          rowKey={(row) => row.payoutPaymentId}
          rowHref={({ payoutPaymentId, payoutRequestDetails: { currency } }) =>
            payoutsHref({ ...period, currency, payout: payoutPaymentId })
          }
          rowLabel={({ status, payoutRequestDetails: { destination } }) =>
            `${moneyOutStatusLabel(status).label}, ${destination.name ?? 'no name'}`
          }
          skeletonRows={4}
        />
      )}
    </Section>
  );
});

const payoutColumns = (zone: string, now: Date): Column<OutboundPayment>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 190,
    card: 'state',
    cell: ({ status }) => <StatusTag status={moneyOutStatusLabel(status)} />,
  },
  {
    id: 'to',
    header: 'To',
    card: 'who',
    cell: ({ payoutRequestDetails: { destination } }) => <PersonName>{destination.name}</PersonName>,
  },
  createdColumn(zone, now, ({ createdAtUtc }) => createdAtUtc),
  amountColumn(({ payoutRequestDetails }) => payoutRequestDetails),
];

const createdColumn = <Row,>(zone: string, now: Date, createdAt: (row: Row) => string): Column<Row> => ({
  id: 'created',
  header: `Created, ${zoneName(zone)}`,
  width: 130,
  soft: true,
  card: 'when',
  cell: (row) => <DateTime utc={createdAt(row)} zone={zone} now={now} />,
});

const amountColumn = <Row,>(sum: (row: Row) => { amount: number; currency: string }): Column<Row> => ({
  id: 'amount',
  header: 'Amount',
  width: 120,
  align: 'end',
  strong: true,
  card: 'sum',
  cell: (row) => <Money minor={sum(row).amount} currency={sum(row).currency} />,
});

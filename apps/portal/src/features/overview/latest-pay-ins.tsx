import { useQuery } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
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
import { titleCase } from '#design/text/title-case.ts';
import { payInHref, payInsHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { PartError } from '#screen/part-error.tsx';
import { StatusTag } from '#domain/status-tag.tsx';
import { paymentStatusWord } from '#domain/status-words.ts';
import { payInsQuery, type OverviewScope } from './overview-queries.ts';
import type { Period } from './revenue/period.ts';

/** The newest pay-ins of the period. */
export function LatestPayIns({ whose, period }: { whose: OverviewScope; period: Period }) {
  const { data, error, isFetching, refetch } = useQuery(payInsQuery(whose, period, { size: 6 }));
  const zone = useZone();
  const now = new Date(useNow());
  return (
    <Section title="Latest pay-ins" action={<TextLink href={payInsHref({ ...period })}>All pay-ins</TextLink>}>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="The newest pay-ins"
          columns={columnsOf(zone, now)}
          rows={data?.content}
          rowKey={(row) => row.paymentId}
          rowHref={(row) => payInHref(row.paymentId)}
          rowLabel={(row) => `${titleCase(row.paymentStatus)}, ${row.payer?.name ?? 'no payer name'}`}
          skeletonRows={6}
          empty={<EmptyState title="No pay-ins on these days" />}
        />
      )}
    </Section>
  );
}

const columnsOf = (zone: string, now: Date): Column<PaymentListItem>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 190,
    card: 'state',
    cell: ({ paymentStatus }) => <StatusTag status={paymentStatusWord(paymentStatus)} />,
  },
  { id: 'payer', header: 'Payer', card: 'who', cell: ({ payer }) => <PersonName>{payer?.name}</PersonName> },
  {
    id: 'reference',
    header: 'Reference',
    width: 172,
    mono: true,
    soft: true,
    cell: ({ paymentRequest: { reference } }) => reference && <IdText>{reference}</IdText>,
  },
  {
    id: 'created',
    header: `Created, ${zoneName(zone)}`,
    width: 130,
    soft: true,
    card: 'when',
    cell: ({ createdAt }) => <DateTime utc={createdAt} zone={zone} now={now} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'end',
    strong: true,
    card: 'sum',
    cell: ({ paymentRequest: { amount, currency } }) => <Money minor={amount} currency={currency} />,
  },
];

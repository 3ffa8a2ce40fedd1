import { useQuery } from '@tanstack/react-query';
import type { Institution } from '@volume/contract/institutions/institutions.ts';
import type { PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { zoneName } from '#design/text/format-date.ts';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { paymentStatusLabel } from '#features/pay-ins/status-labels.ts';
import { institutionsQuery } from '#platform/queries/institutions-query.ts';
import { attemptCountOf } from './payment-link-labels.ts';

type Attempt = PaymentLink['attempts'][number];

interface AttemptsSectionProps {
  paymentLink: PaymentLink;
  zone: string;
  now: number;
  paymentHref: (paymentId: string) => string;
}

export function AttemptsSection({ paymentLink, zone, now, paymentHref }: AttemptsSectionProps) {
  const { attempts } = paymentLink;
  const count = formatCount(attemptCountOf(paymentLink));
  const shown =
    attempts.length < attemptCountOf(paymentLink) ? `newest ${formatCount(attempts.length)} of ${count}` : count;
  const { data: names } = useQuery({ ...institutionsQuery(), select: namesOf, enabled: attempts.length > 0 });
  const bankName = ({ institutionId }: Attempt) => institutionId && (names?.get(institutionId) ?? institutionId);
  return (
    <Section title="Attempts" aside={attempts.length > 0 ? shown : undefined}>
      {attempts.length === 0 ? (
        <EmptyState title="No payment attempts yet" detail="An attempt starts when someone chooses their bank." />
      ) : (
        <DataTable
          caption="Attempts to pay this link"
          columns={attemptColumns({ zone, now, bankName })}
          rows={attempts.toReversed()}
          rowKey={(attempt) => attempt.paymentId}
          rowHref={(attempt) => paymentHref(attempt.paymentId)}
          rowLabel={(attempt) =>
            `${paymentStatusLabel(attempt.paymentStatus).label}, ${bankName(attempt) ?? 'no bank'}`
          }
        />
      )}
    </Section>
  );
}

interface ColumnOptions {
  zone: string;
  now: number;
  bankName: (attempt: Attempt) => string | null;
}

const attemptColumns = ({ zone, now, bankName }: ColumnOptions): Column<Attempt>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 190,
    card: 'state',
    cell: ({ paymentStatus }) => <StatusTag status={paymentStatusLabel(paymentStatus)} />,
  },
  { id: 'bank', header: 'Bank', width: 140, card: 'who', cell: (attempt) => <bdi>{bankName(attempt) ?? '–'}</bdi> },
  {
    id: 'why',
    header: 'Why it failed',
    soft: true,
    card: 'sum',
    cell: ({ errorDescription }) => <bdi>{errorDescription}</bdi>,
  },
  {
    id: 'at',
    header: `Started, ${zoneName(zone)}`,
    width: 120,
    soft: true,
    card: 'when',
    cell: ({ createdAt }) => <DateTime utc={createdAt} zone={zone} now={new Date(now)} />,
  },
];

const namesOf = (institutions: readonly Institution[]) =>
  new Map(institutions.map(({ institutionId, name }) => [institutionId, name]));

import type { PaymentEvent } from '@volume/contract/pay-ins/pay-ins.ts';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import { DataTable } from '#design/table/data-table.tsx';
import type { Column } from '#design/table/column.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { zoneName } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';

interface WebhooksProps {
  events: readonly PaymentEvent[];
  zone: string;
  /** Link to the delivery log; undefined where the user may not see it. */
  logHref: string | undefined;
}

export function WebhooksSection({ events, zone, logHref }: WebhooksProps) {
  const attempts = events.filter((event) => event.type.startsWith('WEBHOOK_'));
  if (attempts.length === 0) return null;
  return (
    <Section title="Webhooks" action={logHref && <TextLink href={logHref}>Delivery log</TextLink>}>
      <DataTable
        caption="Webhook deliveries of this payment"
        columns={attemptColumns(zone)}
        rows={attempts}
        rowKey={(event) => String(attempts.indexOf(event))}
      />
    </Section>
  );
}

const attemptColumns = (zone: string): Column<PaymentEvent>[] => [
  {
    id: 'result',
    header: 'Result',
    width: 112,
    card: 'state',
    cell: ({ type }) => (type === 'WEBHOOK_DELIVERED' ? <Tag tone="ok">Delivered</Tag> : <Tag tone="bad">Failed</Tag>),
  },
  {
    id: 'address',
    header: 'Address',
    card: 'who',
    cell: ({ actor }) => (
      <span className="block truncate" title={actor ?? undefined}>
        <IdText>{`PUT ${actor ?? ''}`}</IdText>
      </span>
    ),
  },
  { id: 'event', header: 'Event', width: 210, soft: true, card: 'sum', cell: ({ detail }) => detail },
  {
    id: 'at',
    header: `Time, ${zoneName(zone)}`,
    width: 104,
    soft: true,
    card: 'when',
    cell: (event) => <DateTime utc={event.atUtc} zone={zone} style="time" />,
  },
];

import type { WebhookDelivery } from '@volume/contract/webhooks.ts';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { attemptWords, kindWords, stateWords } from '#features/webhooks/webhook-words.ts';
import type { ListLook } from '#lists/list-table.tsx';

/** A delivery's state: a dot and a word. */
export function DeliveryTag({ state }: { state: WebhookDelivery['state'] }) {
  const { word, tone } = stateWords[state];
  return <Tag tone={tone}>{word}</Tag>;
}

/** The columns of the delivery log. */
export const deliveryColumns = ({ zone, zoneName, now }: ListLook): Column<WebhookDelivery>[] => [
  { id: 'state', header: 'State', width: 122, card: 'state', cell: ({ state }) => <DeliveryTag state={state} /> },
  { id: 'kind', header: 'Event', width: 96, card: 'who', strong: true, cell: ({ kind }) => kindWords[kind] },
  { id: 'object', header: 'Object', width: 122, cell: ({ objectId }) => <IdText short={13}>{objectId}</IdText> },
  {
    id: 'address',
    header: 'Address',
    cell: ({ url }) => (
      <span className="block truncate" title={url}>
        <IdText>{url.replace(/^https:\/\//, '')}</IdText>
      </span>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: 86,
    align: 'end',
    cell: ({ attempts }) => <span className="num">{attempts.length}</span>,
  },
  { id: 'last', header: 'Last response', width: 190, soft: true, card: 'sum', cell: lastAnswer },
  {
    id: 'created',
    header: `Created, ${zoneName}`,
    width: 136,
    soft: true,
    card: 'when',
    sort: 'descending',
    cell: ({ createdAtUtc }) => <DateTime utc={createdAtUtc} zone={zone} now={new Date(now)} />,
  },
];

function lastAnswer({ attempts }: WebhookDelivery) {
  const last = attempts.at(-1);
  const words = last === undefined ? 'Not sent yet' : attemptWords(last);
  return (
    <span className="block truncate" title={words}>
      {words}
    </span>
  );
}

import type { Activity } from '@volume/contract/activity.ts';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import type { ListLook } from '#lists/list-table.tsx';
import { actionWord, deviceOf, nounOf } from './activity-words.ts';

/** The columns of the log; the action opens everything that is known of it. */
export const activityColumns =
  (onOpen: (activity: Activity) => void) =>
  ({ zone, zoneName, now }: ListLook): Column<Activity>[] => [
    {
      id: 'action',
      header: 'Action',
      width: 196,
      card: 'who',
      isRaised: true,
      cell: (activity) => (
        <button
          type="button"
          className="block max-w-full truncate text-left font-medium hover:text-act hover:underline"
          aria-haspopup="dialog"
          onClick={() => onOpen(activity)}
        >
          {actionWord(activity.action)}
        </button>
      ),
    },
    { id: 'actor', header: 'Who', card: 'state', cell: (activity) => <Actor activity={activity} /> },
    { id: 'subject', header: 'What', soft: true, cell: (activity) => <What activity={activity} /> },
    {
      id: 'from',
      header: 'From',
      width: 176,
      soft: true,
      cell: ({ ip, userAgent }) => (
        <span className="block truncate" title={userAgent ?? undefined}>
          {deviceOf(userAgent) ?? ip ?? '–'}
        </span>
      ),
    },
    {
      id: 'at',
      header: `When, ${zoneName}`,
      width: 136,
      soft: true,
      card: 'when',
      sort: 'descending',
      cell: ({ atUtc }) => <DateTime utc={atUtc} zone={zone} now={new Date(now)} />,
    },
  ];

export function Actor({ activity: { actor, actorKind } }: { activity: Activity }) {
  return (
    <span className="block truncate" title={actor}>
      <bdi>{actor}</bdi>
      {actorKind === 'ADMIN' && <span className="text-ink-3"> (Volume)</span>}
    </span>
  );
}

/** What the action says of itself; without that, the object it was done to. */
function What({ activity }: { activity: Activity }) {
  const { actor, subject, detail } = activity;
  const noun = nounOf(activity);
  if (noun !== null) return <Words>{detail === null ? noun : `${noun} · ${detail}`}</Words>;
  if (detail === null && subject === actor) return <span className="text-ink-3">–</span>;
  return (
    <span className="block truncate" title={detail ?? subject}>
      {detail === null ? <IdText>{subject}</IdText> : <bdi>{detail}</bdi>}
    </span>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span className="block truncate" title={children}>
      <bdi>{children}</bdi>
    </span>
  );
}

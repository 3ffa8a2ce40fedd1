import { nextPayoutRuns } from '@volume/contract/payout-schedules.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { isTime, type ScheduleDraft, timingOf } from './schedule-draft.ts';

/** The next three runs of what stands in the form, before it is saved. */
export function NextRuns({ draft }: { draft: ScheduleDraft }) {
  const zone = useZone();
  const now = useNow();
  if (!draft.enabled) return <p className="m-0 text-ink-3">Nothing is paid out while the schedule is off.</p>;
  if (!isTime(draft.timeUtc)) return null;
  const runs = nextPayoutRuns(timingOf(draft), now, 3).map((at) => new Date(at).toISOString());
  return (
    <div>
      <p className="m-0 font-medium">The next three runs</p>
      <ol className="num m-0 list-none p-0 text-ink-2">
        {runs.map((at) => (
          <li key={at}>
            <time dateTime={at}>{formatDateTime(at, zone, 'full')}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

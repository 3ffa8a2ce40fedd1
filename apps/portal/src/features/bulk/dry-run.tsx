import { bulkResendsPerMinute } from '@volume/contract/bulk/labels.ts';
import type { BulkGroup, BulkJob, BulkKind } from '@volume/contract/bulk/bulk.ts';
import { useState } from 'react';
import { Tag } from '#design/feedback/tag.tsx';
import { formatCount } from '#design/text/format-text.ts';
import type { Scope } from '#platform/scope.ts';
import { countText, sumUp, totalsText } from './bulk-labels.ts';
import { BulkRows } from './bulk-rows.tsx';

/** The dry run's result for each row, by name; nothing has been done yet. */
export function DryRun({ scope, job }: { scope: Scope; job: BulkJob }) {
  const excluded = job.groups.filter(({ state }) => state === 'EXCLUDED');
  const planned = sumUp(job, 'PLANNED').count;
  const isRefund = job.kind === 'REFUND';
  return (
    <div className="grid gap-2.5">
      <ul className="m-0 grid list-none gap-2 p-0" aria-live="polite">
        {[...job.groups.filter((group) => !excluded.includes(group)), ...excluded].map((group) => (
          <GroupLine key={`${group.state} ${group.reason}`} group={group} kind={job.kind} />
        ))}
      </ul>
      {planned > 0 && (
        <BulkRows
          {...{ scope, job }}
          state="PLANNED"
          label={isRefund ? 'Payments to refund' : 'Events to send again'}
        />
      )}
      {isRefund && (
        <p className="m-0 text-label text-ink-3">
          Each payment will be refunded its remaining amount. Nothing has been refunded yet.
        </p>
      )}
      {!isRefund && <Pace events={planned} />}
      {excluded.length > 0 && <Excluded {...{ scope, job, count: sumUp(job, 'EXCLUDED').count }} />}
    </div>
  );
}

/** How long a job takes when it resends more than can be sent in a minute. */
function Pace({ events }: { events: number }) {
  const minutes = Math.ceil(events / bulkResendsPerMinute);
  if (minutes < 2) return null;
  return (
    <p className="m-0 text-label text-ink-3">
      At most {bulkResendsPerMinute} events are sent again per minute, so this takes about {formatCount(minutes)}{' '}
      minutes.
    </p>
  );
}

function GroupLine({ group, kind }: { group: BulkGroup; kind: BulkKind }) {
  const { state, reason, count, totals } = group;
  const tone = state === 'EXCLUDED' ? 'bad' : reason === null ? 'ok' : 'held';
  const will = kind === 'REFUND' ? 'will be refunded' : 'will be sent again';
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <Tag tone={tone}>{state === 'EXCLUDED' ? `${formatCount(count)} cannot` : `${formatCount(count)} ${will}`}</Tag>
        {reason !== null && <span className="mt-0.5 block text-label text-ink-2">{reason}</span>}
      </span>
      <span className={`num whitespace-nowrap ${state === 'EXCLUDED' ? 'text-ink-3 line-through' : 'font-medium'}`}>
        {totalsText(totals)}
      </span>
    </li>
  );
}

function Excluded({ scope, job, count }: { scope: Scope; job: BulkJob; count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="grid gap-2" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-label text-act">Show the {countText(count, 'row')} left out</summary>
      {isOpen && <BulkRows {...{ scope, job }} state="EXCLUDED" label="Left out" />}
    </details>
  );
}

import type { FailedKind } from '@volume/contract/failed-jobs/failed-jobs.ts';
import { jobKindOf } from '@volume/contract/failed-jobs/job-kinds.ts';
import RotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs';
import { Button } from '#design/controls/button.tsx';
import { Icon } from '#design/icon.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { adminFailedJobsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { isKnownKind, kindCounts } from './failed-job-labels.ts';
import type { Decision } from './failed-jobs-query.ts';

interface FailedKindsProps {
  kinds: readonly FailedKind[];
  disabledReason: string | undefined;
  onAsk: (decision: Decision) => void;
}

/** The failed jobs of each kind: how many, since when, and what their failure means. */
export function FailedKinds({ kinds, ...actions }: FailedKindsProps) {
  return (
    <Section title="Kinds">
      <ul className="m-0 grid list-none border-t border-line p-0">
        {kinds.map((each) => (
          <Kind key={each.kind} each={each} {...actions} />
        ))}
      </ul>
    </Section>
  );
}

function Kind({ each, disabledReason, onAsk }: Omit<FailedKindsProps, 'kinds'> & { each: FailedKind }) {
  const { kind, dead } = each;
  const { label, effect } = jobKindOf(kind);
  return (
    <li className="flex items-start gap-6 border-b border-line py-3 phone:flex-col phone:gap-2.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">
            {isKnownKind(kind) ? <TextLink href={adminFailedJobsHref({ kind: [kind] })}>{label}</TextLink> : label}
          </span>
          <span className={`num ${dead > 0 ? 'text-bad' : 'text-ink-2'}`}>{kindCounts(each)}</span>
          <Since {...each} />
        </div>
        <p className="mt-1 mb-0 max-w-[720px] text-label text-ink-2">{effect}</p>
      </div>
      {dead > 0 && isKnownKind(kind) && (
        <Button
          size="s"
          icon={<Icon of={RotateCw} />}
          aria-label={`Retry all: ${label}`}
          disabledReason={disabledReason}
          onClick={() => onAsk({ action: 'retry-kind', kind, dead })}
        >
          Retry all
        </Button>
      )}
    </li>
  );
}

function Since({ firstFailedAtUtc: first, lastFailedAtUtc: last }: FailedKind) {
  const zone = useZone();
  const text = (at: string) => formatDateTime(at, zone, 'row');
  if (last === null) return null;
  return (
    <span className="num text-label text-ink-3">
      {first === null || first === last ? text(last) : `${text(first)} to ${text(last)}`}
    </span>
  );
}

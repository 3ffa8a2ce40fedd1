import type { Activity } from '@volume/contract/users/activity.ts';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { sayDetail } from './activity-details.ts';
import {
  actingFor,
  actionLabel,
  actorText,
  deviceName,
  isPersonal,
  subjectLink,
  subjectNoun,
} from './activity-labels.ts';
import { labelOf } from '#design/text/format-text.ts';

interface ActivitySheetProps {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  zone: string;
}

/** The details of one action: who, what, when and from where. */
export function ActivitySheet({ activity, isOpen, onClose, zone }: ActivitySheetProps) {
  const { action, actor, actorName, actorKind, subject, subjectName, atUtc, ip, userAgent, traceId } = activity;
  const detail = sayDetail(activity, zone);
  const link = subjectLink(activity);
  const noun = subjectNoun(activity);
  // Then the object is the name of a call.
  const isAttempt = action === 'STEP_UP_REQUIRED' || action === 'ACCESS_REFUSED';
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={actionLabel(action)} side="right">
      <div className="grid gap-4 p-5">
        <div>
          <h2 className="m-0 text-l font-strong tracking-[-.015em]">{actionLabel(action)}</h2>
          <p className="num mt-1 mb-0 text-ink-3">{formatDateTime(atUtc, zone, 'full')}</p>
        </div>
        <DescriptionList
          items={[
            { term: 'Who', detail: <bdi>{actorText(activity)}</bdi> },
            { term: 'Signed in as', detail: actorName && <bdi>{actor}</bdi> },
            { term: 'Acting for', detail: labelOf(actingFor, actorKind) },
            { term: 'What', detail: noun ?? (detail && <bdi data-personal={isPersonal(activity)}>{detail}</bdi>) },
            ...(noun === null || detail === null
              ? []
              : [{ term: 'Filter', detail: <bdi data-personal={isPersonal(activity)}>{detail}</bdi> }]),
            ...(subject !== actor && subjectName ? [{ term: 'User', detail: <bdi>{subjectName}</bdi> }] : []),
            ...(subject === actor || noun !== null || isAttempt
              ? []
              : [copied(subject.includes('@') ? 'Email address' : 'Object', subject)]),
            { term: 'Device', detail: deviceName(userAgent) },
            { term: 'Browser', detail: userAgent },
            copied('Address', ip),
            copied('Trace', traceId),
          ]}
        />
        {link !== undefined && <TextLink href={link.href}>{link.label}</TextLink>}
      </div>
    </Sheet>
  );
}

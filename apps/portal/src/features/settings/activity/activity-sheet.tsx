import type { Activity } from '@volume/contract/activity.ts';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { actingFor, actionWord, deviceOf, nounOf, placeOf } from './activity-words.ts';

interface ActivitySheetProps {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  zone: string;
}

/** Everything that is known of one action: who, what, when and from where. */
export function ActivitySheet({ activity, isOpen, onClose, zone }: ActivitySheetProps) {
  const { action, actor, actorKind, subject, detail, atUtc, ip, userAgent, traceId } = activity;
  const place = placeOf(activity);
  const noun = nounOf(activity);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={actionWord(action)} side="right">
      <div className="grid gap-4 p-5">
        <div>
          <h2 className="m-0 text-l font-strong tracking-[-.015em]">{actionWord(action)}</h2>
          <p className="num mt-1 mb-0 text-ink-3">{formatDateTime(atUtc, zone, 'full')}</p>
        </div>
        <DescriptionList
          items={[
            { term: 'Who', detail: <bdi>{actor}</bdi> },
            { term: 'Acting for', detail: actingFor[actorKind] },
            { term: 'What', detail: noun ?? (detail && <bdi>{detail}</bdi>) },
            ...(noun === null || detail === null ? [] : [{ term: 'Filter', detail: <bdi>{detail}</bdi> }]),
            ...(subject === actor || noun !== null ? [] : [copied('Object', subject)]),
            { term: 'Device', detail: deviceOf(userAgent) },
            { term: 'Browser', detail: userAgent },
            copied('Address', ip),
            copied('Trace', traceId),
          ]}
        />
        {place !== undefined && <TextLink href={place.href}>{place.label}</TextLink>}
      </div>
    </Sheet>
  );
}

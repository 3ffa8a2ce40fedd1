import type { Activity } from '@volume/contract/activity.ts';
import { useState } from 'react';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { ListSection } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { useZone } from '#platform/preferences.ts';
import { type ActivitySearch, activitySearch } from './activity-filters.ts';
import { activityFile, activityList, activityQuery } from './activity-list.tsx';
import { actingFor, actionWord, deviceName, subjectNoun, subjectPlace } from './activity-words.ts';

interface ActivitySectionProps {
  /** Null for the platform's own. */
  merchantId: string | null;
  /** Left out where the page's own heading names it. */
  title?: string | undefined;
  /** The search of the address as it came; it is read here, where its code is. */
  given: Record<string, unknown>;
  onSearch: (search: ActivitySearch) => void;
}

/** Who did what, when and from where, in all applications of the merchant or on the platform itself. */
export function ActivitySection({ merchantId, title = 'Activity', given, onSearch }: ActivitySectionProps) {
  const search = activitySearch.read(given);
  const found = useFound(activityQuery(merchantId, search));
  const zone = useZone();
  const [opened, setOpened] = useState<Activity>();
  const [isOpen, setIsOpen] = useState(false);
  // The same for as long as the section stands, so that its rows are not drawn anew.
  const [context] = useState(() => ({
    onOpen: (activity: Activity) => {
      setOpened(activity);
      setIsOpen(true);
    },
  }));
  return (
    <>
      <ListSection
        list={activityList}
        file={activityFile(merchantId, search)}
        isForAll={merchantId === null}
        onChange={(change) => onSearch({ ...search, ...change })}
        {...{ title, search, found, context }}
      />
      {opened && <ActivitySheet activity={opened} isOpen={isOpen} onClose={() => setIsOpen(false)} zone={zone} />}
    </>
  );
}

interface PlatformActivityPageProps {
  /** The search of the address as it came. */
  given: Record<string, unknown>;
  onSearch: (search: ActivitySearch) => void;
}

/** What administrators did on the platform itself, and the sign-ins that nobody's account took. */
export function PlatformActivityPage({ given, onSearch }: PlatformActivityPageProps) {
  return (
    <>
      <PageHeader title="Activity" />
      <ActivitySection merchantId={null} title="On the platform" given={given} onSearch={onSearch} />
    </>
  );
}

interface ActivitySheetProps {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  zone: string;
}

/** Everything that is known of one action: who, what, when and from where. */
function ActivitySheet({ activity, isOpen, onClose, zone }: ActivitySheetProps) {
  const { action, actor, actorKind, subject, detail, atUtc, ip, userAgent, traceId } = activity;
  const place = subjectPlace(activity);
  const noun = subjectNoun(activity);
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
            { term: 'Device', detail: deviceName(userAgent) },
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

import type { Activity } from '@volume/contract/activity.ts';
import { useState } from 'react';
import { ListSection } from '#lists/list-section.tsx';
import { useFound } from '#lists/use-found.ts';
import { useZone } from '#platform/preferences.ts';
import { type ActivitySearch, activitySearch } from './activity-filters.ts';
import { activityFile, activityList } from './activity-list.tsx';
import { activityQuery } from './activity-query.ts';
import { ActivitySheet } from './activity-sheet.tsx';

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

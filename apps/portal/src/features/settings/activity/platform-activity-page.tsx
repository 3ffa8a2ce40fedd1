import { PageHeader } from '#design/layout/page-header.tsx';
import { ActivitySection } from './activity-section.tsx';
import type { ActivitySearch } from './activity-search.ts';

interface PlatformActivityPageProps {
  search: ActivitySearch;
  onSearch: (change: Partial<ActivitySearch>) => void;
}

/** What administrators did on the platform itself, and the sign-ins that nobody's account took. */
export function PlatformActivityPage({ search, onSearch }: PlatformActivityPageProps) {
  return (
    <>
      <PageHeader title="Activity" />
      <ActivitySection merchantId={null} title="On the platform" search={search} onSearch={onSearch} />
    </>
  );
}

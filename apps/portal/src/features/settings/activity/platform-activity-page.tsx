import { PageHeader } from '#design/layout/page-header.tsx';
import { ActivitySection } from './activity-section.tsx';
import type { ActivitySearch } from './activity-filters.ts';

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

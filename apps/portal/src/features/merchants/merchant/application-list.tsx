import type { Application } from '@volume/contract/merchants.ts';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import { Pager } from '#design/table/pager.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { ApplicationEntry } from './application-entry.tsx';
import { findApplications } from '#features/merchants/find-merchants.ts';
import { pageOfRows } from '#lists/use-found.ts';
import type { MerchantSearch } from '#features/merchants/merchant-filters.ts';

/** Applications on one page; a merchant can have thousands. */
const pageSize = 25;

interface ApplicationListProps {
  applications: readonly Application[];
  search: MerchantSearch;
  onChange: (change: Partial<MerchantSearch>) => void;
}

/** A merchant's applications, each opening in its place; searched and paged where they are many. */
export function ApplicationList({ applications, search, onChange }: ApplicationListProps) {
  const isLong = applications.length > pageSize;
  const searchFilter = isLong ? search.searchFilter : undefined;
  const found = findApplications(applications, searchFilter);
  const last = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(search.page ?? 1, last);
  return (
    <Section title="Applications" aside={formatCount(applications.length)}>
      {isLong && (
        <div className="mb-3">
          <SearchField
            label="Search applications"
            placeholder="Name or id"
            value={searchFilter ?? ''}
            onSearch={(text) => onChange({ searchFilter: text || undefined, page: undefined })}
          />
        </div>
      )}
      <div className="border-b border-line">
        {pageOfRows(found, page, pageSize).map((application) => (
          <ApplicationEntry
            key={application.applicationId}
            application={application}
            isOpenAtFirst={applications.length <= 2}
          />
        ))}
      </div>
      {applications.length === 0 && (
        <EmptyState title="No applications" detail="Without one this merchant cannot take payments." />
      )}
      {applications.length > 0 && found.length === 0 && (
        <EmptyState
          title="No applications match this search"
          actions={<Button onClick={() => onChange({ searchFilter: undefined })}>Show all applications</Button>}
        />
      )}
      {isLong && (
        <Pager
          page={page}
          rows={pageSize}
          total={found.length}
          onPage={(next) => onChange({ page: next === 1 ? undefined : next })}
        />
      )}
    </Section>
  );
}

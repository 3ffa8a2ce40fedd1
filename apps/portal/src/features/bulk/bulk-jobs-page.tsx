import type { BulkJob } from '@volume/contract/bulk/bulk.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { timeColumn } from '#lists/list-table.tsx';
import { useFound } from '#lists/use-found.ts';
import { bulkJobHref, payInsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { type BulkJobSearch, bulkJobSearch } from './bulk-filters.ts';
import { bulkJobsQuery } from './bulk-queries.ts';
import { jobLabels, sumUp, titleOf } from './bulk-labels.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

const bulkJobList: List<BulkJob, BulkJobSearch> = {
  storage: 'bulk_job',
  caption: 'Bulk jobs',
  live: { noun: 'bulk job', timeOf: ({ createdAtUtc }) => createdAtUtc, isManual: true },
  search: bulkJobSearch,
  rowKey: ({ bulkJobId }) => bulkJobId,
  rowLabel: (job) => `${lookOf(jobLabels, job.state).label}, ${titleOf(job)}`,
  empty: () => ({
    title: 'No bulk jobs yet',
    detail: 'Select payments or webhook deliveries in their list to refund or resend many at once.',
    actions: (
      <LinkButton variant="quiet" href={payInsHref()}>
        Go to pay-ins
      </LinkButton>
    ),
  }),
  columns: [
    {
      id: 'state',
      header: 'State',
      width: 132,
      card: 'state',
      isFixed: true,
      cell: ({ state }) => <Tag tone={lookOf(jobLabels, state).tone}>{lookOf(jobLabels, state).label}</Tag>,
    },
    { id: 'what', header: 'Job', card: 'who', strong: true, isFixed: true, cell: (job) => titleOf(job) },
    {
      id: 'failed',
      header: 'Not done',
      width: 96,
      align: 'end',
      cell: (job) => <span className="num">{formatCount(sumUp(job, 'FAILED', 'STOPPED', 'EXCLUDED').count)}</span>,
    },
    {
      id: 'by',
      header: 'Started by',
      width: 220,
      soft: true,
      fits: true,
      cell: (job) => <PersonName>{personText(job, 'createdBy')}</PersonName>,
    },
    timeColumn({
      id: 'started',
      header: 'Started',
      timeOf: ({ startedAtUtc, createdAtUtc }) => startedAtUtc ?? createdAtUtc,
    }),
  ],
};

interface BulkJobsPageProps {
  scope: Scope;
  search: BulkJobSearch;
  onChange: ListChange<BulkJobSearch>;
}

const context = {};
const rowHref = ({ bulkJobId }: BulkJob) => bulkJobHref(bulkJobId);

export function BulkJobsPage({ scope, ...page }: BulkJobsPageProps) {
  const found = useFound(bulkJobsQuery(scope, page.search));
  return <ListPage list={bulkJobList} title="Bulk jobs" {...{ found, context, rowHref }} {...page} />;
}

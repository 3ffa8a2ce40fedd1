import { useQuery } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { type ReactNode, useMemo } from 'react';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { PageHeader } from '#design/layout/page-header.tsx';
import { ListSection } from '#lists/list-page.tsx';
import type { ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import type { FailedJobSearch } from './failed-job-filters.ts';
import { kindCounts, sumOf } from './failed-job-labels.ts';
import { failedJobList } from './failed-job-list.tsx';
import { FailedKinds } from './failed-kinds.tsx';
import { type Decision, failedJobsQuery } from './failed-jobs-query.ts';

interface FailedJobsPageProps {
  search: FailedJobSearch;
  hrefOf: (search: FailedJobSearch) => string;
  onChange: ListChange<FailedJobSearch>;
  merchantFilter?: ReactNode;
  /** For links to payouts; undefined until they are loaded. */
  merchants?: readonly Merchant[] | undefined;
}

/** Jobs that fail, for administrators, who retry or discard them with a reason (contract §8, Failed jobs). */
export function FailedJobsPage({ search, hrefOf, onChange, merchantFilter, merchants }: FailedJobsPageProps) {
  const options = failedJobsQuery(search);
  const { data } = useQuery(options);
  const found = useFound(options);
  const disabledReason = useChangeDisabledReason();
  const { asked, ask } = useAsked<Decision>();
  // Memoised, because it is a prop of every row.
  const context = useMemo(() => ({ disabledReason, onAsk: ask, merchants }), [disabledReason, ask, merchants]);
  const kinds = data?.kinds ?? [];
  return (
    <>
      <PageHeader title="Failed jobs" aside={kinds.length > 0 && kindCounts(sumOf(kinds))} />
      {kinds.length > 0 && <FailedKinds {...{ kinds, disabledReason }} onAsk={ask} />}
      <ListSection
        list={failedJobList}
        title="Jobs"
        chips={{ merchantId: merchantFilter }}
        foot={
          <p className="mt-3 mb-0 text-label text-ink-3">
            A job of a payment, payout or refund cannot be discarded, because it follows its order to the end. The
            message of an error is in the log, under the job’s id.
          </p>
        }
        isForAll
        {...{ search, found, context, hrefOf, onChange }}
      />
      {asked && <DecideDialog key={asked.count} decision={asked} {...asked} />}
    </>
  );
}

const DecideDialog = lazyDialog(() => import('./decide-dialog.tsx').then((module) => module.DecideDialog));

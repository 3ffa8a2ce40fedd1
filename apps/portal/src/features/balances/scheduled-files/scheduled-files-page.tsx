import { useQuery } from '@tanstack/react-query';
import { addFileSchedule, mostFileSchedules } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import type { ListChange } from '#lists/list.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { noMailReason } from '#platform/calls/demo.ts';
import { balancesHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import type { Accounts } from './file-texts.ts';
import { FilesSection } from './files-section.tsx';
import { LinkedFile } from './linked-file.tsx';
import { fileSchedulesQuery } from './scheduled-files-queries.ts';
import type { ScheduledFilesSearch } from './scheduled-files-search.ts';
import { SchedulesSection } from './schedules-section.tsx';

const NewScheduleDialog = lazyDialog(() =>
  import('./new-schedule-dialog.tsx').then((module) => module.NewScheduleDialog),
);

interface ScheduledFilesPageProps {
  scope: Scope;
  search: ScheduledFilesSearch;
  onChange: ListChange<ScheduledFilesSearch>;
}

/** Statements and pay-ins that are made as files regularly, with a link in an email. */
export function ScheduledFilesPage({ scope, search, onChange }: ScheduledFilesPageProps) {
  const { data, error, refetch } = useQuery(payInAccountsQuery(scope));
  // Without the accounts, files are named by the number of their account.
  const accounts = data ?? (error ? noAccounts : undefined);
  return (
    <>
      <PageHeader
        title="Scheduled files"
        breadcrumbs={[{ label: 'Balances', href: balancesHref() }, { label: 'Scheduled files' }]}
        actions={<NewSchedule {...{ scope, error }} accounts={data} />}
      />
      <p className="-mt-2.5 mb-7 text-ink-3">
        Statements and pay-ins as files, made daily, weekly or monthly, with a link by email.
        {error && !data && (
          <>
            {' '}
            The names of the accounts could not be loaded (
            <button type="button" className="text-act hover:underline" onClick={() => void refetch()}>
              Try Again?
            </button>
            )
          </>
        )}
      </p>
      {search.file !== undefined && <LinkedFile {...{ scope, accounts }} fileId={search.file} />}
      <SchedulesSection {...{ scope, accounts }} />
      <FilesSection {...{ scope, accounts, search, onChange }} />
    </>
  );
}

const noAccounts: Accounts = [];

interface NewScheduleProps {
  scope: Scope;
  accounts: Accounts;
  error: Error | null;
}

function NewSchedule({ scope, accounts, error }: NewScheduleProps) {
  const canDo = useCanDo(addFileSchedule);
  const isReadOnly = useIsReadOnly();
  const { data: schedules } = useQuery(fileSchedulesQuery(scope));
  const [isOpen, setIsOpen] = useState(false);
  if (!canDo) return null;
  const isFull = schedules !== undefined && schedules.length >= mostFileSchedules;
  const reason =
    noMailReason ??
    (isReadOnly ? 'You have read-only access' : undefined) ??
    (isFull ? `${mostFileSchedules} files are scheduled already: delete one first` : undefined);
  return (
    <>
      <Button variant="primary" disabledReason={reason} onClick={() => setIsOpen(true)}>
        New schedule
      </Button>
      <NewScheduleDialog {...{ scope, accounts, error, isOpen }} onClose={() => setIsOpen(false)} />
    </>
  );
}

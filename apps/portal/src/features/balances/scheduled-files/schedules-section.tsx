import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteFileSchedule, type FileSchedule } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import { toast } from '#design/overlay/toast.ts';
import { actionsColumn, type Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { isolate, labelOf } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { PartError } from '#lists/part-error.tsx';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useIsReadOnly, usePermitted } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type Accounts, contentText, dayText, formatLabel, frequencyLabels } from './file-texts.ts';
import { fileScheduleKeys, fileSchedulesQuery } from './scheduled-files-queries.ts';

interface SchedulesSectionProps {
  scope: Scope;
  accounts: Accounts;
}

/** Everyone's schedules of the application, oldest first. */
export function SchedulesSection({ scope, accounts }: SchedulesSectionProps) {
  const { data, error, isFetching, refetch } = useQuery(fileSchedulesQuery(scope));
  const deleteDisabledReason = useDeleteDisabledReason();
  const [chosen, setChosen] = useState<FileSchedule>();
  const [isOpen, setIsOpen] = useState(false);
  const columns = scheduleColumns({
    accounts,
    deleteDisabledReason,
    onDelete: (schedule) => {
      setChosen(schedule);
      setIsOpen(true);
    },
  });
  return (
    <Section title="Schedules">
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Schedules of this application"
          columns={columns}
          rows={data}
          rowKey={({ scheduleId }) => scheduleId}
          skeletonRows={2}
          empty={
            <EmptyState
              title="No schedules yet"
              detail="A schedule emails you, or your finance team, a link to each new file."
            />
          }
        />
      )}
      {chosen && <DeleteDialog {...{ scope, accounts, isOpen }} schedule={chosen} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

/** Why this user cannot delete a schedule; undefined when they can. */
function useDeleteDisabledReason(): (schedule: FileSchedule) => string | undefined {
  const isReadOnly = useIsReadOnly();
  const mayEdit = usePermitted(['EDIT_SETTINGS']);
  return (schedule) => {
    if (isReadOnly) return 'You have read-only access';
    const maker = isolate(personText(schedule, 'madeBy'));
    return schedule.isOwn || mayEdit
      ? undefined
      : `Only ${maker} or someone who can edit settings can delete this schedule`;
  };
}

interface ColumnOptions {
  accounts: Accounts;
  deleteDisabledReason: (schedule: FileSchedule) => string | undefined;
  onDelete: (schedule: FileSchedule) => void;
}

const scheduleColumns = ({ accounts, deleteDisabledReason, onDelete }: ColumnOptions): Column<FileSchedule>[] => [
  {
    id: 'content',
    header: 'File',
    width: 264,
    card: 'who',
    cell: (schedule) => <Content schedule={schedule} accounts={accounts} />,
  },
  { id: 'format', header: 'Format', width: 104, cell: ({ format }) => formatLabel(format) },
  { id: 'frequency', header: 'How often', width: 92, cell: ({ frequency }) => labelOf(frequencyLabels, frequency) },
  {
    id: 'email',
    header: 'Mailed to',
    fits: true,
    card: 'state',
    cell: ({ email }) => <PersonName>{email}</PersonName>,
  },
  { id: 'next', header: 'Next file on', width: 116, cell: ({ nextFileOn }) => dayText(nextFileOn) },
  {
    id: 'by',
    header: 'Made by',
    soft: true,
    fits: true,
    cell: (row) => <PersonName>{personText(row, 'madeBy')}</PersonName>,
  },
  {
    ...actionsColumn,
    width: 100,
    card: 'sum',
    cell: (schedule) => (
      <Button
        size="s"
        aria-label={`Delete the schedule: ${nameOf(schedule, accounts)}…`}
        disabledReason={deleteDisabledReason(schedule)}
        onClick={() => onDelete(schedule)}
      >
        Delete…
      </Button>
    ),
  },
];

const nameOf = ({ payInAccountId, format, frequency }: FileSchedule, accounts: Accounts): string =>
  `${contentText(payInAccountId, accounts)}, ${formatLabel(format)}, ${labelOf(frequencyLabels, frequency).toLowerCase()}`;

function Content({ schedule, accounts }: { schedule: FileSchedule; accounts: Accounts }) {
  const { payInAccountId, format, frequency, nextFileOn } = schedule;
  const text = contentText(payInAccountId, accounts);
  return (
    <>
      <span className="block truncate font-medium phone:whitespace-normal" title={text}>
        {text}
      </span>
      <span className="block text-label whitespace-normal text-ink-3 wide:hidden">
        {formatLabel(format)} · {labelOf(frequencyLabels, frequency)} · next on {dayText(nextFileOn)}
      </span>
    </>
  );
}

interface DeleteDialogProps extends SchedulesSectionProps {
  schedule: FileSchedule;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteDialog({ scope, accounts, schedule, isOpen, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const { applicationId } = scope;
  const write = useWrite(
    (scheduleId: string) => call(deleteFileSchedule, { params: { ...scope, scheduleId }, applicationId }),
    () => {
      toast.good('The schedule was deleted');
      onClose();
      invalidate(queryClient, fileScheduleKeys.of(scope));
    },
  );
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      title="Delete this schedule"
      description={
        <>
          {nameOf(schedule, accounts)}, to <bdi className="[overflow-wrap:anywhere]">{schedule.email}</bdi>. No more
          files are made; those already made stay in the list.
        </>
      }
      action="Delete schedule"
      isDangerous
      onConfirm={() => write.run(schedule.scheduleId)}
      undone="The schedule was not deleted."
      unknown="We couldn’t confirm whether it was deleted. It’s safe to retry."
    />
  );
}

import { daysFilesAreKept, type ScheduledFile } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { useMemo } from 'react';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { PersonName } from '#design/text/person-name.tsx';
import { personText } from '#design/text/person-text.ts';
import { ListBody } from '#lists/list-page.tsx';
import { timeColumn } from '#lists/list-table.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import type { Scope } from '#platform/scope.ts';
import { type Accounts, contentText, formatLabel, periodText, rowsText, todaysStatuses } from './file-texts.ts';
import { scheduledFilesQuery } from './scheduled-files-queries.ts';
import { type ScheduledFilesSearch, scheduledFilesSearch } from './scheduled-files-search.ts';
import { DownloadButton, type FileDownload, useFileDownload } from './use-file-download.tsx';

interface FileContext extends Pick<FileDownload, 'busyId' | 'onDownload'> {
  accounts: Accounts;
}

const title = `Files of the last ${daysFilesAreKept} days`;

const fileList: List<ScheduledFile, ScheduledFilesSearch, FileContext> = {
  storage: 'scheduled_file',
  caption: 'Made files',
  search: scheduledFilesSearch,
  skeletonRows: 3,
  rowKey: ({ fileId }) => fileId,
  empty: () => ({
    title: `No files in the last ${daysFilesAreKept} days`,
    detail: 'Each file appears here on the morning it is made.',
  }),
  columns: [
    {
      id: 'content',
      header: 'File',
      width: 264,
      card: 'who',
      isFixed: true,
      cell: (file, { accounts }) => <Content file={file} accounts={accounts} />,
    },
    { id: 'period', header: 'Period', width: 184, isFixed: true, cell: periodText },
    { id: 'format', header: 'Format', width: 100, isFixed: true, cell: ({ format }) => formatLabel(format) },
    {
      id: 'rows',
      header: 'Rows',
      width: 72,
      align: 'end',
      isFixed: true,
      cell: ({ rows }) => <span className="num">{formatCount(rows)}</span>,
    },
    {
      id: 'by',
      header: 'Made by',
      soft: true,
      fits: true,
      card: 'state',
      isFixed: true,
      cell: (row) => <PersonName>{personText(row, 'madeBy')}</PersonName>,
    },
    timeColumn({ id: 'made', header: 'Made', width: 122, isFixed: true, timeOf: ({ madeAtUtc }) => madeAtUtc }),
    {
      id: 'download',
      header: 'Download',
      isHeaderHidden: true,
      width: 110,
      align: 'end',
      card: 'sum',
      fits: true,
      isRaised: true,
      isFixed: true,
      cell: (file, { accounts, busyId, onDownload }) => (
        <DownloadButton {...{ file, accounts, busyId, onDownload }} size="s" />
      ),
    },
  ],
};

function Content({ file, accounts }: { file: ScheduledFile; accounts: Accounts }) {
  const text = contentText(file.payInAccountId, accounts);
  const details = [periodText(file), formatLabel(file.format), rowsText(file)];
  return (
    <>
      <span className="block truncate font-medium phone:whitespace-normal" title={text}>
        {text}
      </span>
      <span className="block text-label whitespace-normal text-ink-3 wide:hidden">{details.join(' · ')}</span>
    </>
  );
}

interface FilesSectionProps {
  scope: Scope;
  accounts: Accounts;
  search: ScheduledFilesSearch;
  onChange: ListChange<ScheduledFilesSearch>;
}

/** The files that have been made, newest first. */
export function FilesSection({ scope, accounts, search, onChange }: FilesSectionProps) {
  const found = useFound(scheduledFilesQuery(scope, search));
  const { notes, busyId, onDownload } = useFileDownload(scope, accounts);
  const context = useMemo(() => ({ accounts, busyId, onDownload }), [accounts, busyId, onDownload]);
  const hasPayIns = found.rows?.some(({ payInAccountId }) => payInAccountId === null);
  return (
    <Section title={title}>
      {notes}
      <ListBody
        list={fileList}
        foot={hasPayIns && <p className="mt-3 mb-0 text-label text-ink-3">{todaysStatuses}</p>}
        {...{ title, search, found, context, onChange }}
      />
    </Section>
  );
}

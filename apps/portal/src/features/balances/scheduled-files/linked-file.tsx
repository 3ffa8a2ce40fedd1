import { useQuery } from '@tanstack/react-query';
import { daysFilesAreKept, type ScheduledFile } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { useId } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { PartError } from '#lists/part-error.tsx';
import { balancesHref, payInsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { type Accounts, contentText, formatLabel, periodText, rowsText, todaysStatuses } from './file-texts.ts';
import { linkedFileQuery } from './scheduled-files-queries.ts';
import { DownloadButton, useFileDownload } from './use-file-download.tsx';

interface LinkedFileProps {
  scope: Scope;
  fileId: string;
  accounts: Accounts;
}

/** The file that a mailed link leads to, above everything else. */
export function LinkedFile({ scope, fileId, accounts }: LinkedFileProps) {
  const { data: file, error, isFetching, refetch } = useQuery(linkedFileQuery(scope, fileId));
  return (
    <div className="mb-8">
      {file && <FileCard {...{ scope, file, accounts }} />}
      {file === null && <NotKept />}
      {file === undefined &&
        (error ? (
          <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={76} />
        ))}
    </div>
  );
}

function FileCard({ scope, file, accounts }: Omit<LinkedFileProps, 'fileId'> & { file: ScheduledFile }) {
  const id = useId();
  const zone = useZone();
  const { notes, ...download } = useFileDownload(scope, accounts);
  const { payInAccountId, format, madeAtUtc } = file;
  const details = [
    periodText(file),
    formatLabel(format),
    rowsText(file),
    `made ${formatDateTime(madeAtUtc, zone, 'full')}`,
  ];
  return (
    <>
      {notes}
      <section
        aria-labelledby={id}
        className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-large bg-act-soft px-5 py-4"
      >
        <div className="min-w-0 grow">
          <h2 id={id} className="m-0 font-strong [overflow-wrap:anywhere]">
            {contentText(payInAccountId, accounts)}
          </h2>
          <p className="num m-0 text-ink-2 [overflow-wrap:anywhere]">{details.join(' · ')}</p>
          {payInAccountId === null && <p className="m-0 text-label text-ink-2">{todaysStatuses}</p>}
        </div>
        <DownloadButton {...{ file, accounts, ...download }} variant="primary" className="phone:w-full" />
      </section>
    </>
  );
}

const NotKept = () => (
  <Notice tone="info" title={`This file is no longer kept: files stay for ${daysFilesAreKept} days`}>
    Its rows can still be exported, from a statement in <TextLink href={balancesHref()}>Balances</TextLink> or from the{' '}
    <TextLink href={payInsHref()}>Pay-ins</TextLink>.
  </Notice>
);

import { mostDocumentLines } from '@volume/contract/balances/balances.ts';
import { formatTraits } from '@volume/contract/balances/statement-files/formats.ts';
import type { ScheduledFile } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import type { ButtonSize, ButtonVariant } from '#design/controls/control-classes.ts';
import { Refusal } from '#design/feedback/refusal.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { useDownload } from '#lists/export/use-download.ts';
import { isDemo } from '#platform/calls/demo.ts';
import { useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { merchantIdInCalls } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { type Accounts, contentText, formatLabel, periodText } from './file-texts.ts';
import { saveScheduledFile, statementOf } from './save-scheduled-file.ts';

const DatevDialog = lazyDialog(() =>
  import('#features/balances/statement/datev-dialog.tsx').then((module) => module.DatevDialog),
);

export interface FileDownload {
  /** The file that is being saved; undefined while there is none. */
  busyId: string | undefined;
  /** Saves a file, or asks for the books first where DATEV needs them. The same function in every render. */
  onDownload: (file: ScheduledFile) => void;
  /** What a screen reader hears, why a file could not be saved, and the questions for DATEV. */
  notes: ReactNode;
}

/** Saves one scheduled file at a time. */
export function useFileDownload(scope: Scope, accounts: Accounts): FileDownload {
  const place = { scope, accounts, zone: useZone(), merchantIdInCalls: merchantIdInCalls(useSession()) };
  const { isBusy, failure, start, dismiss } = useDownload();
  const [file, setFile] = useState<ScheduledFile>();
  const [isDatevOpen, setIsDatevOpen] = useState(false);
  const job = file && statementOf(file, place);
  const press = (pressed: ScheduledFile) => {
    setFile(pressed);
    dismiss();
    if (pressed.format === 'DATEV') setIsDatevOpen(true);
    else start((signal) => saveScheduledFile(pressed, place, signal));
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  const [onDownload] = useState(() => (pressed: ScheduledFile) => latest.current(pressed));
  const notes = (
    <>
      <span role="status" className="sr-only">
        {isBusy && file ? `The ${formatLabel(file.format)} file is being made` : ''}
      </span>
      {failure && file && (
        <div className="mb-4 grid gap-2">
          <Refusal message={failure.message} traceId={failure.traceId}>
            {contentText(file.payInAccountId, accounts)}, {periodText(file)}: nothing was saved.
          </Refusal>
          <div className="flex justify-end gap-2">
            <Button variant="quiet" size="s" onClick={dismiss}>
              Close
            </Button>
            <Button size="s" onClick={() => press(file)}>
              Retry
            </Button>
          </div>
        </div>
      )}
      {job && <DatevDialog job={job} isOpen={isDatevOpen} onClose={() => setIsDatevOpen(false)} />}
    </>
  );
  return { busyId: isBusy ? file?.fileId : undefined, onDownload, notes };
}

interface DownloadButtonProps extends Pick<FileDownload, 'busyId' | 'onDownload'> {
  file: ScheduledFile;
  accounts: Accounts;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

export function DownloadButton({ file, accounts, busyId, onDownload, ...look }: DownloadButtonProps) {
  const isOtherBusy = busyId !== undefined && busyId !== file.fileId;
  return (
    <Button
      {...look}
      aria-label={`Download ${contentText(file.payInAccountId, accounts)}, ${periodText(file)}`}
      busy={busyId === file.fileId}
      disabledReason={isOtherBusy ? 'Another file is being saved' : whyNot(file)}
      onClick={() => onDownload(file)}
    >
      Download
    </Button>
  );
}

/** Why a file cannot be downloaded in its format; undefined when it can. */
function whyNot({ format, rows }: ScheduledFile): string | undefined {
  if (format === 'PDF' && isDemo) return 'PDFs are made by the server, which the demo does without';
  const most = format === 'PDF' ? mostDocumentLines : format === 'CSV' ? undefined : formatTraits[format].mostLines;
  return most !== undefined && rows > most
    ? `${formatLabel(format)} takes ${formatCount(most)} lines: export a shorter period on the statement’s page`
    : undefined;
}

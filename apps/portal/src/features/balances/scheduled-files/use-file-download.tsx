import { mostDocumentLines, exportStatement, getStatementDocument } from '@volume/contract/balances/balances.ts';
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
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { statementFileName } from '#features/balances/account-display.ts';
import { saveStatement, type StatementFileJob } from '#features/balances/statement/statement-formats.tsx';
import { streamed } from '#lists/export/csv-source.ts';

const DatevDialog = lazyDialog(() =>
  import('#features/balances/statement/datev-dialog.tsx').then((module) => module.DatevDialog),
);

export interface FileDownload {
  /** The file that is being saved; undefined while there is none. */
  busyId: string | undefined;
  /** Saves a file, or first asks how the books are kept if DATEV needs it. The same function in every render. */
  onDownload: (file: ScheduledFile) => void;
  /** The announcement for screen readers, the reason why a file could not be saved, and the questions for DATEV. */
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
      disabledReason={isOtherBusy ? 'Another file is being saved' : unavailableReason(file)}
      onClick={() => onDownload(file)}
    >
      Download
    </Button>
  );
}

/** Why a file cannot be downloaded in its format; undefined when it can. */
function unavailableReason({ format, rows }: ScheduledFile): string | undefined {
  if (format === 'PDF' && isDemo) return 'PDF export isn’t available in the demo';
  const most = format === 'PDF' ? mostDocumentLines : format === 'CSV' ? undefined : formatTraits[format].mostLines;
  return most !== undefined && rows > most
    ? `${formatLabel(format)} takes ${formatCount(most)} lines: export a shorter period on the statement’s page`
    : undefined;
}

interface FilePlace {
  scope: Scope;
  /** Set only for administrators. */
  merchantIdInCalls: string | undefined;
  accounts: Accounts;
  zone: string;
}

const periodOf = ({ firstDay, lastDay }: ScheduledFile) => ({
  from: `${firstDay}T00:00:00.000`,
  to: `${lastDay}T23:59:59.999`,
});

/** The statement in a file; undefined for the pay-ins. */
function statementOf(file: ScheduledFile, { scope, accounts }: FilePlace): StatementFileJob | undefined {
  const { payInAccountId, firstDay, lastDay } = file;
  if (payInAccountId === null) return undefined;
  const name = statementFileName(accounts?.find(({ id }) => id === payInAccountId));
  return { scope, payInAccountId, name, days: { from: firstDay, to: lastDay }, period: periodOf(file) };
}

/**
 * Saves the rows of a file's period with the calls of the pages: the statement, or the pay-ins of the application.
 * @throws like `saveCsv`
 */
async function saveScheduledFile(file: ScheduledFile, place: FilePlace, signal: AbortSignal): Promise<void> {
  const { format } = file;
  const statement = statementOf(file, place);
  if (statement && format !== 'CSV' && format !== 'PDF') return saveStatement(statement, { format }, signal);
  const { saveCsv, saveDocument } = await import('#lists/export/save-file.ts');
  const { zone } = place;
  if (!statement) {
    const days = { from: file.firstDay, to: file.lastDay };
    return saveCsv({ source: payInsOf(file, place), name: 'pay-ins', days, zone, signal });
  }
  const { scope, payInAccountId, name, days, period } = statement;
  const parts = { params: { ...scope, payInAccountId }, query: period };
  if (format === 'PDF') {
    return saveDocument({ source: streamed(getStatementDocument, parts), name, days, zone, signal });
  }
  return saveCsv({ source: streamed(exportStatement, parts), name, days, zone, signal });
}

/** The same rows as the export on the pay-ins page for these days. */
function payInsOf(file: ScheduledFile, { scope: { applicationId }, merchantIdInCalls }: FilePlace) {
  const { from, to } = periodOf(file);
  const period = { startDateTimeUtc: from, endDateTimeUtc: to };
  const query = { ...period, applicationId, merchantId: merchantIdInCalls, includeNewPayments: true };
  return streamed(exportPayIns, { query });
}

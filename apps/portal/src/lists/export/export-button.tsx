import { Icon } from '#design/icon.tsx';
import Download from 'lucide/dist/esm/icons/download.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { Button } from '#design/controls/button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { formatCount } from '#design/text/format-text.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useRef, useState } from 'react';
import { buttonClass, type ButtonSize } from '#design/controls/control-classes.ts';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import type { OpenRange } from '#design/days/date-presets.ts';
import type { RefusalMessage } from '#platform/writes/refusal-message.ts';
import { useZone } from '#platform/preferences.ts';
import { useDownload } from './use-download.ts';

/** Exports the rows that match the filters, with progress. Hidden where the deployment lacks the endpoint. */
export function ExportButton(props: ExportProps) {
  const canDo = useCanDo(callOf(props.source));
  const { rows, failure, announcement, start, stop, dismiss, prepare } = useExport(props);
  if (!canDo) return null;
  return (
    <span className="relative inline-flex items-center gap-2.5">
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {rows === undefined ? (
        <span className="inline-flex">
          <Button
            shortcut="e"
            aria-label={props.label}
            size={props.size}
            disabledReason={props.disabledReason ?? (props.total === 0 ? 'There is nothing to export' : undefined)}
            icon={<Icon of={Download} />}
            className="wide:rounded-r-none"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={start}
          >
            Export
          </Button>
          <CsvFormatButton size={props.size} />
        </span>
      ) : (
        <>
          <span className="num text-label text-ink-3 phone:hidden">{progressText(rows, props.total)}</span>
          <span className="num text-label text-ink-3 wide:hidden">{shareText(rows, props.total)}</span>
          <Button size={props.size} onClick={stop} aria-label="Cancel the export">
            Cancel
          </Button>
        </>
      )}
      {failure && <FileFailure failure={failure} onClose={dismiss} onRetry={start} />}
    </span>
  );
}

/** Hidden on phones, whose users find the choices on their account page. */
const CsvFormatButton = ({ size = 'm' }: { size: ButtonSize | undefined }) => (
  <PopoverButton
    label="Format of CSV files"
    title="Format of CSV files"
    align="end"
    className={`${buttonClass('secondary', size)} -ml-px rounded-l-none !px-1.5 phone:hidden`}
    load={() => import('./csv-format-choice.tsx').then((module) => module.CsvFormatPanel)}
    content={(_close, Panel) => <Panel />}
  >
    <Icon of={ChevronDown} />
  </PopoverButton>
);

export function FileFailure(props: { failure: RefusalMessage; onClose: () => void; onRetry: () => void }) {
  const { failure, onClose, onRetry } = props;
  return (
    <div className="float-panel absolute top-full right-0 z-40 mt-2 grid w-[min(400px,calc(100vw-32px))] gap-3 p-3 whitespace-normal phone:fixed phone:inset-x-4 phone:top-auto phone:bottom-4 phone:w-auto">
      <Refusal message={failure.message} traceId={failure.traceId}>
        Nothing was saved.
      </Refusal>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="s" onClick={onClose}>
          Close
        </Button>
        <Button size="s" onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}

/** All deployments have the pages of the specification's lists, but not all have an export endpoint. */
const callOf = (source: CsvSource) =>
  source.kind === 'streamed' ? source.endpoint : ({ method: 'GET', path: '', origin: 'specification' } as const);

/** Short enough to keep the narrow page header on one line. */
const shareText = (rows: number, total: number | undefined): string =>
  total === undefined || rows > total ? formatCount(rows) : `${Math.floor((rows / Math.max(1, total)) * 100)}%`;

function progressText(rows: number, total: number | undefined): string {
  if (total === undefined || rows > total) return `${formatCount(rows)} rows so far`;
  return `${formatCount(rows)} of ${formatCount(total)} rows`;
}

interface ExportProps {
  /** The beginning of the file name: `pay-ins`. */
  name: string;
  /** The UTC days of the rows; an open end is undefined. Omitted for a list without dates. */
  days?: OpenRange | undefined;
  source: CsvSource;
  /** The expected number of rows, if the list knows it. */
  total?: number | undefined;
  /** The button's accessible name, for pages with several exports. */
  label?: string | undefined;
  size?: ButtonSize | undefined;
  disabledReason?: string | undefined;
}

/** The interval between progress messages to screen readers. */
const announceEveryMs = 5_000;

const loadAction = () => import('#lists/export/save-file.ts').then((module) => module.saveCsv);

/** An export; its code loads on the first hover, focus or click. */
function useExport({ name, days, source, total }: ExportProps) {
  const zone = useZone();
  const [rows, setRows] = useState(0);
  const { announcement, announce, announceThrottled } = useAnnouncements();
  const { isBusy, start, ...download } = useDownload();
  const onRows = (count: number) => {
    setRows(count);
    announceThrottled(`${formatCount(count)} rows so far`);
  };
  const save = async (signal: AbortSignal) => {
    setRows(0);
    announce(total === undefined ? 'Exporting' : `Exporting ${formatCount(total)} rows`);
    const saveCsv = await loadAction();
    await saveCsv({ source, name, days, zone, signal, onRows });
  };
  const saveAndAnnounce = (signal: AbortSignal) =>
    save(signal).finally(() => announce(signal.aborted ? 'Export cancelled' : ''));
  return {
    ...download,
    /** Rows so far, undefined while no export is running. */
    rows: isBusy ? rows : undefined,
    announcement,
    start: () => start(saveAndAnnounce),
    prepare: () => void loadAction().catch(() => undefined),
  };
}

/** Messages for a live region: some immediate, the progress throttled to what can be listened to. */
function useAnnouncements() {
  const [announcement, setAnnouncement] = useState('');
  const last = useRef(0);
  const announce = (message: string) => {
    last.current = Date.now();
    setAnnouncement(message);
  };
  const announceThrottled = (message: string) => {
    if (Date.now() - last.current >= announceEveryMs) announce(message);
  };
  return { announcement, announce, announceThrottled };
}

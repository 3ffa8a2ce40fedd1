import Download from 'lucide-react/icons/download';
import { Button } from '#design/controls/button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { formatCount } from '#design/text/format-count.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { type ExportProps, useExport } from './use-export.ts';

/** Exports exactly what a list's filters say; tells how far it is, can be stopped, and stands only where the deployment can. */
export function ExportButton(props: ExportProps) {
  const canDo = useCanDo(callOf(props.source));
  const { rows, failure, said, start, stop, dismiss, prepare } = useExport(props);
  if (!canDo) return null;
  return (
    <span className="relative inline-flex items-center gap-2.5">
      <span role="status" className="sr-only">
        {said}
      </span>
      {rows === undefined ? (
        <Button
          data-key="e"
          aria-label={props.label}
          size={props.size}
          disabledReason={props.total === 0 ? 'There is nothing to export' : undefined}
          icon={<Download aria-hidden="true" />}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={start}
        >
          Export
        </Button>
      ) : (
        <>
          <span className="num text-label text-ink-3 phone:hidden">{progressText(rows, props.total)}</span>
          <span className="num text-label text-ink-3 wide:hidden">{shareText(rows, props.total)}</span>
          <Button size={props.size} onClick={stop} aria-label="Cancel the export">
            Cancel
          </Button>
        </>
      )}
      {failure && (
        <div className="float-panel absolute top-full right-0 z-40 mt-2 grid w-[min(400px,calc(100vw-32px))] gap-3 p-3 whitespace-normal phone:fixed phone:inset-x-4 phone:top-auto phone:bottom-4 phone:w-auto">
          <Refusal message={failure.message} traceId={failure.traceId}>
            Nothing was saved.
          </Refusal>
          <div className="flex justify-end gap-2">
            <Button variant="quiet" size="s" onClick={dismiss}>
              Close
            </Button>
            <Button size="s" onClick={start}>
              Retry
            </Button>
          </div>
        </div>
      )}
    </span>
  );
}

/** Pages of a list of the specification are everywhere; a call that streams may not be. */
const callOf = (source: CsvSource) =>
  source.kind === 'streamed' ? source.endpoint : ({ method: 'GET', path: '', origin: 'specification' } as const);

/** Where the head of a page is narrow, so that its line stays one. */
const shareText = (rows: number, total: number | undefined): string =>
  total === undefined || rows > total ? formatCount(rows) : `${Math.floor((rows / Math.max(1, total)) * 100)}%`;

function progressText(rows: number, total: number | undefined): string {
  if (total === undefined || rows > total) return `${formatCount(rows)} rows so far`;
  return `${formatCount(rows)} of ${formatCount(total)} rows`;
}

import { exportPayouts, type PayoutFilters } from '@volume/contract/payouts.ts';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { downloadCsv } from '#platform/lists/download-csv.ts';
import { refusalWords, type RefusalWords } from '#platform/money/refusal-words.ts';
import type { Scope } from '#platform/money/scope.ts';

/** Saves exactly what the filters say as CSV; says how much has come, and can be stopped. */
export function useExport(scope: Scope, filters: PayoutFilters) {
  const [kilobytes, setKilobytes] = useState<number>();
  const [refusal, setRefusal] = useState<RefusalWords>();
  const running = useRef<AbortController>(undefined);
  const start = () => {
    const control = new AbortController();
    running.current = control;
    setRefusal(undefined);
    setKilobytes(0);
    const onProgress = (bytes: number) => setKilobytes(Math.ceil(bytes / 1024));
    const name = `payouts-${filters.currency ?? 'all'}-${filters.endDateTimeUtc?.slice(0, 10) ?? 'all'}.csv`;
    downloadCsv(exportPayouts, { params: scope, query: filters, signal: control.signal, onProgress }, name)
      .catch((error: unknown) => control.signal.aborted || setRefusal(refusalWords(error)))
      .finally(() => setKilobytes(undefined));
  };
  return { kilobytes, refusal, start, stop: () => running.current?.abort() };
}

/** Export, or how far it is and the way to stop it. */
export function ExportButton({
  kilobytes,
  start,
  stop,
}: Pick<ReturnType<typeof useExport>, 'kilobytes' | 'start' | 'stop'>) {
  if (kilobytes === undefined) {
    return (
      <Button icon={<Download aria-hidden="true" />} onClick={start}>
        Export
      </Button>
    );
  }
  return <Button onClick={stop}>{`Stop, ${formatCount(kilobytes)} kB so far`}</Button>;
}

/** Why nothing was saved. */
export function ExportRefusal({ refusal }: { refusal: RefusalWords }) {
  return (
    <div className="mb-4">
      <Refusal message={refusal.message} traceId={refusal.traceId}>
        Nothing was saved.
      </Refusal>
    </div>
  );
}

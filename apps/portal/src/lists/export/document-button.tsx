import { Icon } from '#design/icon.tsx';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import type { OpenRange } from '#design/days/date-presets.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { isDemo } from '#platform/calls/demo.ts';
import { useZone } from '#platform/preferences.ts';
import { describeRefusal, type RefusalMessage } from '#platform/writes/refusal-message.ts';
import type { StreamedSource } from './csv-source.ts';
import { FileFailure } from './export-button.tsx';

interface DocumentButtonProps {
  /** The beginning of the file name: `statement-GBP`. */
  name: string;
  /** The UTC days it covers; an open end is undefined. Omitted for a document without dates. */
  days?: OpenRange | undefined;
  source: StreamedSource;
  /** Why this document cannot be made. */
  disabledReason?: string | undefined;
}

/** A PDF from the server. Hidden where the deployment cannot make one; disabled with a reason in the demo. */
export function DocumentButton({ name, days, source, disabledReason }: DocumentButtonProps) {
  const canDo = useCanDo(source.endpoint);
  const zone = useZone();
  const { isBusy, failure, start, dismiss } = useDocument({ source, name, days, zone });
  if (!canDo && !isDemo) return null;
  const reason = isDemo ? 'PDFs are made by the server, which the demo does without' : disabledReason;
  return (
    <span className="relative inline-flex [&>button]:grow">
      <span role="status" className="sr-only">
        {isBusy ? 'The PDF is being made' : ''}
      </span>
      <Button icon={<Icon of={FileText} />} busy={isBusy} disabledReason={reason} onClick={start}>
        PDF
      </Button>
      {failure && <FileFailure failure={failure} onClose={dismiss} onRetry={start} />}
    </span>
  );
}

/** One download at a time; leaving the page aborts it. */
function useDocument(
  job: Pick<DocumentButtonProps, 'source' | 'name'> & { days: OpenRange | undefined; zone: string },
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RefusalMessage>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setFailure(undefined);
    setBusy(true);
    try {
      const { saveDocument } = await import('./save-file.ts');
      await saveDocument({ ...job, signal });
    } catch (error) {
      if (!signal.aborted) setFailure(describeRefusal(error));
    }
    setBusy(false);
  };
  return { isBusy, failure, start: () => void start(), dismiss: () => setFailure(undefined) };
}

import { Icon } from '#design/icon.tsx';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import type { OpenRange } from '#design/days/date-presets.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { isDemo } from '#platform/calls/demo.ts';
import { useZone } from '#platform/preferences.ts';
import { refusalWords, type RefusalWords } from '#platform/writes/refusal-words.ts';
import type { StreamedSource } from './csv-source.ts';
import { FileFailure } from './export-button.tsx';

interface DocumentButtonProps {
  /** What the document is, as its file is called: `statement-GBP`. */
  name: string;
  /** The UTC days it is about, open ends left out; none for what has no days. */
  days?: OpenRange | undefined;
  source: StreamedSource;
  /** Why there is none of this. */
  disabledReason?: string | undefined;
}

/** Saves a document the server makes as a PDF; stands only where the deployment can make one; the demo says why it has none. */
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

/** One at a time; leaving the page stops it. */
function useDocument(
  job: Pick<DocumentButtonProps, 'source' | 'name'> & { days: OpenRange | undefined; zone: string },
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RefusalWords>();
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
      if (!signal.aborted) setFailure(refusalWords(error));
    }
    setBusy(false);
  };
  return { isBusy, failure, start: () => void start(), dismiss: () => setFailure(undefined) };
}

import { Icon } from '#design/icon.tsx';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import { Button } from '#design/controls/button.tsx';
import type { OpenRange } from '#design/days/date-presets.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { isDemo } from '#platform/calls/demo.ts';
import { useZone } from '#platform/preferences.ts';
import type { StreamedSource } from './csv-source.ts';
import { FileFailure } from './export-button.tsx';
import { useDownload } from './use-download.ts';

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
  const { isBusy, failure, start, dismiss } = useDownload();
  const saveNow = () =>
    start(async (signal) => {
      const { saveDocument } = await import('./save-file.ts');
      await saveDocument({ source, name, days, zone, signal });
    });
  if (!canDo && !isDemo) return null;
  const reason = isDemo ? 'PDF export isn’t available in the demo' : disabledReason;
  return (
    <span className="relative inline-flex [&>button]:grow">
      <span role="status" className="sr-only">
        {isBusy ? 'The PDF is being made' : ''}
      </span>
      <Button icon={<Icon of={FileText} />} busy={isBusy} disabledReason={reason} onClick={saveNow}>
        PDF
      </Button>
      {failure && <FileFailure failure={failure} onClose={dismiss} onRetry={saveNow} />}
    </span>
  );
}

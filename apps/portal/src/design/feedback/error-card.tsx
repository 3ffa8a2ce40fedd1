import { Icon } from '#design/icon.tsx';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import { Button } from '#design/controls/button.tsx';
import { IdText } from '#design/text/id-text.tsx';

interface ErrorCardProps {
  subHeading: string;
  traceId?: string | undefined;
  onRetry: () => void;
  /** The mailto link, with its subject. */
  supportHref: string;
  busy?: boolean | undefined;
}

/** The error card of a route or a part: 'Oops!', the message, 'Try Again?' and 'contact support' (§2). */
export function ErrorCard({ subHeading, traceId, onRetry, supportHref, busy }: ErrorCardProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1.5 rounded-large border border-line px-5 py-[34px] text-center"
    >
      <Icon of={TriangleAlert} className="!size-[26px] text-bad" />
      <h2 className="m-0 text-[18px] font-strong tracking-[-.01em]">Oops!</h2>
      <p className="m-0 mb-2 max-w-[44ch] text-balance text-ink-2 [overflow-wrap:anywhere]">{subHeading}</p>
      <Button variant="primary" onClick={onRetry} busy={busy}>
        Try Again?
      </Button>
      <a href={supportHref} className="mt-1.5 text-ink-3 underline underline-offset-2 hover:text-ink">
        contact support
      </a>
      {traceId !== undefined && (
        <p className="m-0 mt-1 text-label text-ink-3">
          Trace <IdText>{traceId}</IdText>
        </p>
      )}
    </div>
  );
}

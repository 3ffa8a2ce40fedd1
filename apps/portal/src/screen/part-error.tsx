import { useEffect } from 'react';
import { ErrorCard } from '#design/feedback/error-card.tsx';
import { errorWords } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { supportHref } from '#platform/settings.ts';

/** The error card of the part that failed, the rest of the page standing; what failed is logged (§8). */
export function PartError({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  const { subHeading, traceId } = errorWords(error);
  useEffect(() => {
    log.error('A part of a page could not be shown', error);
  }, [error]);
  return (
    <ErrorCard
      subHeading={subHeading}
      traceId={traceId}
      supportHref={supportHref(traceId)}
      onRetry={onRetry}
      busy={busy}
    />
  );
}

import { useEffect } from 'react';
import { ErrorCard } from '#design/feedback/error-card.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { describeError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { supportHref } from '#platform/settings.ts';

interface PartErrorProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** The error card for a part of a page, while the rest remains; logs the error (§8). */
export function PartError({ error, busy, onRetry }: PartErrorProps) {
  const { subHeading, traceId } = describeError(error);
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

export function SheetPending({ error, ...retry }: PartErrorProps) {
  return (
    <div className="grid gap-4 p-5 pt-12">
      {error ? (
        <PartError error={error} {...retry} />
      ) : (
        [22, 120, 220].map((height) => <Skeleton key={height} height={height} />)
      )}
    </div>
  );
}

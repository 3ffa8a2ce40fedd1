import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { PartError } from '#screen/part-error.tsx';
import { ExceptionDetail } from './exception-detail.tsx';
import { exceptionQuery } from './exceptions-query.ts';

interface SheetProps {
  /** The exception that stands open, undefined when none does. */
  exceptionId: string | undefined;
  onClose: () => void;
}

/** One exception beside the list: what we hold, what the provider says, and the ways out. */
export function ExceptionSheet({ exceptionId, onClose }: SheetProps) {
  // What was open stays in sight while the sheet goes away.
  const [shown, setShown] = useState(exceptionId);
  if (exceptionId !== undefined && exceptionId !== shown) setShown(exceptionId);
  if (shown === undefined) return null;
  return (
    <Sheet isOpen={exceptionId !== undefined} onClose={onClose} title="Exception" side="right">
      <Loaded key={shown} exceptionId={shown} />
    </Sheet>
  );
}

function Loaded({ exceptionId }: { exceptionId: string }) {
  const { data, error, isFetching, refetch } = useQuery(exceptionQuery(exceptionId));
  if (data) return <ExceptionDetail exception={data} />;
  return (
    <div className="grid gap-4 p-5 pt-12">
      {error ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        [22, 120, 220].map((height) => <Skeleton key={height} height={height} />)
      )}
    </div>
  );
}

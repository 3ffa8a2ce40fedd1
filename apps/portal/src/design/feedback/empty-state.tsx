import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  detail?: ReactNode;
  /** Buttons that lead on. */ actions?: ReactNode;
}

/** Nothing here, and why: nothing by these filters is another sentence than nothing at all. */
export function EmptyState({ title, detail, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center text-ink-3">
      <p className="m-0 font-strong text-ink">{title}</p>
      {detail !== undefined && <div className="max-w-[56ch] text-balance">{detail}</div>}
      {actions !== undefined && <div className="mt-2.5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

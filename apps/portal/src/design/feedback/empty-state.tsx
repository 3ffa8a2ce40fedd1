import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
}

/** An empty part with an explanation. Filters that match nothing need another sentence than a list without data. */
export function EmptyState({ title, detail, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center text-ink-3">
      <p className="m-0 font-strong text-ink">{title}</p>
      {detail !== undefined && <div className="max-w-[56ch] text-balance">{detail}</div>}
      {actions !== undefined && <div className="mt-2.5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

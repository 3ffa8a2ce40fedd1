import type { ReactNode } from 'react';

/** A detail page's two columns: the story wide, the facts narrow; one below the other, `first` above, when there is no room. */
export function Columns({ children, aside, first }: { children: ReactNode; aside: ReactNode; first?: 'aside' }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-11 max-[900px]:grid-cols-[minmax(0,1fr)] max-[900px]:gap-2">
      <div className="min-w-0">{children}</div>
      <div className={`min-w-0 ${first === 'aside' ? 'max-[900px]:-order-1' : ''}`}>{aside}</div>
    </div>
  );
}

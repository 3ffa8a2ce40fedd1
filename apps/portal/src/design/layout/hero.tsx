import type { ReactNode } from 'react';
import { PageActions } from '#design/controls/page-actions.tsx';

interface HeroProps {
  tags?: ReactNode;
  children: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
}

export function Hero({ tags, children, detail, actions }: HeroProps) {
  return (
    <div className="mb-[26px] flex flex-wrap items-end gap-3.5 border-b border-line pb-[22px]">
      <div className="min-w-0">
        {tags !== undefined && <div className="mb-2 flex flex-wrap gap-1">{tags}</div>}
        {children}
        {detail !== undefined && <div className="num mt-1 text-ink-3 [overflow-wrap:anywhere]">{detail}</div>}
      </div>
      {actions !== undefined && (
        <div data-actions className="ml-auto print:hidden flex flex-wrap gap-3 phone:w-full phone:*:flex-1">
          <PageActions>{actions}</PageActions>
        </div>
      )}
    </div>
  );
}

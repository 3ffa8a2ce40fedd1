import type { ReactNode } from 'react';

/** The heading of a step before the session, with its soft line below. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="m-0 text-[24px] leading-tight font-strong tracking-[-.015em]">{title}</h1>
      <div className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

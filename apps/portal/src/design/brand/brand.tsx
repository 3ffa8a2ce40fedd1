import type { ReactNode } from 'react';
import { badgeClasses, type EnvironmentLook, lineClasses } from './environment-looks.ts';

export function BrandName({ children }: { children?: ReactNode }) {
  return (
    <div className="flex items-center gap-[9px] font-strong tracking-[-.01em]">
      <LogoMark />
      Volume
      {children !== undefined && <span className="ml-auto">{children}</span>}
    </div>
  );
}

export function LogoMark({ size = 22 }: { size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="shrink-0">
      <rect x="3" y="9" width="3" height="6" rx="1.5" />
      <rect x="8" y="5" width="3" height="14" rx="1.5" />
      <rect x="13" y="2" width="3" height="20" rx="1.5" />
      <rect x="18" y="7" width="3" height="10" rx="1.5" />
    </svg>
  );
}

export function EnvironmentBadge({ environment }: { environment: EnvironmentLook }) {
  return (
    <span className={`rounded-[5px] px-[7px] py-px text-[11px] leading-[1.5] font-medium ${badgeClasses[environment]}`}>
      {environment}
    </span>
  );
}

/** The line across the top of the page: amber in Sandbox, violet in Integration, none in Live. */
export function EnvironmentLine({ environment }: { environment: EnvironmentLook }) {
  const colour = lineClasses[environment];
  return (
    colour && <div aria-hidden="true" className={`fixed inset-x-0 top-0 z-20 border-t-3 print:hidden ${colour}`} />
  );
}

import type { ReactNode } from 'react';
import { LogoMark } from './logo-mark.tsx';

/** The mark with its name, and at the far end what the place wants to say (the environment badge). */
export function BrandName({ children }: { children?: ReactNode }) {
  return (
    <div className="flex items-center gap-[9px] font-strong tracking-[-.01em]">
      <LogoMark />
      Volume
      {children !== undefined && <span className="ml-auto">{children}</span>}
    </div>
  );
}

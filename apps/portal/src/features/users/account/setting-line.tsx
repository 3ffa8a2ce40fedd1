import type { ReactNode } from 'react';

interface SettingLineProps {
  label: ReactNode;
  detail?: ReactNode;
  children?: ReactNode;
}

export function SettingLine({ label, detail, children }: SettingLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-line py-3.5">
      <div className="min-w-0 flex-1 basis-[260px]">
        <div className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">{label}</div>
        {detail !== undefined && <div className="text-ink-3 [overflow-wrap:anywhere]">{detail}</div>}
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

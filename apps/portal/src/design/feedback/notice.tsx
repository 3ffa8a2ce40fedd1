import type { ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LucideIcon } from 'lucide-react';

type NoticeTone = 'ok' | 'info' | 'held' | 'bad';

const iconsAndClasses: Record<NoticeTone, [LucideIcon, string]> = {
  ok: [CircleCheck, 'bg-ok-soft text-ok'],
  info: [Info, 'bg-act-soft text-act'],
  held: [TriangleAlert, 'bg-held-soft text-held'],
  bad: [CircleAlert, 'bg-bad-soft text-bad'],
};

interface NoticeProps {
  tone: NoticeTone;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A standing message in the page: it stays until its reason is gone. A bad one is announced at once. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const [Icon, toneClass] = iconsAndClasses[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`grid grid-cols-[18px_1fr_auto] gap-x-2 gap-y-1 rounded px-3 py-2.5 ${toneClass}`}
    >
      <Icon aria-hidden="true" className="mt-0.5" />
      <div className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</div>
      <div>{actions}</div>
      {children !== undefined && (
        <div className="col-start-2 text-label text-ink-2 [overflow-wrap:anywhere]">{children}</div>
      )}
    </div>
  );
}

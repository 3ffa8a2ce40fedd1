import type { ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import Info from 'lucide/dist/esm/icons/info.mjs';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import type { IconDrawing } from '#design/icon.tsx';

type NoticeTone = 'ok' | 'info' | 'held' | 'bad';

const iconsAndClasses: Record<NoticeTone, [IconDrawing, string]> = {
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
  /** False in a region that is announced already. */
  isLive?: boolean;
}

/** A permanent message in the page, unlike a toast. A bad one is announced immediately. */
export function Notice({ tone, title, children, actions, isLive = true }: NoticeProps) {
  const [drawing, toneClass] = iconsAndClasses[tone];
  return (
    <div
      role={isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={`grid grid-cols-[18px_1fr_auto] phone:grid-cols-[18px_1fr] gap-x-2 gap-y-1 rounded px-3 py-2.5 ${toneClass}`}
    >
      <Icon of={drawing} className="mt-0.5" />
      <div className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</div>
      {actions !== undefined && <div className="phone:order-last phone:col-start-2 phone:-ml-2">{actions}</div>}
      {children !== undefined && (
        <div className="col-start-2 text-label text-ink-2 [overflow-wrap:anywhere]">{children}</div>
      )}
    </div>
  );
}

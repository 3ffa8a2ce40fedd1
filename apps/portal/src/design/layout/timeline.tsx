import type { ReactNode } from 'react';
import type { Tone } from '#design/feedback/tag-looks.ts';

export interface TimelineEntry {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** Usually a DateTime. */
  time?: ReactNode;
  /** 'next' marks a step that has not happened yet. */
  tone: Tone | 'next';
}

const dotClasses: Record<TimelineEntry['tone'], string> = {
  ok: 'border-ok bg-ok outline-ok-soft',
  move: 'border-move bg-move outline-move-soft',
  held: 'border-held bg-held outline-held-soft',
  bad: 'border-bad bg-bad outline-bad-soft',
  calm: 'border-calm bg-calm outline-calm-soft',
  next: 'border-line-2 outline-transparent',
};

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="num m-0 list-none p-0">
      {entries.map(({ id, title, detail, time, tone }) => (
        <li
          key={id}
          className="relative grid grid-cols-[26px_minmax(0,1fr)_auto] pb-5 before:absolute before:top-[18px] before:bottom-0 before:left-1.5 before:w-px before:bg-line-2 last:pb-0 last:before:hidden"
        >
          <span
            aria-hidden="true"
            className={`mt-1 size-[13px] rounded-full outline-3 ${tone === 'next' ? 'border-[1.5px]' : 'border-[6px]'} ${dotClasses[tone]}`}
          />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <div className="font-strong">{title}</div>
            {detail !== undefined && <div className="mt-px text-ink-2">{detail}</div>}
          </div>
          {time !== undefined && <div className="pl-3 text-label text-ink-3">{time}</div>}
        </li>
      ))}
    </ol>
  );
}

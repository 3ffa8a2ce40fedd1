import type { RefObject } from 'react';
import { Popover } from '#design/overlay/popover.tsx';
import { Explanation, Rule } from './explanation.tsx';
import type { FigureOf } from './explain-search.ts';
import type { Seen } from './figure.tsx';
import { PageIsOlder } from './page-is-older.tsx';
import { When } from './when.tsx';

interface ExplanationPopoverProps {
  id: string;
  of: FigureOf;
  title: string;
  seen: Seen | undefined;
  isOpen: boolean;
  align: 'start' | 'end';
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Explains a figure in a popover, on a phone in a sheet at the bottom. */
export function ExplanationPopover({ of, title, seen, ...popover }: ExplanationPopoverProps) {
  const { figure } = of;
  return (
    <Popover {...popover} label={`Why: ${title}`} side="bottom" className="w-[456px] text-left phone:w-auto">
      <header data-first tabIndex={-1} className="px-5 pt-4 pb-3 text-m font-regular tracking-normal outline-none">
        <h2 className="m-0 mb-1 font-strong">{title}</h2>
        <Rule figure={figure} />
        <p className="num m-0 mt-1.5 min-h-[18px] text-label text-ink-3">
          <When figure={figure} search={of} />
        </p>
      </header>
      {seen && <PageIsOlder search={of} seen={seen} />}
      <Explanation figure={figure} search={of} title={title} />
    </Popover>
  );
}

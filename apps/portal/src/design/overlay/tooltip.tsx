import { useRef, useState, type ReactNode } from 'react';
import { useLatePart } from './use-late-part.ts';

type TooltipProps = {
  /** A few words; also give the control its own accessible name. */ label: string;
  side?: 'top' | 'right' | 'bottom' | undefined;
  children: ReactNode;
};

const loadBubble = () => import('#design/late/tooltip-bubble.tsx').then((module) => module.TooltipBubble);

/** A few words beside what is hovered or focused. Never the only place where something is said. */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wrap = useRef<HTMLSpanElement>(null);
  const { part: Bubble, want } = useLatePart(loadBubble);
  const open = () => {
    want();
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return (
    <span
      ref={wrap}
      className="inline-flex"
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') open();
      }}
      onPointerLeave={close}
      onFocus={open}
      onBlur={close}
    >
      {children}
      {Bubble !== null && <Bubble isOpen={isOpen} onClose={close} anchor={wrap} label={label} side={side} />}
    </span>
  );
}

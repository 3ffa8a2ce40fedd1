import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { placeBeside } from './place-beside.ts';

interface TooltipBubbleProps {
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
}

/**
 * A tooltip, hidden from screen readers, above every other overlay. It stays while the pointer is on it, so that it can be
 * read under a magnifier. Escape closes it together with the overlay below it.
 */
export function TooltipBubble({ anchor, label, onClose }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    placeBeside(element, anchor);
    element.showPopover();
  }, [anchor]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return createPortal(
    <div
      ref={bubble}
      id={id}
      popover="manual"
      aria-hidden="true"
      className="bubble"
      onPointerLeave={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && anchor.contains(relatedTarget))) onClose();
      }}
    >
      {label}
    </div>,
    document.body,
  );
}

/** Whether the pointer moves on to a tooltip, which closes itself when the pointer leaves it. */
export const isInTooltip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.bubble') !== null;

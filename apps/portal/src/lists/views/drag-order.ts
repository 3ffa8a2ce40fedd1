import { type PointerEvent, useState } from 'react';

interface Drag {
  from: number;
  to: number;
}

/**
 * Orders the rows of a list by dragging their `data-handle`, with a mouse, a pen or a finger. Nothing moves before the
 * release; leaving it without one, as by Escape, changes nothing.
 */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const rowAt = (list: Element, y: number): number => {
    const at = [...list.children].findIndex((row) => y < row.getBoundingClientRect().bottom);
    return at === -1 ? count - 1 : at;
  };
  const list = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const handle = (event.target as Element).closest('[data-handle]');
      if (!handle || event.button !== 0) return;
      event.preventDefault();
      // The list follows the pointer also outside of it.
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = [...event.currentTarget.children].findIndex((row) => row.contains(handle));
      setDrag({ from, to: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      const to = rowAt(event.currentTarget, event.clientY);
      if (to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      setDrag(undefined);
      if (drag) onMove(drag.from, drag.to);
    },
    onPointerCancel: () => setDrag(undefined),
  };
  const placeOf = (at: number) => {
    if (!drag) return undefined;
    if (at === drag.from) return 'dragged';
    if (at !== drag.to) return undefined;
    return drag.to < drag.from ? 'before' : 'after';
  };
  return { list, placeOf } as const;
}

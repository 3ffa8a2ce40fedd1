import { useState, type ComponentProps, type ReactNode } from 'react';
import { useLazy } from './use-lazy.ts';

type Listeners = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;

const loadBubble = () => import('#design/overlay/panels/tooltip-bubble.tsx').then((module) => module.TooltipBubble);

/**
 * A few words beside a button that is hovered or focused; none while `label` is undefined. Never the only place where
 * something is said. It hangs on the button's own listeners, not around it, so that the button stays where it is, with
 * its focus, when there comes to be something to say.
 */
export function useTooltip(label: string | undefined, own: Listeners): { listeners: Listeners; bubble: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { part: Bubble, want } = useLazy(loadBubble);
  const open = (button: HTMLElement) => {
    if (label === undefined) return;
    want();
    setAnchor(button);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const listeners: Listeners = {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') open(event.currentTarget);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      close();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      open(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      close();
    },
  };
  const isThere = Bubble !== null && label !== undefined;
  return { listeners, bubble: isThere && <Bubble {...{ isOpen, anchor, label }} onClose={close} /> };
}

import type { ReactNode, RefObject } from 'react';
import { Popover } from '@base-ui/react/popover';
import { closeBeside, floating } from './floating.ts';
import { useKeptFocus } from './keep-focus.ts';

interface PopoverPanelProps {
  isOpen: boolean;
  onClose: () => void;
  button: RefObject<HTMLElement | null>;
  title: string;
  align: 'start' | 'center' | 'end';
  side: 'top' | 'bottom' | 'left' | 'right';
  children: ReactNode;
}

/** What a PopoverButton opens; loaded on first use. */
export function PopoverPanel({ isOpen, onClose, button, title, align, side, children }: PopoverPanelProps) {
  useKeptFocus(isOpen, button);
  return (
    <Popover.Root open={isOpen} onOpenChange={closeBeside(button, onClose)}>
      <Popover.Portal>
        <Popover.Positioner anchor={button} align={align} side={side} {...floating}>
          <Popover.Popup className="float-panel" aria-label={title} finalFocus={button}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

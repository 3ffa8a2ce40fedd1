import type { ReactNode, RefObject } from 'react';
import { Popover } from '@base-ui/react/popover';

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
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, details) => {
        if (open) return;
        // A press on the button is the button's own affair: closing here would let its click open again.
        const isOnButton =
          details.event.target instanceof Node && button.current?.contains(details.event.target) === true;
        if (details.reason === 'outside-press' && isOnButton) details.cancel();
        else onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={button}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-60"
        >
          <Popover.Popup className="float-panel" aria-label={title} finalFocus={button}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

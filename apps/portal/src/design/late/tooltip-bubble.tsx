import type { RefObject } from 'react';
import { Tooltip } from '@base-ui/react/tooltip';
import { landmarkOf } from './landmark-of.ts';

type TooltipBubbleProps = {
  isOpen: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  side: 'top' | 'right' | 'bottom';
};

/** What a Tooltip shows; loaded on first use. */
export function TooltipBubble({ isOpen, onClose, anchor, label, side }: TooltipBubbleProps) {
  return (
    <Tooltip.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Tooltip.Portal {...landmarkOf(anchor.current, label)}>
        <Tooltip.Positioner
          positionMethod="fixed"
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-70"
        >
          <Tooltip.Popup className="bubble">{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

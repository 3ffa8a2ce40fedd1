import { Tooltip } from '@base-ui/react/tooltip';
import { landmarkOf } from './floating.ts';

interface TooltipBubbleProps {
  isOpen: boolean;
  onClose: () => void;
  anchor: HTMLElement | null;
  label: string;
}

/** What `useTooltip` shows; loaded on first use. */
export function TooltipBubble({ isOpen, onClose, anchor, label }: TooltipBubbleProps) {
  return (
    <Tooltip.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Tooltip.Portal {...landmarkOf(anchor, label)}>
        <Tooltip.Positioner
          positionMethod="fixed"
          anchor={anchor}
          side="top"
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

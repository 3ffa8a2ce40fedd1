import { Dialog } from '@base-ui/react/dialog';
import { Icon } from '#design/icon.tsx';
import X from 'lucide/dist/esm/icons/x.mjs';
import type { SheetProps } from '#design/overlay/sheet.tsx';

/** What a Sheet opens; loaded on first use. */
export function SheetPanel({ isOpen, onClose, title, side = 'left', children }: SheetProps) {
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="shade z-40" />
        <Dialog.Popup className="sheet-panel z-50" data-side={side}>
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
          <Dialog.Close
            aria-label="Close"
            className="absolute top-3 right-3 grid size-8 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Icon of={X} />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

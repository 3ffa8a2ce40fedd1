import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import type { DialogProps } from '#design/overlay/dialog.tsx';
import { useKeptFocus } from './keep-focus.ts';

/** What a Dialog opens; loaded on first use. */
export function DialogPanel({
  isOpen,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'm',
  canClose = true,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useKeptFocus(isOpen);
  // What is marked as the safe answer, else whatever comes first.
  const first = () => popup.current?.querySelector<HTMLElement>('[data-first]') ?? true;
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, details) => {
        if (open) return;
        if (canClose) onClose();
        else details.cancel();
      }}
    >
      <Dialog.Portal>
        {/* Over a sheet too: what it asks comes first there as well. */}
        <Dialog.Backdrop forceRender className="shade z-50" />
        <Dialog.Popup ref={popup} className="dialog-panel z-50" data-size={size} initialFocus={first}>
          <div className="flex flex-col gap-3.5 p-5">
            <Dialog.Title className="m-0 text-[16px] font-strong tracking-[-.01em]">{title}</Dialog.Title>
            {description !== undefined && (
              <Dialog.Description className="num m-0 text-ink-3" render={<div />}>
                {description}
              </Dialog.Description>
            )}
            {children}
            {footer !== undefined && <div className="dialog-actions">{footer}</div>}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

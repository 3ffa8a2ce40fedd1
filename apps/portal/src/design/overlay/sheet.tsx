import { useId, type ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import X from 'lucide/dist/esm/icons/x.mjs';
import { Modal } from './modal.tsx';

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** The accessible name, not shown. */
  title: string;
  side?: 'left' | 'right' | undefined;
  children: ReactNode;
}

/** A modal panel at the side: the navigation on a phone, or details next to a list. */
export function Sheet({ isOpen, onClose, title, side = 'left', children }: SheetProps) {
  const titleId = useId();
  return (
    <Modal {...{ isOpen, onClose, side }} labelId={titleId} className="sheet-panel">
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      {children}
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute top-3 right-3 grid size-8 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon of={X} />
      </button>
    </Modal>
  );
}

import { useId, useRef, useState, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from '#design/controls/control-classes.ts';
import { usePageAction } from '#design/controls/page-actions.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { Menu } from './menu.tsx';
import { openerProps, useOverlay } from './use-overlay.ts';

interface MenuButtonProps {
  children: ReactNode;
  /** The accessible name of the button and of the menu. */
  label: string;
  entries: readonly MenuEntry[];
  /** Loads entries when the menu is about to open, so that it opens with all of them and nothing moves under a key. */
  loadEntries?: (() => Promise<void>) | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
  align?: 'start' | 'end' | undefined;
  side?: 'top' | 'bottom' | undefined;
}

/** A button with a menu of actions and places. */
export function MenuButton(props: MenuButtonProps) {
  const { children, label, entries, loadEntries, variant = 'secondary', size = 'm', className } = props;
  const { align = 'end', side = 'bottom' } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ref = usePageAction({ ref: button });
  const id = useId();
  const close = () => setIsOpen(false);
  const importEntries = async () => {
    await loadEntries?.();
    return true;
  };
  const { part, load } = useOverlay(importEntries, { isOpen, onClose: close, kind: 'menu', canWait: false });
  const isReady = part !== null || loadEntries === undefined;
  return (
    <>
      <button
        ref={ref}
        className={className ?? buttonClass(variant, size)}
        aria-label={label}
        popoverTarget={isOpen ? id : undefined}
        {...openerProps({ isOpen, isLoading: isOpen && !isReady, kind: 'menu' }, load, setIsOpen)}
      >
        {children}
      </button>
      {isReady && <Menu {...{ id, isOpen, button, label, entries, align, side }} onClose={close} />}
    </>
  );
}

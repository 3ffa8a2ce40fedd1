import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from '#design/controls/control-classes.ts';
import type { MenuEntry } from './menu-entry.ts';
import { openerProps, useOverlay } from './use-overlay.ts';

interface MenuButtonProps {
  children: ReactNode;
  /** Names the button when it shows no words, and the menu. */
  label: string;
  entries: readonly MenuEntry[];
  /** Loads what stands in it, when the menu is asked for or soon will be: it opens with all of it, so that nothing moves under a key. */
  loadEntries?: (() => Promise<void>) | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
  align?: 'start' | 'end' | undefined;
  side?: 'top' | 'bottom' | 'right' | undefined;
}

const loadPanel = () => import('#design/overlay/panels/menu-panel.tsx').then((module) => module.MenuPanel);

/** A button with a menu of actions and places. The menu's code comes with the first hover, focus or click; none is lost. */
export function MenuButton({
  children,
  label,
  entries,
  loadEntries,
  variant = 'secondary',
  size = 'm',
  className,
  align = 'end',
  side = 'bottom',
}: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  const loadAll = async () => {
    const [panel] = await Promise.all([loadPanel(), loadEntries?.()]);
    return panel;
  };
  const overlay = { isOpen, onClose: close, kind: 'menu' } as const;
  const loaded = useOverlay(loadAll, overlay);
  const { part: Panel, load } = loaded;
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    load();
    setIsOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        className={className ?? buttonClass(variant, size)}
        aria-label={label}
        onKeyDown={openByArrow}
        {...openerProps(overlay, loaded, setIsOpen)}
      >
        {children}
      </button>
      {Panel !== null && (
        <Panel
          isOpen={isOpen}
          onClose={close}
          button={button}
          label={label}
          entries={entries}
          align={align}
          side={side}
        />
      )}
    </>
  );
}

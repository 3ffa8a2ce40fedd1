import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import type { MenuEntry } from './menu-entry.ts';
import { Menu, type OpenMenu } from './menu.tsx';
import { toast } from './toast.ts';
import { openerProps } from './use-overlay.ts';

// An element that all rows share, so that it costs a row no component.
const dots = Icon({ of: Ellipsis });
const noLoading = () => undefined;

interface RowMenuProps {
  label?: string | undefined;
  entries?: readonly MenuEntry[];
  /** Instead of `entries`. Called when the menu first opens, and from then on: until then a row costs no more than its button. */
  children?: (menu: OpenMenu) => ReactNode;
}

/** The "…" at the end of a row, with a menu of actions on the row. */
export function RowMenu({ label = 'Actions', entries = [], children }: RowMenuProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = state === 'open';
  const change = (open: boolean) => setState(open ? 'open' : 'closed');
  const onClose = () => change(false);
  const menu: OpenMenu = { id, isOpen, onClose, button, label, align: 'end', side: 'bottom' };
  return (
    <>
      <button
        ref={button}
        aria-label={label}
        popoverTarget={isOpen ? id : undefined}
        {...openerProps({ isOpen, isLoading: false, kind: 'menu' }, noLoading, change)}
        className="inline-grid size-7 print:hidden place-items-center rounded-medium align-middle text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
      >
        {dots}
      </button>
      {/* oxlint-disable-next-line react/refs -- the ref is only passed on */}
      {state !== 'unused' && (children ? children(menu) : <Menu {...menu} entries={entries} />)}
    </>
  );
}

/** A menu line that copies a text and confirms it. */
export const copyEntry = (id: string, label: string, text: string): MenuEntry => ({
  id,
  label,
  onSelect: () => {
    navigator.clipboard.writeText(text).then(
      () => toast.good('Copied', text),
      () => toast.bad('Copying is not allowed here'),
    );
  },
});

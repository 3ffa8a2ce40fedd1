import { Icon } from '#design/icon.tsx';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import { MenuButton } from './menu-button.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { toast } from './toast.ts';

/** The "…" at the end of a row: what can be done with it. */
export function RowMenu({ entries, label = 'Actions' }: { entries: readonly MenuEntry[]; label?: string | undefined }) {
  return (
    <MenuButton
      label={label}
      className="inline-grid size-7 print:hidden place-items-center rounded-medium align-middle text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
      entries={entries}
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  );
}

/** A line of a menu that copies a text, and says so. */
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

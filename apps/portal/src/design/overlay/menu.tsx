import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';
import type { MenuEntry } from './menu-entry.ts';
import { Popover, type PopoverProps } from './popover.tsx';

type Item = Exclude<MenuEntry, { kind: 'heading' | 'rule' }>;

/** The properties that the button of a menu passes to it. */
export type OpenMenu = Omit<PopoverProps, 'children' | 'role' | 'className' | 'onKeyDown'>;

interface MenuProps extends OpenMenu {
  entries: readonly MenuEntry[];
}

/** The overlay of a MenuButton. Arrows, Home, End and first letters move the focus; Tab closes it. */
export function Menu({ entries, ...popover }: MenuProps) {
  return (
    <Popover
      {...popover}
      role="menu"
      className="min-w-[200px] p-1.5"
      onKeyDown={(event) => {
        if (event.key === 'Tab') popover.onClose();
        else moveFocus(event);
      }}
    >
      {entries.map((entry) => (
        <MenuLine key={entry.id} entry={entry} onClose={popover.onClose} />
      ))}
    </Popover>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 1 ? -1 : at - 1, Home: 0, End: -1 };
  const step = steps[key];
  const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
  const startsWith = (item: HTMLElement): boolean =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const next =
    step === undefined
      ? isLetter && [...items.slice(at + 1), ...items.slice(0, at + 1)].find(startsWith)
      : items.at(step === items.length ? 0 : step);
  // A link is pressed by Enter only.
  if (key === ' ' && items[at] instanceof HTMLAnchorElement) items[at].click();
  else if (!next) return;
  else next.focus();
  event.preventDefault();
}

function MenuLine({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
  if (entry.kind === 'rule') return <hr className="-mx-1.5 my-1.5 border-0 border-t border-line" />;
  if (entry.kind === 'heading') {
    return (
      <div className="px-2 pt-1.5 pb-0.5 text-s text-ink-3">
        {entry.detail === undefined ? entry.label : <span className="text-m text-ink">{entry.label}</span>}
        {entry.detail !== undefined && <span className="block">{entry.detail}</span>}
      </div>
    );
  }
  const isOff = entry.disabledReason !== undefined;
  const choose = () => {
    if (isOff) return;
    onClose();
    entry.onSelect?.();
  };
  const line = {
    className: `menu-item ${entry.tone === 'bad' && !isOff ? 'text-bad' : ''}`,
    tabIndex: -1,
    onClick: choose,
    // Keys continue from where the pointer is.
    onPointerMove: ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus({ preventScroll: true }),
    children: <Line item={entry} />,
  };
  if (entry.href !== undefined && !isOff)
    return (
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is in `line`
      <a {...line} role="menuitem" href={entry.href} aria-current={entry.isChecked === true ? 'true' : undefined} />
    );
  if (entry.isChecked === undefined)
    return <button {...line} type="button" role="menuitem" aria-disabled={isOff || undefined} />;
  return (
    <button
      {...line}
      type="button"
      role="menuitemcheckbox"
      aria-checked={entry.isChecked}
      aria-disabled={isOff || undefined}
    />
  );
}

function Line({ item }: { item: Item }) {
  const below = item.disabledReason ?? item.detail;
  return (
    <>
      {item.icon !== undefined && <span className="text-ink-3">{item.icon}</span>}
      <span className="min-w-0">
        {item.label}
        {below !== undefined && <span className="block text-s text-ink-3">{below}</span>}
      </span>
      <span className="ml-auto pl-4 text-label text-ink-3">
        {item.isChecked === true ? <Icon of={Check} className="!size-3.5 text-ink" /> : item.hint}
      </span>
    </>
  );
}

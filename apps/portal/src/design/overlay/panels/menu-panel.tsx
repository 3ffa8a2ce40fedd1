import type { RefObject } from 'react';
import { Menu } from '@base-ui/react/menu';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';
import { closeBeside, floating, landmarkOf } from './floating.ts';
import { useKeptFocus } from './keep-focus.ts';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';

interface MenuPanelProps {
  isOpen: boolean;
  onClose: () => void;
  button: RefObject<HTMLElement | null>;
  label: string;
  entries: readonly MenuEntry[];
  align: 'start' | 'end';
  side: 'top' | 'bottom' | 'right';
}

type Item = Exclude<MenuEntry, { kind: 'heading' | 'rule' }>;

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

function MenuLine({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'rule') return <Menu.Separator className="-mx-1.5 my-1.5 border-t border-line" />;
  if (entry.kind === 'heading') {
    return (
      <div className="px-2 pt-1.5 pb-0.5 text-s text-ink-3">
        {entry.detail === undefined ? entry.label : <span className="text-m text-ink">{entry.label}</span>}
        {entry.detail !== undefined && <span className="block">{entry.detail}</span>}
      </div>
    );
  }
  const isOff = entry.disabledReason !== undefined;
  const lineClass = `menu-item ${entry.tone === 'bad' && !isOff ? 'text-bad' : ''}`;
  if (entry.href !== undefined && !isOff) {
    return (
      <Menu.LinkItem
        className={lineClass}
        href={entry.href}
        closeOnClick
        onClick={() => entry.onSelect?.()}
        aria-current={entry.isChecked === true ? 'true' : undefined}
      >
        <Line item={entry} />
      </Menu.LinkItem>
    );
  }
  if (entry.isChecked !== undefined) {
    return (
      <Menu.CheckboxItem
        className={lineClass}
        checked={entry.isChecked}
        disabled={isOff}
        closeOnClick
        onCheckedChange={() => entry.onSelect?.()}
      >
        <Line item={entry} />
      </Menu.CheckboxItem>
    );
  }
  return (
    <Menu.Item className={lineClass} disabled={isOff} onClick={() => entry.onSelect?.()}>
      <Line item={entry} />
    </Menu.Item>
  );
}

/** What a MenuButton opens; loaded on first use. */
export function MenuPanel({ isOpen, onClose, button, label, entries, align, side }: MenuPanelProps) {
  useKeptFocus(isOpen, button);
  return (
    <Menu.Root open={isOpen} onOpenChange={closeBeside(button, onClose)}>
      <Menu.Portal {...landmarkOf(button.current, label)}>
        <Menu.Positioner positionMethod="fixed" anchor={button} align={align} side={side} {...floating}>
          <Menu.Popup className="float-panel min-w-[200px] p-1.5" aria-label={label} finalFocus={button}>
            {entries.map((entry) => (
              <MenuLine key={entry.id} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

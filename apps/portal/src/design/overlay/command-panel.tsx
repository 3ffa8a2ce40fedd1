import { Icon } from '#design/icon.tsx';
import Search from 'lucide/dist/esm/icons/search.mjs';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Modal } from './modal.tsx';

/** One line that can be chosen. */
export interface CommandItem {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Soft text at the end of the line: a state, a key. */
  hint?: ReactNode;
  /** The reason why it cannot be chosen now; shown instead of the hint. */
  disabledReason?: string | undefined;
}
export interface CommandGroup<Item extends CommandItem> {
  title: string;
  items: readonly Item[];
}

interface CommandPanelProps<Item extends CommandItem> {
  onClose: () => void;
  title: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly CommandGroup<Item>[];
  /** More is on its way: Enter without a choice waits for it. */
  isBusy: boolean;
  /** Shown below the lines, or instead of them when there are none. */
  note?: ReactNode;
  /** The number of lines, for screen readers. */
  said: string;
  /** `isAside` when it should open in another tab (Ctrl or ⌘ with Enter or a click). */
  onChoose: (item: Item, isAside: boolean) => void;
}

/** A text field above a list of actions: typing filters, the arrow keys move, Enter chooses. */
export function CommandPanel<Item extends CommandItem>(props: CommandPanelProps<Item>) {
  const { onClose, title } = props;
  const titleId = useId();
  return (
    <Modal isOpen onClose={onClose} labelId={titleId} className="command-panel">
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      <Commands {...props} />
    </Modal>
  );
}

function Commands<Item extends CommandItem>(props: CommandPanelProps<Item>) {
  const { title, placeholder, text, onText, groups, note, said } = props;
  const list = useId();
  const { at, setAt, press, items, choose } = useCommandKeys(props);
  const current = items[at];
  useEffect(() => {
    document.getElementById(`${list}-${current?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, current?.id]);
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon of={Search} className="text-ink-3" />
        <input
          role="combobox"
          aria-label={title}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? list : undefined}
          aria-activedescendant={current ? `${list}-${current.id}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 border-0 bg-transparent text-[15px] outline-none placeholder:text-ink-3 phone:text-[16px]"
        />
        <kbd className="key phone:hidden">Esc</kbd>
      </div>
      {items.length > 0 && (
        <div id={list} role="listbox" aria-label={title} className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5">
          {groups.map((group) => (
            <Lines key={group.title} {...{ group, list, current }} onAt={setAt} onChoose={choose} />
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {note !== undefined && <div className="px-4 py-3 text-ink-3">{note}</div>}
    </>
  );
}

type LinesProps<Item extends CommandItem> = Pick<CommandPanelProps<Item>, 'onChoose'> & {
  group: CommandGroup<Item>;
  list: string;
  current: Item | undefined;
  onAt: (id: string) => void;
};

function Lines<Item extends CommandItem>({ group, list, current, onAt, onChoose }: LinesProps<Item>) {
  const heading = `${list}-${group.title.replaceAll(' ', '-')}`;
  if (group.items.length === 0) return null;
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className="px-2.5 pt-2 pb-1 text-s text-ink-3">
        {group.title}
      </div>
      {group.items.map((item) => (
        <div
          key={item.id}
          id={`${list}-${item.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={item === current}
          aria-disabled={item.disabledReason === undefined ? undefined : true}
          className="command-line"
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onAt(item.id)}
          onClick={(event) => onChoose(item, event.ctrlKey || event.metaKey)}
          onKeyDown={() => undefined}
        >
          <span className="grid size-4 shrink-0 place-items-center text-ink-3">{item.icon}</span>
          <span className="min-w-0 truncate">{item.label}</span>
          <span className="ml-auto shrink-0 pl-3 text-label text-ink-3 phone:max-w-[45%] phone:truncate">
            {item.disabledReason ?? item.hint}
          </span>
        </div>
      ))}
    </div>
  );
}

/**
 * The line that the arrow keys are on. It keeps its line while others appear and disappear, and starts at the first after every
 * change of the text.
 */
function useCommandKeys<Item extends CommandItem>(props: CommandPanelProps<Item>) {
  const { text, groups, isBusy, onChoose } = props;
  const items = groups.flatMap((group) => group.items);
  const [chosen, setChosen] = useState({ text, id: '' });
  const isWaiting = useRef(false);
  const found = chosen.text === text ? items.findIndex(({ id }) => id === chosen.id) : 0;
  const at = Math.max(0, found);
  const setAt = (id: string) => setChosen({ text, id });
  const go = (place: number) => setAt(items[Math.min(items.length - 1, Math.max(0, place))]?.id ?? '');
  const choose = (item: Item, isAside: boolean) => {
    if (item.disabledReason === undefined) onChoose(item, isAside);
  };
  const [first] = items;
  useEffect(() => {
    if (!isWaiting.current || isBusy) return;
    isWaiting.current = false;
    if (first) choose(first, false);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when what Enter waited for has come
  }, [isBusy]);
  const steps: Record<string, () => void> = {
    ArrowDown: () => go((at + 1) % Math.max(1, items.length)),
    ArrowUp: () => go((at - 1 + items.length) % Math.max(1, items.length)),
    PageDown: () => go(at + 8),
    PageUp: () => go(at - 8),
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    const item = items[at];
    if (step) step();
    else if (event.key === 'Enter' && item) choose(item, event.ctrlKey || event.metaKey);
    else if (event.key === 'Enter') isWaiting.current = isBusy;
    else {
      isWaiting.current = false;
      return;
    }
    event.preventDefault();
  };
  return { at, setAt, press, items, choose };
}

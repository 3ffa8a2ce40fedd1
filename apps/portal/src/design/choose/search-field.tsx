import { useEffect, useRef, useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Search from 'lucide/dist/esm/icons/search.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useShortcut } from './use-shortcut.ts';

interface SearchFieldProps {
  label: string;
  placeholder?: string | undefined;
  /** The search that holds now, as the address says it. */
  value: string;
  /** Called with trimmed text on Enter, on clearing, and when typing pauses. */
  onSearch: (text: string) => void;
  /** A key that brings the focus here from anywhere, when nobody is typing. */
  shortcut?: string | undefined;
  /** How long typing must pause, in milliseconds. */
  pause?: number | undefined;
}

/** Search as one types; the draft is kept here, so that a slow answer never eats a letter. */
export function SearchField({ label, placeholder, value, onSearch, shortcut, pause = 300 }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { draft, setDraft, search } = useDraft(value, onSearch);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (text: string) => {
    clearTimeout(timer.current);
    search(text.trim());
  };
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => say(text), pause);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcut(shortcut, input);
  const clear = () => {
    setDraft('');
    say('');
    input.current?.focus();
  };
  return (
    <div role="search" className="relative w-[230px] shrink-0">
      <Icon of={Search} className="pointer-events-none absolute top-[9px] left-2.5 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={draft}
        enterKeyHint="search"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') say(draft);
          if (event.key === 'Escape' && draft !== '') clear();
        }}
        className="h-[34px] w-full rounded border border-line bg-surface px-[34px] text-m placeholder:text-ink-3 hover:border-line-2 focus:outline-2 focus:-outline-offset-1 focus:outline-act phone:text-[16px] [&::-webkit-search-cancel-button]:hidden"
      />
      {draft === '' ? (
        shortcut !== undefined && (
          <kbd className="key pointer-events-none absolute top-2 right-2.5 phone:hidden">{shortcut}</kbd>
        )
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-3 hover:text-ink"
        >
          <Icon of={X} className="!size-3.5" />
        </button>
      )}
    </div>
  );
}

/** What stands in the field: what is typed, until the address changes by somebody else's doing. */
function useDraft(value: string, onSearch: (text: string) => void) {
  const [draft, setDraft] = useState(value);
  const [held, setHeld] = useState(value);
  // Searches whose addresses have not come yet.
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (value !== held) {
    const own = asked.indexOf(value);
    setHeld(value);
    setAsked(asked.slice(own + 1));
    // The address changed under us (back, a cleared filter): its text wins over the draft.
    if (own < 0 && value !== draft.trim()) setDraft(value);
  }
  const search = (text: string) => {
    if (text === value) return;
    setAsked([...asked, text]);
    onSearch(text);
  };
  return { draft, setDraft, search };
}

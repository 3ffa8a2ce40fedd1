import { useEffect, useRef, useState } from 'react';
import { Search, X } from 'lucide-react';
import { useShortcut } from './use-shortcut.ts';

type SearchFieldProps = {
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
};

/** Search as one types; the draft is kept here, so that a slow answer never eats a letter. */
export function SearchField({ label, placeholder, value, onSearch, shortcut, pause = 300 }: SearchFieldProps) {
  const [draft, setDraft] = useState(value);
  const [held, setHeld] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed under us (back, a cleared filter): its text wins over the draft.
  if (value !== held) {
    setHeld(value);
    if (value !== draft.trim()) setDraft(value);
  }
  const say = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== value) onSearch(text.trim());
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
      <Search aria-hidden="true" className="pointer-events-none absolute top-[9px] left-2.5 text-ink-3" />
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
          <X aria-hidden="true" className="!size-3.5" />
        </button>
      )}
    </div>
  );
}

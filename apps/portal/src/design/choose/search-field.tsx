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
  /** Called with the text as it was typed, empty for blanks: on Enter, on clearing, and when typing pauses. */
  onSearch: (text: string) => void;
  /** A key that brings the focus here from anywhere, when nobody is typing. */
  shortcut?: string | undefined;
  /** The id of what describes it, such as the sentence of an API that refused the search. */
  describedBy?: string | undefined;
  /** How long typing must pause, in milliseconds. */
  pause?: number | undefined;
}

/** The longest text the contract's calls take. */
const longest = 200;

/** Search as one types; the draft is kept here, so that a slow answer never eats a letter. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onSearch, shortcut, describedBy, pause = 300 } = props;
  const input = useRef<HTMLInputElement>(null);
  const { draft, setDraft, search } = useDraft(value, onSearch);
  const wait = usePause();
  const say = (text: string) => {
    wait.end();
    search(text.trim() === '' ? '' : text);
  };
  const type = (text: string) => {
    setDraft(text);
    wait.begin(() => say(text), pause);
  };
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
        aria-describedby={describedBy}
        placeholder={placeholder}
        maxLength={longest}
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

/** Waits for one thing at a time, and for nothing once the field is gone. */
function usePause() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  const begin = (then: () => void, milliseconds: number) => {
    end();
    timer.current = setTimeout(then, milliseconds);
  };
  return { begin, end };
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
    if (own < 0 && value.trim() !== draft.trim()) setDraft(value);
  }
  const search = (text: string) => {
    if (text === value) return;
    setAsked([...asked, text]);
    onSearch(text);
  };
  return { draft, setDraft, search };
}

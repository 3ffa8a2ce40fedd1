import { useEffect, useRef, useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Search from 'lucide/dist/esm/icons/search.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { useShortcut } from './use-shortcut.ts';

interface SearchFieldProps {
  label: string;
  /** The parameter of the address that the search sets. */
  name?: string | undefined;
  placeholder?: string | undefined;
  /** The current search in the address. */
  value: string;
  /** Receives the text as typed, empty for spaces: on Enter, when cleared, and when typing pauses. */
  onSearch: (text: string) => void;
  /** A key that focuses the field from anywhere, except while typing. */
  shortcut?: string | undefined;
  /** The id of its description, such as the API's reason for refusing a search. */
  describedBy?: string | undefined;
  /** The debounce time in milliseconds. */
  pause?: number | undefined;
}

/** The longest text that the contract's endpoints accept. */
const longest = 200;

/** A search field with debounce. It keeps the draft itself, so that a slow response never loses letters. */
export function SearchField(props: SearchFieldProps) {
  const { label, name, placeholder, value, onSearch, shortcut, describedBy, pause = 300 } = props;
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
    <form
      role="search"
      method="get"
      className="relative w-[230px] shrink-0 phone:w-[190px]"
      onSubmit={(event) => {
        event.preventDefault();
        say(draft);
      }}
    >
      <Icon of={Search} className="pointer-events-none absolute top-[9px] left-2.5 text-ink-3" />
      <input
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        maxLength={longest}
        value={draft}
        enterKeyHint="search"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft !== '') clear();
        }}
        className="peer h-[34px] w-full rounded border border-line bg-surface px-[34px] text-m placeholder:text-ink-3 hover:border-line-2 focus:outline-2 focus:-outline-offset-1 focus:outline-act phone:text-[16px] phone:placeholder-shown:pr-2.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {/* Hidden with CSS, because text can be in the field before React has taken over. */}
      {shortcut !== undefined && (
        <kbd className="key pointer-events-none absolute top-2 right-2.5 peer-not-placeholder-shown:hidden phone:hidden">
          {shortcut}
        </kbd>
      )}
      {draft !== '' && <ClearButton onClick={clear} />}
    </form>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      onClick={onClick}
      className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-3 hover:text-ink"
    >
      <Icon of={X} className="!size-3.5" />
    </button>
  );
}

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

/** The text in the field: the draft, until the address changes for another reason. */
function useDraft(value: string, onSearch: (text: string) => void) {
  const [draft, setDraft] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Searches that the address does not yet contain.
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (value !== lastValue) {
    const own = asked.indexOf(value);
    setLastValue(value);
    setAsked(asked.slice(own + 1));
    // The address was changed elsewhere (Back, a cleared filter): its text replaces the draft.
    if (own < 0 && value.trim() !== draft.trim()) setDraft(value);
  }
  const search = (text: string) => {
    if (text === value) return;
    setAsked([...asked, text]);
    onSearch(text);
  };
  return { draft, setDraft, search };
}

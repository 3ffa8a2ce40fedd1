import { useState } from 'react';
import { walk } from './editors/walk.ts';

/** A filter that can be added. */
export interface OfferedFilter {
  /** The label of its chip. */
  label: string;
  /** A few of its values. */
  hint?: string | undefined;
}

interface FilterMenuProps {
  filters: readonly OfferedFilter[];
  onChoose: (label: string) => void;
}

/** The filters that are off, found by typing. */
export function FilterMenu({ filters, onChoose }: FilterMenuProps) {
  const [typed, setTyped] = useState('');
  const found = filters.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its field and buttons
    <div className="filter-menu w-[248px] p-1.5 phone:w-auto" onKeyDown={walk}>
      <input
        aria-label="Find a filter"
        placeholder="Filter by…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Otherwise the same key press would submit the form that opens.
          event.preventDefault();
          if (found[0]) onChoose(found[0].label);
        }}
        className="mb-1 h-[34px] w-full rounded border border-line-2 bg-surface px-2.5 placeholder:text-ink-3 focus:outline-2 focus:-outline-offset-1 focus:outline-act phone:text-[16px]"
      />
      {found.map(({ label, hint }) => (
        <button key={label} type="button" className="command-line w-full text-start" onClick={() => onChoose(label)}>
          {label}
          {hint !== undefined && (
            <span aria-hidden="true" className="ml-auto text-label text-ink-3">
              {hint}
            </span>
          )}
        </button>
      ))}
      <p role="status" className="m-0 px-2.5 py-1.5 text-ink-3 empty:hidden">
        {found.length === 0 && (filters.length === 0 ? 'All filters are set' : 'No filter has this name')}
      </p>
    </div>
  );
}

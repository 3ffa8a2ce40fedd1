import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { fieldClass } from '#design/controls/control-classes.ts';

export interface NotedProps {
  notes: Record<string, string>;
  onNote: (key: string, text: string) => void;
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

/** A note, or the button that opens its field. */
export function Note({ of, id, notes, onNote }: NotedProps & { of: string; id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const text = notes[id] ?? '';
  if (text === '' && !isOpen) {
    return (
      <span>
        <Button size="s" variant="quiet" aria-label={`Add a note on ${of}`} onClick={() => setIsOpen(true)}>
          Add a note
        </Button>
      </span>
    );
  }
  return (
    <input
      type="text"
      data-personal
      aria-label={`Note on ${of}`}
      maxLength={200}
      className={fieldClass}
      ref={isOpen ? takeFocus : undefined}
      value={text}
      onChange={({ target }) => onNote(id, target.value)}
      onBlur={() => setIsOpen(false)}
    />
  );
}

import { useState, type FormEvent } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { FilterChip } from './filter-chip.tsx';

type TextFilterProps = {
  label: string;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  placeholder?: string | undefined;
};

function TextEditor({ label, value, onApply, placeholder, onDone }: TextFilterProps & { onDone: () => void }) {
  const [draft, setDraft] = useState(value ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft.trim() === '' ? undefined : draft.trim());
    onDone();
  };
  return (
    <form onSubmit={apply} className="grid w-[264px] gap-3 p-3.5">
      <TextField
        label={label}
        value={draft}
        placeholder={placeholder}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

/** A filter by a text; applies on Enter or Apply. */
export function TextFilter(props: TextFilterProps) {
  return (
    <FilterChip
      label={props.label}
      value={props.value}
      onRemove={() => props.onApply(undefined)}
      editor={(close) => <TextEditor {...props} onDone={close} />}
    />
  );
}

import { type FormEvent, useState } from 'react';
import { EditorButtons } from './editor-buttons.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import type { TextFilterProps } from '#design/filter/field-filters.tsx';

type TextEditorProps = TextFilterProps & { onDone: () => void };

export function TextEditor({ label, name, value, onApply, placeholder, onDone }: TextEditorProps) {
  const [draft, setDraft] = useState(value ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft.trim() === '' ? undefined : draft.trim());
    onDone();
  };
  return (
    <form method="get" onSubmit={apply} className="grid w-[264px] gap-3 p-3.5">
      <TextField
        label={label}
        name={name}
        value={draft}
        placeholder={placeholder}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <EditorButtons onCancel={onDone} />
      </div>
    </form>
  );
}

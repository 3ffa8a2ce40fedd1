import { type FormEvent, useState } from 'react';
import { EditorButtons } from './editor-buttons.tsx';
import { TextField } from '#design/controls/text-field.tsx';

export interface TextFilterProps {
  label: string;
  /** The parameter of the address that the filter sets. */
  name?: string | undefined;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  placeholder?: string | undefined;
}

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

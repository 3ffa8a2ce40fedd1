import { FilterChip } from './filter-chip.tsx';

export interface TextFilterProps {
  label: string;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  placeholder?: string | undefined;
}

const loadEditor = () => import('./text-editor.tsx').then((module) => module.TextEditor);

/** A filter by a text; applies on Enter or Apply. */
export function TextFilter(props: TextFilterProps) {
  return (
    <FilterChip
      label={props.label}
      value={props.value}
      onRemove={() => props.onApply(undefined)}
      load={loadEditor}
      editor={(close, TextEditor) => <TextEditor {...props} onDone={close} />}
    />
  );
}

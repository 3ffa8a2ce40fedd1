import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { longestName, type SavedView } from './view-names.ts';

interface ViewFormProps {
  /** The view that is renamed; undefined for a new one. */
  view?: SavedView | undefined;
  given: readonly SavedView[];
  own: readonly SavedView[];
  onName: (name: string) => void;
  onClose: () => void;
}

/** Names a view. */
export function ViewForm({ view, onName, onClose, ...names }: ViewFormProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = whyNotName(name, names, view?.name);
    setError(wrong);
    if (wrong !== undefined) return;
    onClose();
    onName(name.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <TextField
        label="View name"
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" type="submit">
          {view ? 'Rename' : 'Save view'}
        </Button>
      </div>
    </form>
  );
}

export function RenameDialog({ isOpen, ...form }: ViewFormProps & { isOpen: boolean; view: SavedView }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={
        <>
          Rename <bdi>{form.view.name}</bdi>
        </>
      }
    >
      <ViewForm key={String(isOpen)} {...form} />
    </Dialog>
  );
}

const mostViews = 20;

/** What is wrong with a name for a view, undefined when nothing is; `current` is the name it has now. */
export function whyNotName(
  name: string,
  { given, own }: Pick<ViewFormProps, 'given' | 'own'>,
  current?: string,
): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Enter a name';
  if (name.trim().length > longestName) return `Use ${longestName} characters or fewer`;
  const others = [...given, ...own].filter((view) => view.name !== current);
  if (others.some((view) => view.name.toLowerCase() === wanted)) return 'A view with this name already exists';
  if (current === undefined && own.length >= mostViews)
    return `You can save up to ${mostViews} views. Delete one first`;
  return undefined;
}

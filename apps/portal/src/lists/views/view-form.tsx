import { longestViewName } from '@volume/contract/saved-views/saved-views.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import type { SavedViewScope } from './saved-views.ts';
import { useShare } from './saved-view-writes.ts';
import type { NamedView } from './view-names.ts';

interface Names {
  /** Views whose names are taken, besides the user's own. */
  given: readonly NamedView[];
  own: readonly NamedView[];
}

interface NameFormProps extends Names {
  view?: NamedView | undefined;
  isShared?: boolean;
  busy?: boolean;
  onName: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

function NameForm({ view, isShared, busy, onName, onClose, children, ...names }: NameFormProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = nameError(name, names, view?.name, isShared);
    setError(wrong);
    if (wrong === undefined) onName(name.trim());
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
      {children}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" busy={busy}>
          {view ? 'Rename' : 'Save view'}
        </Button>
      </div>
    </form>
  );
}

interface ViewFormProps extends Names {
  search: string;
  /** The shown columns. */
  columns: string;
  /** Undefined where views cannot be shared. */
  scope: SavedViewScope | undefined;
  onName: (name: string) => void;
  /** The view is shared, with these columns. */
  onShared: (columns: string | undefined) => void;
  onClose: () => void;
}

export function ViewForm({ scope, onName, ...form }: ViewFormProps) {
  const save = (name: string) => {
    form.onClose();
    onName(name);
  };
  return scope ? <SavedViewForm {...form} scope={scope} onName={save} /> : <NameForm {...form} onName={save} />;
}

function SavedViewForm(props: ViewFormProps & { scope: SavedViewScope }) {
  const { scope, search, columns, onName, onShared, ...form } = props;
  const [isShared, setIsShared] = useState(false);
  const share = useShare(scope, (kept) => {
    form.onClose();
    onShared(kept);
  });
  return (
    <NameForm
      {...form}
      isShared={isShared}
      busy={share.isBusy}
      onName={(name) => (isShared ? share.run({ name, search, columns }) : onName(name))}
    >
      <Checkbox checked={isShared} onChange={setIsShared}>
        Share with the team
      </Checkbox>
      {share.refusal && <WriteRefusal refusal={share.refusal} undone="The view was not shared." />}
    </NameForm>
  );
}

export function RenameDialog({ isOpen, ...form }: NameFormProps & { isOpen: boolean; view: NamedView }) {
  const rename = (name: string) => {
    form.onClose();
    form.onName(name);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={
        <>
          Rename “<bdi>{form.view.name}</bdi>”
        </>
      }
    >
      <NameForm key={String(isOpen)} {...form} onName={rename} />
    </Dialog>
  );
}

const mostViews = 20;

/**
 * Undefined when the name is valid. `current` is the view's present name. The API limits the number of shared views.
 */
export function nameError(name: string, { given, own }: Names, current?: string, isShared = false): string | undefined {
  const normalized = name.trim().toLowerCase();
  if (normalized === '') return 'Enter a name';
  if (name.trim().length > longestViewName) return `Use ${longestViewName} characters or fewer`;
  const others = [...given, ...own].filter((view) => view.name !== current);
  if (others.some((view) => view.name.toLowerCase() === normalized)) return 'A view with this name already exists';
  if (current === undefined && !isShared && own.length >= mostViews)
    return `You can save up to ${mostViews} views. Delete one first`;
  return undefined;
}

import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';

interface ViewFormProps {
  name: string;
  action: string;
  /** What is wrong with a name, undefined when nothing is. */
  check: (name: string) => string | undefined;
  onName: (name: string) => void;
  onCancel: () => void;
}

/** Names a view. */
export function ViewForm({ name: given, action, check, onName, onCancel }: ViewFormProps) {
  const [name, setName] = useState(given);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = check(name);
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
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}

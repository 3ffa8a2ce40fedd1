import { useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { updateSelf } from '@volume/contract/users.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { useDraftErrors } from '#features/users/actions/use-draft-errors.ts';
import { type DraftErrors, readOwnChange } from '#features/users/actions/user-draft.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';

interface Own {
  name: string | null;
  phone: string | null;
}

/** The own name and phone; what can be saved says so, and only what changed is sent. */
export function OwnForm({ self }: { self: Own }) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState({ name: self.name ?? '', phone: self.phone ?? '' });
  const { run, isBusy, refusal, reset } = useWrite(
    (body: BodyOf<typeof updateSelf>) => call(updateSelf, { body }),
    () => {
      toast.good('Saved');
      for (const key of ['self', 'users']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  );
  const read = readOwnChange(draft, self);
  const { form, errors, submit } = useDraftErrors<BodyOf<typeof updateSelf>, DraftErrors>(read, run);
  const isUnchanged = 'body' in read && Object.keys(read.body).length === 0;
  const text = (field: 'name' | 'phone') => ({
    value: draft[field],
    error: errors[field],
    readOnly: isBusy,
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  const undo = () => {
    reset();
    setDraft({ name: self.name ?? '', phone: self.phone ?? '' });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5 border-t border-line py-3.5">
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...text('name')} />
        <TextField type="tel" label="Phone" autoComplete="tel" {...text('phone')} />
      </div>
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="Nothing was saved."
          unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
        />
      )}
      {!isUnchanged && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={isBusy}>
            Save
          </Button>
          <Button variant="quiet" onClick={undo}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { updateSelf } from '@volume/contract/users.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { isUnchanged, ownChangeSchema, toOwnTyped } from '#features/users/actions/user-schema.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';

/** The own name and phone; what can be saved says so, and only what changed is sent. */
export function OwnForm({ self }: { self: { name: string | null; phone: string | null } }) {
  const queryClient = useQueryClient();
  const write = useWrite(
    (body: BodyOf<typeof updateSelf>) => call(updateSelf, { body }),
    () => {
      toast.good('Saved');
      for (const key of ['self', 'users']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  );
  const schema = ownChangeSchema(self);
  const form = useForm({ schema, values: toOwnTyped(self), write });
  const undo = () => {
    write.reset();
    form.reset();
  };
  return (
    <form {...form.element} className="grid gap-3.5 border-t border-line py-3.5">
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...form.text('name')} />
        <TextField type="tel" label="Phone" autoComplete="tel" {...form.text('phone')} />
      </div>
      {write.refusal && !form.isOnField && (
        <WriteRefusal
          refusal={write.refusal}
          undone="Nothing was saved."
          unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
        />
      )}
      {!isUnchanged(schema, form.typed) && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={write.isBusy}>
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

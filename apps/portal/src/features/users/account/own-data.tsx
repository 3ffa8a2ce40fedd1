import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { updateSelf } from '@volume/contract/users.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { allowedActions, rolesInWords } from '#features/users/user-words.ts';
import { selfQuery } from '#features/users/public.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { PartError } from '#domain/part-error.tsx';
import { SettingLine } from './setting-line.tsx';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { isUnchanged, ownChangeSchema, toOwnTyped } from '#features/users/actions/user-schema.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';

/** Name, phone, email address and roles of whoever is signed in, with what the roles mean. */
export function OwnData() {
  const { data: self, error, isFetching, refetch } = useQuery(selfQuery());
  if (error && !self) {
    return (
      <div className="mb-9">
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <Section title="You">
      <SettingLine label="Email address" detail={self ? <bdi>{self.email}</bdi> : <Skeleton width={180} />} />
      {self ? <Person self={self} /> : <SettingLine label="Name and phone" detail={<Skeleton width={240} />} />}
      <SettingLine label="Roles" detail={self ? <Roles roles={self.roles} /> : <Skeleton width={320} />} />
    </Section>
  );
}

type Self = Pick<MerchantAccount, 'name' | 'phone' | 'email'>;

function Person({ self }: { self: Self }) {
  const canEdit = useCanDo(updateSelf);
  // What was saved is the new beginning.
  if (canEdit) return <OwnForm key={`${self.name} ${self.phone}`} self={self} />;
  return (
    <>
      <SettingLine label="Name" detail={self.name ?? '–'} />
      <SettingLine label="Phone" detail={self.phone ?? '–'} />
    </>
  );
}

function Roles({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return 'You don’t have a role yet. Ask an administrator to give you one.';
  return (
    <>
      <span className="text-ink">{rolesInWords(roles)}</span>
      <ul aria-label="What you can do" className="m-0 grid list-none gap-0.5 p-0">
        {allowedActions(roles).map((action) => (
          <li key={action}>{action}</li>
        ))}
      </ul>
    </>
  );
}

/** The own name and phone; what can be saved says so, and only what changed is sent. */
function OwnForm({ self }: { self: { name: string | null; phone: string | null } }) {
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

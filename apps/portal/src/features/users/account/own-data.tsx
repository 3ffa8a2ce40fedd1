import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '@volume/contract/merchants/account.ts';
import { updateSelf } from '@volume/contract/users/users.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { actionsOf, allowedActions, rolesLabel } from '#features/users/user-labels.ts';
import { selfKeys, selfQuery } from '#features/users/self-query.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { PartError } from '#lists/part-error.tsx';
import { SettingLine } from './setting-line.tsx';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { isUnchanged, ownChangeSchema, toOwnTyped } from '#features/users/actions/user-schema.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { userKeys } from '#platform/queries/users-query.ts';
import { authoritiesIn } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface OwnDataProps {
  /** Renders a guard that warns about unsaved changes. */
  guard: (isDirty: boolean) => ReactNode;
}

export function OwnData({ guard }: OwnDataProps) {
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
      <Person self={self} guard={guard} />
      <SettingLine label="Roles" detail={<Roles roles={self?.roles} />} />
    </Section>
  );
}

type Self = Pick<User, 'name' | 'phone'>;

function Person({ self, guard }: OwnDataProps & { self: Self | undefined }) {
  const canEdit = useCanDo(updateSelf);
  // Starts again from saved values. While loading, the empty fields have their final height, so that nothing moves.
  if (canEdit) {
    return (
      <div inert={!self}>
        <OwnForm key={`${self?.name} ${self?.phone}`} self={self ?? { name: null, phone: null }} guard={guard} />
      </div>
    );
  }
  const detail = (key: keyof Self) => (self ? (self[key] ?? '–') : <Skeleton width={140} />);
  return (
    <>
      <SettingLine label="Name" detail={detail('name')} />
      <SettingLine label="Phone" detail={detail('phone')} />
    </>
  );
}

/** Until the roles have loaded, lists what the token allows: the list is equally long, so that nothing below moves. */
function Roles({ roles }: { roles: readonly string[] | undefined }) {
  const authorities = authoritiesIn(useSession());
  if (roles?.length === 0) return 'You don’t have a role yet. Ask an administrator to give you one.';
  return (
    <>
      <span className="text-ink">{roles ? rolesLabel(roles) : <Skeleton width={120} />}</span>
      <ul aria-label="What you can do" className="m-0 grid list-none gap-0.5 p-0">
        {(roles ? allowedActions(roles) : actionsOf(authorities)).map((action) => (
          <li key={action}>{action}</li>
        ))}
      </ul>
    </>
  );
}

function OwnForm({ self, guard }: OwnDataProps & { self: Self }) {
  const queryClient = useQueryClient();
  const write = useWrite(
    (body: BodyOf<typeof updateSelf>) => call(updateSelf, { body }),
    (_, body) => {
      toast.good('Saved');
      // Not only when it has loaded again: what was saved is not lost on leaving.
      queryClient.setQueryData(selfQuery().queryKey, (before) => before && { ...before, ...(body as Partial<Self>) });
      invalidate(queryClient, selfKeys.all, userKeys.all);
    },
  );
  const schema = ownChangeSchema(self);
  const form = useForm({ schema, values: toOwnTyped(self), write });
  const isDirty = !isUnchanged(schema, form.values());
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
      {guard(isDirty)}
      {isDirty && (
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

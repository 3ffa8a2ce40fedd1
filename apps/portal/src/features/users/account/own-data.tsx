import { useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { updateSelf } from '@volume/contract/users.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { allowedActions, rolesInWords } from '#features/users/role-words.ts';
import { selfQuery } from './self-query.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { PartError } from '#screen/part-error.tsx';
import { OwnForm } from './own-form.tsx';
import { SettingLine } from './setting-line.tsx';

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

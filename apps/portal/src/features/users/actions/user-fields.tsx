import { useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { useManager, whyNotRole } from '#features/users/user-guards.ts';
import { rolesQuery } from '#features/users/users-query.ts';
import type { Form } from '#forms/use-form.ts';
import { errorWords } from '#platform/errors.ts';
import { RoleChoice } from './role-choice.tsx';
import type { UserTyped } from './user-schema.ts';

interface UserFieldsProps {
  merchantId: string;
  users: readonly MerchantAccount[];
  /** Who is changed; undefined for somebody new. */
  user?: MerchantAccount | undefined;
  form: Form<UserTyped>;
}

/** What a user is: name, phone, roles, and the email address of somebody new. */
export function UserFields({ user, form, ...rest }: UserFieldsProps) {
  const text = (name: 'email' | 'name' | 'phone') => ({ ...form.text(name), autoComplete: 'off' });
  return (
    <>
      {!user && (
        <TextField
          type="email"
          label="Email address"
          hint="Used to sign in. It can’t be changed later."
          {...text('email')}
        />
      )}
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField label="Name" {...text('name')} />
        <TextField type="tel" label="Phone" {...text('phone')} />
      </div>
      <Roles {...rest} {...{ user, form }} />
    </>
  );
}

function Roles({ merchantId, users, user, form }: UserFieldsProps) {
  const { data, error, isFetching, refetch } = useQuery(rolesQuery(merchantId));
  const manager = useManager();
  if (data) {
    return (
      <RoleChoice
        roles={data}
        chosen={form.typed.roles}
        onChange={(roles) => form.change('roles', [...roles])}
        whyNot={(role) => whyNotRole(role, user, users, manager)}
        error={form.errorOf('roles')}
      />
    );
  }
  if (!error) return <Skeleton height={264} />;
  const again = (
    <Button size="s" busy={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  );
  return <Notice tone="bad" title={errorWords(error).subHeading} actions={again} />;
}

import { useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { useManager, whyNotRole } from '#features/users/user-guards.ts';
import { rolesQuery } from '#features/users/users-query.ts';
import { errorWords } from '#platform/errors.ts';
import { RoleChoice } from './role-choice.tsx';
import type { DraftErrors, UserDraft } from './user-draft.ts';

interface UserFieldsProps {
  merchantId: string;
  users: readonly MerchantAccount[];
  /** Who is changed; undefined for somebody new. */
  user?: MerchantAccount | undefined;
  draft: UserDraft;
  errors: DraftErrors;
  onDraft: (draft: UserDraft) => void;
}

/** What a user is: name, phone, roles, and the email address of somebody new. */
export function UserFields({ user, draft, errors, onDraft, ...rest }: UserFieldsProps) {
  const text = (field: 'email' | 'name' | 'phone') => ({
    value: draft[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onDraft({ ...draft, [field]: event.target.value }),
  });
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
      <Roles {...rest} {...{ user, draft, errors }} onChange={(roles) => onDraft({ ...draft, roles })} />
    </>
  );
}

type RolesProps = Omit<UserFieldsProps, 'onDraft'> & { onChange: (roles: readonly string[]) => void };

function Roles({ merchantId, users, user, draft, errors, onChange }: RolesProps) {
  const { data, error, isFetching, refetch } = useQuery(rolesQuery(merchantId));
  const manager = useManager();
  if (data) {
    return (
      <RoleChoice
        roles={data}
        chosen={draft.roles}
        onChange={onChange}
        whyNot={(role) => whyNotRole(role, user, users, manager)}
        error={errors.roles}
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

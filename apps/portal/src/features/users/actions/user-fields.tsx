import { useQuery } from '@tanstack/react-query';
import type { User } from '@volume/contract/merchants/account.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { useManager, roleDisabledReason } from '#features/users/user-guards.ts';
import { rolesQuery } from '#features/users/users-query.ts';
import type { Form } from '#forms/use-form.ts';
import { describeError } from '#platform/errors.ts';
import type { UserTyped } from './user-schema.ts';
import { useId } from 'react';
import { ChoiceGroup } from '#design/choose/check-group.tsx';
import { Checkbox, Radio } from '#design/choose/checkbox.tsx';
import { isKnownRole, mainRole, roleMeaning, roleName } from '#features/users/user-labels.ts';

interface UserFieldsProps {
  merchantId: string;
  users: readonly User[];
  /** The user to change, undefined for a new one. */
  user?: User | undefined;
  form: Form<UserTyped>;
}

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
        chosen={form.value('roles')}
        onChange={(roles) => form.change('roles', [...roles])}
        disabledReason={(role) => roleDisabledReason(role, user, users, manager)}
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
  return <Notice tone="bad" title={describeError(error).subHeading} actions={again} />;
}

interface RoleChoiceProps {
  roles: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Why a role cannot be given or removed, undefined when it can. */
  disabledReason: (role: string) => string | undefined;
  error: string | undefined;
}

/**
 * The choice of roles with their permissions. Each known role includes the one below it, so exactly one of them is
 * chosen; a provider's other roles are added to it.
 */
function RoleChoice({ roles, chosen, onChange, disabledReason, error }: RoleChoiceProps) {
  const id = useId();
  // Keeps roles of the user that are missing in the list.
  const all = [...roles, ...chosen.filter((role) => !roles.includes(role))];
  const main = mainRole(chosen);
  const change = (role: string, isChosen: boolean) =>
    onChange(
      all.filter((each) =>
        each === role ? isChosen : chosen.includes(each) && !(isKnownRole(role) && isKnownRole(each)),
      ),
    );
  // Choosing another role removes the current one.
  const choiceDisabledReason = (role: string) =>
    disabledReason(role) ?? (isKnownRole(role) && main ? disabledReason(main) : undefined);
  return (
    <ChoiceGroup legend="Roles" error={error}>
      <ul className="m-0 list-none rounded border border-line-2 p-0">
        {all.map((role, index) => (
          <li key={role} className={index === 0 ? '' : 'border-t border-line'}>
            <Role
              role={role}
              group={isKnownRole(role) ? id : undefined}
              isChosen={isKnownRole(role) ? role === main : chosen.includes(role)}
              disabledReason={choiceDisabledReason(role)}
              isInvalid={error !== undefined}
              onChange={(isChosen) => change(role, isChosen)}
            />
          </li>
        ))}
      </ul>
    </ChoiceGroup>
  );
}

interface RoleProps {
  role: string;
  /** The name of the radio group for mutually exclusive roles; undefined for a checkbox. */
  group: string | undefined;
  isChosen: boolean;
  disabledReason: string | undefined;
  isInvalid: boolean;
  onChange: (isChosen: boolean) => void;
}

function Role({ role, group, isChosen, disabledReason, isInvalid, onChange }: RoleProps) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  const Choice = group === undefined ? Checkbox : Radio;
  return (
    <Choice
      name={group}
      checked={isChosen}
      aria-describedby={`${id}-meaning`}
      aria-invalid={isInvalid ? true : undefined}
      aria-disabled={isOff ? true : undefined}
      aria-label={roleName(role)}
      onChange={(isNow) => {
        if (!isOff) onChange(isNow);
      }}
      className={`items-start! px-3 py-2.5 *:first:mt-[3px] ${isOff ? 'cursor-not-allowed' : 'hover:bg-hover'}`}
    >
      <span className="min-w-0">
        <span className={`font-medium ${isOff ? 'text-ink-3' : ''}`}>{roleName(role)}</span>
        <span id={`${id}-meaning`} className="block text-label text-ink-3">
          {roleMeaning(role)}
          {isOff && <span className="block font-medium">{disabledReason}.</span>}
        </span>
      </span>
    </Choice>
  );
}

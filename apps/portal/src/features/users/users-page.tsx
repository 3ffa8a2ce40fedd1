import { useQuery } from '@tanstack/react-query';
import type { User } from '@volume/contract/merchants/account.ts';
import { resendInvitation, resetTwoFactor } from '@volume/contract/users/users.ts';
import { Icon } from '#design/icon.tsx';
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs';
import { useMemo, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { foundCsv } from '#lists/export/csv-source.ts';
import { ListSection } from '#lists/list-page.tsx';
import { foundHere } from '#lists/use-found.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { usersQuery } from '#platform/queries/users-query.ts';
import { useOpenedByHash } from '#platform/use-opened-by-hash.ts';
import { type UserSearch, userSearch } from './user-filters.ts';
import { useManager, manageDisabledReason } from './user-guards.ts';
import { type AskedOfUser, userList } from './user-list.tsx';
import { findUsers } from './user-labels.ts';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import type { ListChange } from '#lists/list.ts';

interface UsersPageProps {
  merchantId: string;
  search: UserSearch;
  onChange: ListChange<UserSearch>;
}

const nobody: readonly User[] = [];

/** The users of a merchant (§2 Settings), searched and paged in the browser: the endpoint returns all of them. */
export function UsersPage({ merchantId, search, onChange }: UsersPageProps) {
  const query = useQuery(usersQuery(merchantId));
  const users = query.data;
  const manager = useManager();
  const { asked, ask } = useAsked<AskedOfUser>();
  const context = useUserContext(users ?? nobody, manager.userId, ask);
  const [isAdding, setIsAdding] = useState(false);
  const reason = manageDisabledReason(manager);
  useOpenedByHash(
    () => setIsAdding(true),
    (hash) => hash === 'new-user',
    users !== undefined && reason === undefined,
  );
  const matching = users && findUsers(users, search.searchFilter);
  return (
    <>
      <ListSection
        list={userList}
        title="Users"
        aside={users && matching && countOf(matching.length, users.length)}
        found={foundHere(query, matching, userSearch, search)}
        file={matching && { name: 'users', source: foundCsv(userList, matching) }}
        actions={
          <Button
            variant="primary"
            size="s"
            icon={<Icon of={UserPlus} />}
            disabledReason={reason}
            onClick={() => setIsAdding(true)}
          >
            Add user
          </Button>
        }
        {...{ search, context, onChange }}
      />
      <AddUserDialog merchantId={merchantId} users={users ?? []} isOpen={isAdding} onClose={() => setIsAdding(false)} />
      {asked && <AskedDialog merchantId={merchantId} users={users ?? []} {...asked} />}
    </>
  );
}

/** Memoised, because it is a prop of every row. */
function useUserContext(users: readonly User[], ownId: string | undefined, onAsk: (asked: AskedOfUser) => void) {
  const canInviteAgain = useCanDo(resendInvitation);
  const canResetFactor = useCanDo(resetTwoFactor);
  return useMemo(
    () => ({ ownId, users, canInviteAgain, canResetFactor, onAsk }),
    [ownId, users, canInviteAgain, canResetFactor, onAsk],
  );
}

interface AskedDialogProps extends AskedOfUser {
  merchantId: string;
  users: readonly User[];
  count: number;
  isOpen: boolean;
  onClose: () => void;
}

function AskedDialog({ action, users, count, ...dialog }: AskedDialogProps) {
  if (action === 'edit') return <EditUserDialog key={count} {...dialog} users={users} />;
  return <SwitchUserDialog key={count} {...dialog} action={action} />;
}

const countOf = (found: number, all: number): string => {
  const users = `${formatCount(all)} ${all === 1 ? 'user' : 'users'}`;
  return found === all ? users : `${formatCount(found)} of ${users}`;
};

const AddUserDialog = lazyDialog(() => import('./actions/add-user-dialog.tsx').then((module) => module.AddUserDialog));
const EditUserDialog = lazyDialog(() =>
  import('./actions/edit-user-dialog.tsx').then((module) => module.EditUserDialog),
);
const SwitchUserDialog = lazyDialog(() =>
  import('./actions/switch-user-dialog.tsx').then((module) => module.SwitchUserDialog),
);

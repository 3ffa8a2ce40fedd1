import { useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { resendInvitation, resetTwoFactor } from '@volume/contract/users.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { useCanDo } from '#screen/can-do.tsx';
import { usePreferences } from '#platform/preferences.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { PartError } from '#screen/part-error.tsx';
import { userCsv } from './user-csv.ts';
import { useManager, whyNotManage } from './user-guards.ts';
import { type AskedAction, UserMenu } from './user-menu.tsx';
import { findUsers } from './user-words.ts';
import { usersQuery } from './users-query.ts';
import { AddUserDialog, EditUserDialog, SwitchUserDialog } from './actions/user-dialogs.ts';
import { UsersTable } from './users-table.tsx';

interface UsersPageProps {
  merchantId: string;
  /** What is looked for, as the address says it. */
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** Who may sign in for a merchant, and what each may do (§2 Settings). */
export function UsersPage(props: UsersPageProps) {
  const { data: users, error, isFetching, refetch } = useQuery(usersQuery(props.merchantId));
  if (error && !users) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <Users {...props} users={users} />;
}

interface UsersProps extends UsersPageProps {
  users: readonly MerchantAccount[] | undefined;
}

function Users({ merchantId, users, search, onSearch }: UsersProps) {
  const { keys } = usePreferences();
  const manager = useManager();
  const [isAdding, setIsAdding] = useState(false);
  const found = users && findUsers(users, search);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2.5">
        <div className="phone:basis-full">
          <SearchField
            label="Search users"
            placeholder="Name, email or role"
            value={search ?? ''}
            onSearch={(text) => onSearch(text || undefined)}
            shortcut={keys ? '/' : undefined}
          />
        </div>
        <span role="status" className="num text-ink-3">
          {users && found && countOf(found.length, users.length)}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-2.5">
          {found && <ExportButton name="users" source={userCsv(found)} total={found.length} />}
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden="true" />}
            disabledReason={whyNotManage(manager)}
            onClick={() => setIsAdding(true)}
          >
            Add user
          </Button>
        </div>
      </div>
      {found?.length === 0 ? (
        <Nobody search={search} onClear={() => onSearch(undefined)} />
      ) : (
        <UserList merchantId={merchantId} users={users} found={found} />
      )}
      <AddUserDialog merchantId={merchantId} users={users ?? []} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

const countOf = (found: number, all: number): string => {
  const users = `${formatCount(all)} ${all === 1 ? 'user' : 'users'}`;
  return found === all ? users : `${formatCount(found)} of ${users}`;
};

function Nobody({ search, onClear }: { search: string | undefined; onClear: () => void }) {
  if (search === undefined) {
    return <EmptyState title="No users yet" detail="Add the first user. We’ll email them a link to set a password." />;
  }
  return (
    <EmptyState
      title={
        <>
          No users match “<bdi>{search}</bdi>”
        </>
      }
      detail="Names, emails, phone numbers, roles and states are searched."
      actions={<Button onClick={onClear}>Show all users</Button>}
    />
  );
}

interface UserListProps {
  merchantId: string;
  users: readonly MerchantAccount[] | undefined;
  found: readonly MerchantAccount[] | undefined;
}

function UserList({ merchantId, users = [], found }: UserListProps) {
  const { userId: ownId } = useManager();
  const canInviteAgain = useCanDo(resendInvitation);
  const canResetFactor = useCanDo(resetTwoFactor);
  // Kept after closing, so that the dialog does not lose its words while it goes.
  const [asked, setAsked] = useState<{ user: MerchantAccount; action: AskedAction; count: number }>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (user: MerchantAccount, action: AskedAction) => {
    setAsked({ user, action, count: (asked?.count ?? 0) + 1 });
    setIsOpen(true);
  };
  const dialog = { merchantId, isOpen, onClose: () => setIsOpen(false) };
  return (
    <>
      <UsersTable
        users={found}
        ownId={ownId}
        menuOf={(user) =>
          // Nothing can be done with somebody who is not named to the API.
          user.userId !== '' && (
            <UserMenu {...{ user, users, canInviteAgain, canResetFactor }} onAsk={(action) => ask(user, action)} />
          )
        }
      />
      {asked?.action === 'edit' && <EditUserDialog key={asked.count} {...dialog} user={asked.user} users={users} />}
      {asked && asked.action !== 'edit' && (
        <SwitchUserDialog key={asked.count} {...dialog} user={asked.user} action={asked.action} />
      )}
    </>
  );
}

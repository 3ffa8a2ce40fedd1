import { RowMenu } from '#design/overlay/row-menu.tsx';
import { timeCell } from '#design/table/cells.tsx';
import { actionsColumn } from '#design/table/column.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { Initials } from '#design/brand/initials.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import type { List, ListTime } from '#lists/list.ts';
import { type UserSearch, userSearch } from './user-filters.ts';
import { type AskedAction, UserMenu } from './user-menu.tsx';
import { keyOf, rolesLabel, stateOf, userName } from './user-labels.ts';

export interface AskedOfUser {
  user: User;
  action: AskedAction;
}

interface UserContext {
  ownId: string | undefined;
  users: readonly User[];
  /** False where the deployment lacks the endpoint (contract §9); also `canResetFactor`. */
  canInviteAgain: boolean;
  canResetFactor: boolean;
  onAsk: (asked: AskedOfUser) => void;
}

export const userList: List<User, UserSearch, UserContext> = {
  caption: 'Users and their roles',
  storage: 'user',
  search: userSearch,
  rowKey: keyOf,
  skeletonRows: 5,
  empty: () => ({
    title: 'No users yet',
    detail: 'Add the first user. We’ll email them a link to set a password.',
  }),
  noMatch: {
    title: ({ searchFilter }) => (
      <>
        No users match “<bdi>{searchFilter}</bdi>”
      </>
    ),
    detail: 'Names, emails, phone numbers, roles and states are searched.',
    clear: 'Show all users',
  },
  columns: [
    {
      id: 'name',
      header: 'Name',
      card: 'who',
      isFixed: true,
      cell: (user, { ownId }) => personCell(user, user.userId === ownId),
      csv: [
        { header: 'User id', cell: ({ userId }) => userId },
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Email', cell: ({ email }) => email },
        { header: 'Phone', cell: ({ phone }) => phone },
      ],
    },
    {
      id: 'roles',
      header: 'Roles',
      card: 'state',
      cell: rolesCell,
      csv: [{ header: 'Roles', cell: ({ roles }) => roles.join(' ') }],
    },
    {
      id: 'state',
      header: 'State',
      width: 88,
      card: 'when',
      cell: (user) => {
        const { label, tone, hollow } = stateOf(user);
        return Tag({ tone, hollow, children: label });
      },
      csv: [{ header: 'Enabled', cell: ({ enabled }) => enabled }],
    },
    {
      id: 'factor',
      header: 'Second factor',
      width: 116,
      givesWay: 1,
      soft: true,
      cell: ({ twoFactorEnabled: isOn }) => (isOn === null ? '–' : isOn ? <span className="text-ok">On</span> : 'Off'),
      csv: [{ header: 'Two-factor', cell: ({ twoFactorEnabled }) => twoFactorEnabled }],
    },
    {
      id: 'last',
      header: 'Last sign-in',
      isTime: true,
      width: 116,
      givesWay: 2,
      soft: true,
      cell: lastSignInCell,
      csv: [
        { header: 'Invitation', cell: ({ invitation }) => invitation },
        { header: 'Created', isTime: true, cell: ({ createdAtUtc }) => createdAtUtc },
        { header: 'Last sign-in', isTime: true, cell: ({ lastSignInAtUtc }) => lastSignInAtUtc },
      ],
    },
    {
      ...actionsColumn,
      width: 56,
      card: 'sum',
      isFixed: true,
      // The API cannot address a user without an id.
      cell: (user, { onAsk, users, canInviteAgain, canResetFactor }) =>
        user.userId !== '' && (
          <RowMenu label={`Actions for ${userName(user)}`}>
            {(menu) => (
              <UserMenu
                {...{ user, users, canInviteAgain, canResetFactor, menu }}
                onAsk={(action) => onAsk({ user, action })}
              />
            )}
          </RowMenu>
        ),
    },
  ],
};

/** Name and email: two lines that fit a row of normal height. */
function personCell(user: User, isOneself: boolean) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {Initials({ look: 'face', name: userName(user) })}
      <span className="min-w-0 leading-[1.25]">
        <span className="flex items-baseline gap-2">
          <bdi className="truncate font-medium" title={userName(user)}>
            {userName(user)}
          </bdi>
          {isOneself && <span className="shrink-0 text-s text-ink-3">You</span>}
        </span>
        {user.name !== null && (
          <bdi className="block truncate text-s text-ink-3" title={user.email}>
            {user.email}
          </bdi>
        )}
      </span>
    </span>
  );
}

/** A phone's card shows the other columns below. */
function rolesCell(user: User, time: ListTime) {
  const { roles, twoFactorEnabled, lastSignInAtUtc } = user;
  const label = rolesLabel(roles);
  return (
    <>
      <span
        className={`block truncate phone:whitespace-normal ${roles.length === 0 ? 'text-ink-3' : ''}`}
        title={label}
      >
        {label}
      </span>
      <span className="block text-label whitespace-normal text-ink-3 wide:hidden">
        {twoFactorEnabled !== null && `${twoFactorEnabled ? 'With' : 'No'} second factor · `}
        {lastSignInAtUtc === null ? 'never signed in' : 'signed in '}
        {lastSignInAtUtc !== null && timeCell(lastSignInAtUtc, time)}
      </span>
    </>
  );
}

function lastSignInCell({ lastSignInAtUtc: utc, createdAtUtc }: User, time: ListTime) {
  if (utc !== null) return timeCell(utc, time);
  // Without a creation date the API may not know the last sign-in either.
  return createdAtUtc === null ? '–' : 'Never';
}

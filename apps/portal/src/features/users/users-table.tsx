import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import type { ReactNode } from 'react';
import { Initials } from '#design/brand/initials.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { zoneName } from '#design/text/format-date.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { rolesInWords } from './role-words.ts';
import { keyOf, stateOf, userName } from './user-words.ts';

interface UsersTableProps {
  /** Undefined while they are on their way. */
  users: readonly MerchantAccount[] | undefined;
  /** Who looks at them. */
  ownId: string | undefined;
  menuOf: (user: MerchantAccount) => ReactNode;
}

// On a phone a row becomes a block: the person and the menu, then the roles, then the rest in one line that wraps.
const rowClass =
  'phone:grid phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-x-3 phone:gap-y-0.5 phone:py-3 phone:border-b';
const cellClass = 'phone:h-auto! phone:border-0! phone:p-0! phone:whitespace-normal!';

/** A merchant's users: who they are, what they may do, and whether they can sign in. */
export function UsersTable({ users, ownId, menuOf }: UsersTableProps) {
  const zone = useZone();
  const headers = ['Name', 'Roles', 'State', 'Second factor', `Last sign-in, ${zoneName(zone)}`];
  return (
    <div className="table-wrap">
      <table className="data-table min-w-[880px] phone:block phone:min-w-0" aria-busy={users ? undefined : true}>
        <caption className="sr-only">Users</caption>
        <colgroup className="phone:hidden">
          <col />
          <col />
          <col className="w-[120px]" />
          <col className="w-[116px]" />
          <col className="w-[156px]" />
          <col className="w-[56px]" />
        </colgroup>
        <thead className="phone:hidden">
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="phone:block">
          {users?.map((user) => (
            <UserRow key={keyOf(user)} user={user} zone={zone} isOneself={user.userId === ownId} menu={menuOf(user)} />
          )) ?? <Waiting />}
        </tbody>
      </table>
    </div>
  );
}

interface UserRowProps {
  user: MerchantAccount;
  zone: string;
  isOneself: boolean;
  menu: ReactNode;
}

function UserRow({ user, zone, isOneself, menu }: UserRowProps) {
  const { word, tone, hollow } = stateOf(user);
  const roles = rolesInWords(user.roles);
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <Person user={user} isOneself={isOneself} />
      </td>
      <td className={`${cellClass} phone:row-start-2 phone:pl-[38px]!`} title={roles}>
        <span className={user.roles.length === 0 ? 'text-ink-3' : ''}>{roles}</span>
      </td>
      <td className={`${cellClass} phone:col-start-2 phone:row-start-2`}>
        <Tag tone={tone} hollow={hollow}>
          {word}
        </Tag>
      </td>
      <td className="soft phone:hidden">
        <SecondFactor isOn={user.twoFactorEnabled} />
      </td>
      <td className={`${cellClass} soft phone:col-span-2 phone:row-start-3 phone:pl-[38px]! phone:text-label`}>
        <span className="wide:hidden">
          {user.twoFactorEnabled !== null && `${user.twoFactorEnabled ? 'With' : 'No'} second factor · `}
          {user.lastSignInAtUtc !== null && 'signed in '}
        </span>
        <LastSignIn user={user} zone={zone} />
      </td>
      <td className={`${cellClass} end phone:col-start-2 phone:row-start-1`}>{menu}</td>
    </tr>
  );
}

function Person({ user, isOneself }: { user: MerchantAccount; isOneself: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5 phone:py-0">
      <Initials look="face" name={userName(user)} />
      <span className="min-w-0 leading-[1.35]">
        <span className="flex items-baseline gap-2">
          <bdi className="truncate font-medium" title={userName(user)}>
            {userName(user)}
          </bdi>
          {isOneself && <span className="shrink-0 text-s text-ink-3">You</span>}
        </span>
        {user.name !== null && (
          <bdi className="block truncate text-label text-ink-3" title={user.email}>
            {user.email}
          </bdi>
        )}
      </span>
    </span>
  );
}

function SecondFactor({ isOn }: { isOn: boolean | null }) {
  if (isOn === null) return '–';
  return isOn ? <span className="text-ok">On</span> : 'Off';
}

function LastSignIn({ user: { lastSignInAtUtc: utc, createdAtUtc }, zone }: { user: MerchantAccount; zone: string }) {
  const now = useNow();
  // Who was never made, as far as is told, may well have signed in.
  if (utc === null && createdAtUtc === null) return <span className="phone:hidden">–</span>;
  if (utc !== null) return <DateTime utc={utc} zone={zone} now={new Date(now)} />;
  return (
    <>
      <span className="phone:hidden">Never</span>
      <span className="wide:hidden">never signed in</span>
    </>
  );
}

function Waiting() {
  return Array.from({ length: 5 }, (_, index) => (
    <tr key={index}>
      <td className="h-[52px]! phone:block" colSpan={6}>
        <Skeleton width="40%" />
      </td>
    </tr>
  ));
}

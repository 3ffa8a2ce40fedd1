import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { timeCell } from '#design/table/cells.tsx';
import { actionsColumn } from '#design/table/column.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import type { List, ListTime } from '#lists/list.ts';
import { type AdministratorSearch, administratorSearch } from './administrator-filters.ts';
import {
  accessLabels,
  confirmDisabledReason,
  factorLabel,
  personName,
  proposedText,
  withdrawDisabledReason,
} from './administrator-labels.ts';
import { administratorEntries } from './administrator-menu.ts';
import type { AdministratorAction } from './change-texts.tsx';
import { labelOf } from '#design/text/format-text.ts';

export interface AskedOfAdministrator {
  administrator: Administrator;
  action: AdministratorAction;
}

interface AdministratorContext {
  administrators: readonly Administrator[];
  /** Why changes are not allowed; undefined when they are. */
  disabledReason: string | undefined;
  onAsk: (asked: AskedOfAdministrator) => void;
}
type Context = ListTime & AdministratorContext;

export const administratorList: List<Administrator, AdministratorSearch, AdministratorContext> = {
  storage: 'administrator',
  search: administratorSearch,
  rowKey: ({ administratorId }) => administratorId,
  skeletonRows: 4,
  empty: () => ({ title: 'No administrators' }),
  columns: [
    {
      id: 'name',
      header: 'Name',
      card: 'who',
      isFixed: true,
      cell: personCell,
    },
    {
      id: 'access',
      header: 'Access',
      width: 92,
      card: 'state',
      isFixed: true,
      cell: accessCell,
    },
    { id: 'factor', header: 'Second factor', width: 128, isFixed: true, cell: (row) => factorLabel(row) },
    {
      id: 'last',
      header: 'Last sign-in',
      isTime: true,
      width: 140,
      soft: true,
      isFixed: true,
      cell: lastSignInCell,
    },
    {
      ...actionsColumn,
      width: 48,
      card: 'sum',
      isFixed: true,
      // Administrators do not change their own account here.
      cell: (row, { administrators, disabledReason, onAsk }) =>
        !row.isOneself && (
          <RowMenu
            label={`Actions for ${personName(row)}`}
            entries={administratorEntries(row, administrators, {
              disabledReason,
              onAsk: (action) => onAsk({ administrator: row, action }),
            })}
          />
        ),
    },
  ],
};

/** The name with the address, who invited them, and a proposal about them. */
function personCell(administrator: Administrator, context: Context) {
  const { name, email, enabled, invitation } = administrator;
  const title = personName(administrator);
  const isInvited = invitation === 'PENDING';
  return (
    <div className="py-1.5 leading-[1.35] phone:py-0">
      <span className="flex items-center gap-2">
        <bdi className="truncate font-medium" title={title}>
          {title}
        </bdi>
        {!enabled && Tag({ tone: 'calm', children: 'Disabled' })}
      </span>
      {(name !== null || isInvited) && (
        <span
          className="block truncate text-s font-regular text-ink-3 phone:whitespace-normal phone:[overflow-wrap:anywhere]"
          title={email}
        >
          {name !== null && <bdi>{email}</bdi>}
          {isInvited && invitedText(administrator, context)}
        </span>
      )}
      {proposalLine(administrator, context)}
    </div>
  );
}

function invitedText({ name, invitedAtUtc, invitedBy }: Administrator, { zone, now }: Context) {
  return (
    <>
      {name === null ? 'Invited' : ' · invited'}{' '}
      {formatDateTime(invitedAtUtc, zone, 'row', new Date(now)).split(',')[0]}
      {invitedBy && (
        <>
          {' by '}
          <bdi>{personName(invitedBy)}</bdi>
        </>
      )}
    </>
  );
}

/** A change of this administrator that waits for a second administrator, who confirms or withdraws it here. */
function proposalLine(administrator: Administrator, context: Context) {
  const { disabledReason, onAsk } = context;
  const { proposal } = administrator;
  if (!proposal) return null;
  const name = personName(administrator);
  return (
    <div className="mt-1 text-s font-regular whitespace-normal">
      <span className="mr-2.5 text-held">
        <bdi>{personName(proposal.proposedBy)}</bdi> proposed to {proposedText(proposal)}. Expires{' '}
        {timeCell(proposal.expiresAtUtc, context)}.
      </span>
      <span className="inline-flex gap-1.5 py-1 align-middle">
        <Button
          size="s"
          aria-label={`Confirm the change of ${name}…`}
          disabledReason={disabledReason ?? confirmDisabledReason(administrator, proposal)}
          onClick={() => onAsk({ administrator, action: 'confirm' })}
        >
          Confirm…
        </Button>
        <Button
          size="s"
          variant="quiet"
          aria-label={`Withdraw the change of ${name}…`}
          disabledReason={disabledReason ?? withdrawDisabledReason(administrator)}
          onClick={() => onAsk({ administrator, action: 'withdraw' })}
        >
          Withdraw…
        </Button>
      </span>
    </div>
  );
}

/** A phone's card shows the other columns after it. */
function accessCell(administrator: Administrator, context: Context) {
  return (
    <>
      {labelOf(accessLabels, administrator.access)}
      <span className="text-label text-ink-3 wide:hidden">
        {administrator.twoFactor !== 'NONE' && ` · ${factorLabel(administrator)}`} ·{' '}
        {lastSignInCell(administrator, context)}
      </span>
    </>
  );
}

function lastSignInCell({ isOneself, lastSignInAtUtc }: Administrator, context: Context) {
  if (isOneself) return 'You, now';
  if (lastSignInAtUtc === null) return 'Not yet';
  return timeCell(lastSignInAtUtc, context);
}

import { actionsColumn } from '#design/table/column.ts';
import type { PayoutBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { Tag } from '#design/feedback/tag.tsx';
import { CopyableId } from '#design/layout/copied.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { personText } from '#design/text/person-text.ts';
import { accountText } from './destinations.ts';
import { NameCheckLabel } from './name-check-label.tsx';
import { payerName, stateOf } from './beneficiary-labels.ts';
import type { AskedChange } from './change-beneficiary-dialog.tsx';

interface ColumnOptions {
  payees: readonly PayeeDetail[];
  zone: string;
  /** Why nothing can be changed, undefined when it can. */
  reason: string | undefined;
  onAsk: (change: AskedChange) => void;
}

export const beneficiaryColumns = (options: ColumnOptions): Column<PayoutBeneficiary>[] => [
  {
    id: 'name',
    header: 'Account holder',
    card: 'who',
    cell: (one) => <Holder one={one} zone={options.zone} />,
  },
  {
    id: 'account',
    header: 'Account',
    width: 278,
    card: 'state',
    isRaised: true,
    cell: (one) => (
      <>
        {accountText(one) === null ? 'Held by the provider' : <CopyableId text={accountText(one)} />}
        <span className="block text-label whitespace-normal text-ink-3 wide:hidden">
          Name check: <NameCheckLabel check={one.nameCheck} />
          {one.defaultForPayInAccountIds.length > 0 && ` · default of the ${defaultText(one, options.payees)}`}
        </span>
      </>
    ),
  },
  { id: 'check', header: 'Name check', width: 132, cell: (one) => <NameCheckCell one={one} /> },
  {
    id: 'default',
    header: 'Default for',
    width: 132,
    soft: true,
    cell: (one) => (
      <span className="block truncate" title={defaultText(one, options.payees)}>
        {defaultText(one, options.payees) || '–'}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: 200,
    card: 'when',
    cell: (one) => <State one={one} zone={options.zone} />,
  },
  {
    ...actionsColumn,
    width: 56,
    card: 'sum',
    cell: (one) =>
      one.status === 'Active' && (
        <RowMenu label={`Actions for ${one.accountHolderName}`} entries={entriesFor(one, options)} />
      ),
  },
];

/** `GBP account`, for each account that it is the default of. */
const defaultText = (one: PayoutBeneficiary, payees: readonly PayeeDetail[]): string =>
  payees
    .filter(({ id }) => one.defaultForPayInAccountIds.includes(id))
    .map((payee) => payerName(payee, payees))
    .join(', ');

/** The holder, and below it who added the beneficiary: two lines that fit a row of normal height. */
function Holder({ one, zone }: { one: PayoutBeneficiary; zone: string }) {
  const { accountHolderName, addedBy, addedAtUtc } = one;
  return (
    <span className="block min-w-0 leading-[1.25]">
      <bdi className="block truncate font-medium" title={accountHolderName}>
        {accountHolderName}
      </bdi>
      {addedAtUtc !== null && (
        <span className="block truncate text-s text-ink-3">
          Added {formatDateTime(addedAtUtc, zone, 'date')}
          {addedBy !== null && (
            <>
              {' by '}
              <bdi title={addedBy}>{personText(one, 'addedBy')}</bdi>
            </>
          )}
        </span>
      )}
    </span>
  );
}

function NameCheckCell({ one: { nameCheck, nameAtBank } }: { one: PayoutBeneficiary }) {
  return (
    <span className="block min-w-0 leading-[1.25]">
      <NameCheckLabel check={nameCheck} />
      {nameAtBank !== null && (
        <bdi className="block truncate text-s text-ink-3" title={`At the bank: ${nameAtBank}`}>
          {nameAtBank}
        </bdi>
      )}
    </span>
  );
}

function State({ one, zone }: { one: PayoutBeneficiary; zone: string }) {
  const { label, tone, hollow } = stateOf(one);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Tag tone={tone} hollow={hollow}>
        {label}
      </Tag>
      {one.status === 'Active' && one.coolingUntilUtc !== null && (
        <span className="text-label text-ink-3">
          until <DateTime utc={one.coolingUntilUtc} zone={zone} />
        </span>
      )}
    </span>
  );
}

function entriesFor(one: PayoutBeneficiary, { payees, zone, reason, onAsk }: ColumnOptions): MenuEntry[] {
  const { defaultForPayInAccountIds: defaults, payInAccountIds, coolingUntilUtc } = one;
  const isNew =
    coolingUntilUtc === null ? undefined : `It is new until ${formatDateTime(coolingUntilUtc, zone, 'full')}`;
  const others = payees.filter(({ id }) => payInAccountIds.includes(id) && !defaults.includes(id));
  const isDefault =
    defaults.length > 0
      ? `It is the default of the ${defaultText(one, payees)}. Choose another default first.`
      : undefined;
  return [
    ...others.map((payee) => ({
      id: `default-${payee.id}`,
      label: `Make default of the ${payerName(payee, payees)}…`,
      disabledReason: reason ?? isNew,
      onSelect: () => onAsk({ action: 'default' as const, one, payee }),
    })),
    {
      id: 'disable',
      label: 'Disable…',
      tone: 'bad',
      disabledReason: reason ?? isDefault,
      onSelect: () => onAsk({ action: 'disable', one }),
    },
  ];
}

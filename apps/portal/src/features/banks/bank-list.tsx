import { countryNames } from '@volume/contract/institutions/bank-labels.ts';
import type { Bank } from '@volume/contract/institutions/banks.ts';
import { Initials } from '#design/brand/initials.tsx';
import { CellSwitch } from '#design/choose/switch.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import type { List, ListTime } from '#lists/list.ts';
import { type BankSearch, bankSearch } from './bank-filters.ts';
import { bankLetters, stateLabels, stateText, successText } from './bank-labels.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export interface AskedOfBank {
  bank: Bank;
  action: 'edit' | 'switch';
}

export interface BankContext {
  /** Why nothing can be changed; undefined when it can. */
  disabledReason: string | undefined;
  onAsk: (asked: AskedOfBank) => void;
}

export const bankList: List<Bank, BankSearch, BankContext> = {
  caption: 'Banks and whether payers are offered them',
  storage: 'bank',
  search: bankSearch,
  rowKey: ({ institutionId }) => institutionId,
  skeletonRows: 10,
  labels: {
    state: Object.fromEntries(Object.entries(stateLabels).map(([state, { label }]) => [state, label])),
    country: countryNames,
  },
  empty: () => ({
    title: 'No banks yet',
    detail: 'Payers choose their bank on the pay page, so nobody can pay before you add one.',
  }),
  noMatch: { title: 'No banks match these filters', clear: 'Show all banks' },
  columns: [
    { id: 'name', header: 'Bank', card: 'who', isFixed: true, cell: nameCell },
    { id: 'country', header: 'Country', width: 90, givesWay: 1, cell: countriesCell },
    {
      id: 'currency',
      header: 'Currency',
      width: 76,
      givesWay: 2,
      soft: true,
      cell: ({ currencies }) => currencies.join(', '),
    },
    { id: 'state', header: 'State', width: 160, card: 'state', cell: stateCell },
    {
      id: 'success',
      header: 'Success, 24 h',
      width: 104,
      align: 'end',
      card: 'when',
      cell: successCell,
    },
    {
      id: 'offered',
      header: 'Offered',
      width: 80,
      align: 'end',
      card: 'sum',
      isFixed: true,
      isRaised: true,
      cell: actionsCell,
    },
  ],
};

function nameCell(bank: Bank) {
  const { name, fullName } = bank;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {Initials({ look: 'bank', name, letters: bankLetters(bank) })}
      <span className="min-w-0 leading-[1.25]">
        <bdi className="block truncate font-medium" title={name}>
          {name}
        </bdi>
        {fullName !== name && (
          <bdi className="block truncate text-s text-ink-3" title={fullName}>
            {fullName}
          </bdi>
        )}
      </span>
    </span>
  );
}

function countriesCell({ countries }: Bank) {
  const names = countries.map(({ displayName }) => displayName).join(', ');
  return (
    <span className="block truncate" title={names}>
      <span aria-hidden="true">{countries.map(({ countryCode2 }) => countryCode2).join(', ') || '–'}</span>
      <span className="sr-only">{names}</span>
    </span>
  );
}

function stateCell(bank: Bank, { zone, now }: ListTime) {
  const { switchedOffBy, switchedOffReason: reason } = bank;
  const by = personText(bank, 'switchedOffBy');
  return (
    <span className="block min-w-0 leading-[1.25]">
      {Tag({ tone: lookOf(stateLabels, bank.state).tone, children: stateText(bank, zone, new Date(now)) })}
      {switchedOffBy !== null && (
        <bdi data-personal className="block truncate text-s text-ink-3" title={[by, reason].filter(Boolean).join(': ')}>
          {reason ?? `by ${by}`}
        </bdi>
      )}
    </span>
  );
}

/** The share, with the number of ended payments that it is about. */
function successCell(bank: Bank) {
  const text = successText(bank);
  if (text === undefined) {
    return (
      <span className="text-ink-3">
        <span className="phone:hidden">–</span>
        <span className="wide:hidden">No payments in 24 h</span>
      </span>
    );
  }
  const ended = bank.paid24Hours + bank.failed24Hours;
  return (
    <span className="num">
      <span className={bank.state === 'FAILING' ? 'font-medium text-held' : ''}>{text}</span>
      <span className="ml-1.5 text-label text-ink-3">
        {`of ${formatCount(ended)}`}
        <span className="wide:hidden"> in 24 h</span>
      </span>
    </span>
  );
}

function actionsCell(bank: Bank, { disabledReason, onAsk }: BankContext) {
  const isOff = bank.state === 'OFF';
  return (
    <span className="inline-flex items-center gap-2">
      <CellSwitch
        label={`Offer ${bank.name}`}
        isOn={!isOff}
        onChange={() => onAsk({ bank, action: 'switch' })}
        disabledReason={disabledReason}
      />
      <RowMenu
        label={`Actions for ${bank.name}`}
        entries={[
          { id: 'edit', label: 'Edit…', disabledReason, onSelect: () => onAsk({ bank, action: 'edit' }) },
          {
            id: 'switch',
            label: isOff ? 'Switch on…' : 'Switch off…',
            disabledReason,
            tone: isOff ? undefined : 'bad',
            onSelect: () => onAsk({ bank, action: 'switch' }),
          },
        ]}
      />
    </span>
  );
}

import type { DecimalMark } from '@volume/contract/money/amount-digits.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { readAmount } from '#features/reconciliation/reading/csv-amounts.ts';
import {
  type BankLine,
  type ColumnMap,
  type ColumnRole,
  columnRoles,
  type CsvChoice,
  type Direction,
  type Directions,
} from '#features/reconciliation/reading/statement.ts';
import type { Phase } from '#features/reconciliation/reconciliation-phase.ts';
import { ReadingPreview } from './reading-preview.tsx';

const roleLabels: Record<ColumnRole | 'none', string> = {
  none: 'Not used',
  date: 'Date',
  amount: 'Amount, signed',
  debit: 'Money out',
  credit: 'Money in',
  sign: 'Debit or credit',
  fee: 'Fee',
  balance: 'Balance',
  currency: 'Currency',
  name: 'Name',
  reference: 'Reference',
  text: 'Description',
  bankId: 'Bank’s own id',
  account: 'Account number',
  status: 'Status',
};
const options = (['none', ...columnRoles] as const).map((value) => ({ value, label: roleLabels[value] }));

export interface ColumnsFormProps extends Omit<Extract<Phase, { kind: 'columns' }>, 'kind'> {
  onDone: (choice: CsvChoice) => void;
  /** The first lines by a choice, or why it does not fit; undefined when the file is no longer read. */
  onPreview: (choice: CsvChoice) => Promise<BankLine[] | string | undefined>;
  onCancel: () => void;
}

type Role = ColumnRole | 'none';

/** For a choice made with an earlier file. */
const exampleAmount = '7.250';

/** Asks what the columns of a CSV are and what its words and amounts mean, and shows its first lines read accordingly. */
export function ColumnsForm({
  fileName,
  table,
  guess,
  chosen,
  message,
  onDone,
  onPreview,
  onCancel,
}: ColumnsFormProps) {
  const begun = chosen?.columns ?? guess;
  const [roles, setRoles] = useState<Role[]>(() =>
    table.header.map((_, at) => columnRoles.find((role) => begun[role]?.includes(at)) ?? 'none'),
  );
  const [directions, setDirections] = useState<Directions>(chosen?.directions ?? {});
  const words = roles.flatMap((role, at) => (role === 'sign' ? (table.words[at] ?? []) : []));
  const meant = Object.fromEntries(
    words.map(({ word, direction }) => [word, Object.hasOwn(directions, word) ? directions[word] : direction]),
  );
  const [decimalMark, setDecimalMark] = useState(chosen?.decimalMark);
  const unclear = table.unclearAmount ?? (chosen?.decimalMark && exampleAmount);
  const choice: CsvChoice = { columns: toMap(roles), directions: keepKnown(meant), decimalMark };
  const missing =
    whatIsMissing(roles, meant) ?? (unclear && !decimalMark ? `Choose what “${unclear}” means` : undefined);
  return (
    <div className="mb-5 grid gap-3 rounded border border-line px-4 py-3.5">
      <div>
        <p className="m-0 font-medium">
          Choose what each column of <bdi data-personal>{fileName}</bdi> contains
        </p>
        {message !== undefined && <p className="m-0 text-ink-3">{message}</p>}
      </div>
      <ColumnRoles {...{ table, roles }} onChange={setRoles} />
      {words.length > 0 && (
        <WordChoices
          meant={meant}
          onChange={(word, direction) => setDirections({ ...directions, [word]: direction })}
        />
      )}
      {unclear !== undefined && <MarkChoice amount={unclear} mark={decimalMark} onChange={setDecimalMark} />}
      {missing === undefined && <Preview key={JSON.stringify(choice)} {...{ choice, onPreview }} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {missing !== undefined && <span className="mr-auto text-label text-ink-3">{missing}.</span>}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" disabledReason={missing} onClick={() => onDone(choice)}>
          Read the statement
        </Button>
      </div>
    </div>
  );
}

interface ColumnRolesProps extends Pick<ColumnsFormProps, 'table'> {
  roles: readonly Role[];
  onChange: (roles: Role[]) => void;
}

/** Each column with its first cells and its kind. */
const ColumnRoles = ({ table, roles, onChange }: ColumnRolesProps) => (
  <ul className="m-0 grid list-none gap-2 p-0">
    {table.header.map((name, at) => (
      <li key={at} className="grid grid-cols-[1fr_auto] items-center gap-3 border-t border-line pt-2">
        <span className="min-w-0">
          <bdi className="block truncate font-medium">{name}</bdi>
          <span className="block truncate text-label text-ink-3">
            <bdi data-personal>
              {table.sample
                .map((row) => row[at] ?? '')
                .filter(Boolean)
                .join(' · ')}
            </bdi>
          </span>
        </span>
        <SelectField
          label={`What ${name} is`}
          isLabelHidden
          size="s"
          value={roles[at] ?? 'none'}
          options={options}
          onChange={(role) => onChange(roles.map((each, place) => (place === at ? role : each)))}
        />
      </li>
    ))}
  </ul>
);

function whatIsMissing(roles: readonly Role[], meant: Record<string, Direction | undefined>): string | undefined {
  const has = (role: ColumnRole): boolean => roles.includes(role);
  if (!has('date') || !(has('amount') || has('debit') || has('credit'))) return 'Choose the date and the amount';
  const [open] = Object.entries(meant).find(([, direction]) => direction === undefined) ?? [];
  return open === undefined ? undefined : `Choose whether “${open}” is money in or money out`;
}

const keepKnown = (meant: Record<string, Direction | undefined>): Directions =>
  Object.fromEntries(
    Object.entries(meant).flatMap(([word, direction]) => (direction === undefined ? [] : [[word, direction]])),
  );

interface WordChoicesProps {
  meant: Record<string, Direction | undefined>;
  onChange: (word: string, direction: Direction) => void;
}

/** The meaning of each word for debit and credit. */
const WordChoices = ({ meant, onChange }: WordChoicesProps) => (
  <ul className="m-0 grid list-none gap-2 border-t border-line p-0 pt-3" aria-label="Money in or money out">
    {Object.entries(meant).map(([word, direction]) => (
      <li key={word} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <bdi className="font-medium">{word}</bdi>
        <Segmented
          label={`What ${word} is`}
          options={[
            { value: 'in', label: 'Money in' },
            { value: 'out', label: 'Money out' },
          ]}
          value={direction === undefined ? '' : direction === 1 ? 'in' : 'out'}
          onChange={(value) => onChange(word, value === 'in' ? 1 : -1)}
        />
      </li>
    ))}
  </ul>
);

interface MarkChoiceProps {
  /** Such as `7.250`. */
  amount: string;
  mark: DecimalMark | undefined;
  onChange: (mark: DecimalMark) => void;
}

/** Whether an amount has a separator of thousands or a decimal mark. */
function MarkChoice({ amount, mark, onChange }: MarkChoiceProps) {
  const own = amount.includes('.') ? '.' : ',';
  const other = own === '.' ? ',' : '.';
  const meaning = (by: DecimalMark, otherwise: string): string => {
    const minor = readAmount(amount, by);
    return minor === undefined ? otherwise : sayMajor(minor);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-3">
      <span className="font-medium">
        <bdi>{amount}</bdi> means
      </span>
      <Segmented
        label={`What ${amount} means`}
        options={[
          { value: other, label: meaning(other, 'Thousands') },
          { value: own, label: meaning(own, 'Three decimals') },
        ]}
        value={mark ?? ''}
        onChange={(value) => onChange(value === '.' ? '.' : ',')}
      />
    </div>
  );
}

function Preview({ choice, onPreview }: { choice: CsvChoice } & Pick<ColumnsFormProps, 'onPreview'>) {
  const [found, setFound] = useState<BankLine[] | string>();
  const begin = useEffectEvent(() => onPreview(choice));
  useEffect(() => {
    let isCurrent = true;
    void begin().then((lines) => {
      if (isCurrent) setFound(lines);
    });
    return () => void (isCurrent = false);
  }, []);
  return <ReadingPreview found={found} />;
}

function toMap(roles: readonly Role[]): ColumnMap {
  const map: ColumnMap = {};
  for (const [at, role] of roles.entries()) if (role !== 'none') map[role] = [...(map[role] ?? []), at];
  return map;
}

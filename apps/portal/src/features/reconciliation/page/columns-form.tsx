import { useState } from 'react';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import {
  type ColumnMap,
  type ColumnRole,
  columnRoles,
  type CsvTable,
} from '#features/reconciliation/reading/statement.ts';

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

interface ColumnsFormProps {
  fileName: string;
  table: CsvTable;
  guess: ColumnMap;
  onDone: (columns: ColumnMap) => void;
  onCancel: () => void;
}

export function ColumnsForm({ fileName, table, guess, onDone, onCancel }: ColumnsFormProps) {
  const [roles, setRoles] = useState<(ColumnRole | 'none')[]>(() =>
    table.header.map((_, at) => columnRoles.find((role) => guess[role]?.includes(at)) ?? 'none'),
  );
  const has = (role: ColumnRole): boolean => roles.includes(role);
  const missing = !has('date') || !(has('amount') || has('debit') || has('credit'));
  return (
    <div className="mb-5 grid gap-3 rounded border border-line px-4 py-3.5">
      <p className="m-0 font-medium">
        Choose what each column of <bdi data-personal>{fileName}</bdi> contains
      </p>
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
              onChange={(role) => setRoles(roles.map((each, place) => (place === at ? role : each)))}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {missing && <span className="mr-auto text-label text-ink-3">Choose the date and the amount.</span>}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabledReason={missing ? 'Choose the date and the amount' : undefined}
          onClick={() => onDone(toMap(roles))}
        >
          Read the statement
        </Button>
      </div>
    </div>
  );
}

function toMap(roles: readonly (ColumnRole | 'none')[]): ColumnMap {
  const map: ColumnMap = {};
  for (const [at, role] of roles.entries()) if (role !== 'none') map[role] = [...(map[role] ?? []), at];
  return map;
}

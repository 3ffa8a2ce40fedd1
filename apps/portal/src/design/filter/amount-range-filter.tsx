import { useState, type FormEvent } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { FilterChip } from './filter-chip.tsx';

/** Decimal texts in major units, "12.50"; a missing end is open. */
export type AmountRange = { from?: string | undefined; to?: string | undefined };

type AmountRangeFilterProps = AmountRange & { label?: string | undefined; onApply: (range: AmountRange) => void };

const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ',');

const summary = (range: AmountRange): string | undefined => {
  const from = range.from === undefined ? undefined : grouped(range.from);
  const to = range.to === undefined ? undefined : grouped(range.to);
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? undefined : `up to ${to}`;
};

/** "1,249.5" as "1249.50"; undefined when it is no amount. */
function parse(text: string): string | undefined {
  const plain = text.replace(/[\s,£€]/g, '');
  if (!/^\d{1,13}(\.\d{0,2})?$/.test(plain)) return undefined;
  const [whole = '0', fraction = ''] = plain.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0')}`;
}

const wrong = 'An amount such as 12.50';

function errorsOf(from: string, to: string): { from?: string; to?: string } {
  const low = parse(from);
  const high = parse(to);
  if (from.trim() !== '' && low === undefined) return { from: wrong };
  if (to.trim() !== '' && high === undefined) return { to: wrong };
  if (low !== undefined && high !== undefined && Number(low) > Number(high))
    return { to: 'Must not be below the first amount' };
  return {};
}

type EditorProps = AmountRange & { onApply: (range: AmountRange) => void; onDone: () => void };

function AmountEditor({ from, to, onApply, onDone }: EditorProps) {
  const [low, setLow] = useState(from ?? '');
  const [high, setHigh] = useState(to ?? '');
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsOf(low, high);
    setErrors(found);
    if (found.from !== undefined || found.to !== undefined) return;
    onApply({ from: parse(low), to: parse(high) });
    onDone();
  };
  const field = {
    inputMode: 'decimal',
    placeholder: '0.00',
    autoComplete: 'off',
    className: 'num text-right',
  } as const;
  return (
    <form onSubmit={apply} noValidate className="grid w-[264px] gap-3 p-3.5">
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          {...field}
          label="From"
          value={low}
          error={errors.from}
          onChange={(event) => setLow(event.target.value)}
        />
        <TextField
          {...field}
          label="To"
          value={high}
          error={errors.to}
          onChange={(event) => setHigh(event.target.value)}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

/** A filter between two amounts; applies on Enter or Apply. */
export function AmountRangeFilter({ label = 'Amount', from, to, onApply }: AmountRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={summary({ from, to })}
      onRemove={() => onApply({})}
      editor={(close) => <AmountEditor from={from} to={to} onApply={onApply} onDone={close} />}
    />
  );
}

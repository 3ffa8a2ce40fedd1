import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import { useState, type FormEvent } from 'react';
import { EditorButtons } from './editor-buttons.tsx';
import { AmountInput } from '#design/controls/amount-input.tsx';
import type { AmountRange, RangeNames } from '#design/filter/summaries.ts';
import { formatMoney } from '#design/text/format-money.ts';

/** One end of the range as decimal text in major units, or the error message. Empty text leaves that end open. */
function readEnd(text: string): { amount?: string; fault?: string } {
  if (text.trim() === '') return {};
  const read = readTypedAmount(text);
  return 'fault' in read ? read : { amount: formatMoney(read.minor, '').replaceAll(',', '') };
}

type EditorProps = AmountRange & {
  names?: RangeNames | undefined;
  onApply: (range: AmountRange) => void;
  onDone: () => void;
};

export function AmountEditor({ from, to, names, onApply, onDone }: EditorProps) {
  const [low, setLow] = useState(from ?? '');
  const [high, setHigh] = useState(to ?? '');
  const [errors, setErrors] = useState<{ from?: string | undefined; to?: string | undefined }>({});
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [first, last] = [readEnd(low), readEnd(high)];
    const isReversed = Number(first.amount) > Number(last.amount);
    const found = {
      from: first.fault,
      to: last.fault ?? (isReversed ? 'Must not be below the first amount' : undefined),
    };
    setErrors(found);
    if (found.from !== undefined || found.to !== undefined) return;
    onApply({ from: first.amount, to: last.amount });
    onDone();
  };
  const end = (at: 0 | 1, error: string | undefined, typed: string, type: (text: string) => void) => (
    <AmountInput
      size="m"
      label={at === 0 ? 'From' : 'To'}
      name={names?.[at]}
      {...{ error, typed }}
      value={typed}
      onChange={(event) => {
        setErrors({});
        type(event.target.value);
      }}
    />
  );
  return (
    <form method="get" onSubmit={apply} noValidate className="grid w-[264px] gap-3 p-3.5">
      {end(0, errors.from, low, setLow)}
      {end(1, errors.to, high, setHigh)}
      <div className="flex justify-end gap-2">
        <EditorButtons onCancel={onDone} />
      </div>
    </form>
  );
}

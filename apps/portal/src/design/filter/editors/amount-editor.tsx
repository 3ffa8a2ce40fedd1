import { useState, type FormEvent } from 'react';
import { EditorButtons } from './editor-buttons.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import type { AmountRange } from '#design/filter/field-filters.tsx';

/** "1,249.5" as "1249.50"; undefined when it is no amount. */
function parse(text: string): string | undefined {
  const plain = text.replace(/[\s,£€]/g, '');
  if (!/^\d{1,13}(\.\d{0,2})?$/.test(plain)) return undefined;
  const [whole = '0', fraction = ''] = plain.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0')}`;
}

const wrong = 'An amount such as 12.50';

function findErrors(from: string, to: string): { from?: string; to?: string } {
  const low = parse(from);
  const high = parse(to);
  if (from.trim() !== '' && low === undefined) return { from: wrong };
  if (to.trim() !== '' && high === undefined) return { to: wrong };
  if (low !== undefined && high !== undefined && Number(low) > Number(high))
    return { to: 'Must not be below the first amount' };
  return {};
}

type EditorProps = AmountRange & { onApply: (range: AmountRange) => void; onDone: () => void };

/** Two amounts to type; loaded on first use. */
export function AmountEditor({ from, to, onApply, onDone }: EditorProps) {
  const [low, setLow] = useState(from ?? '');
  const [high, setHigh] = useState(to ?? '');
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const found = findErrors(low, high);
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
        <EditorButtons onCancel={onDone} />
      </div>
    </form>
  );
}

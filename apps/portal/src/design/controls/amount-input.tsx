import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import { type ComponentProps, type FocusEvent, type ReactNode, useId, useState } from 'react';
import { formatMoney, formatMoneyParts } from '#design/text/format-money.ts';
import { FormField } from './form-field.tsx';

export type AmountInputProps = Omit<ComponentProps<'input'>, 'id' | 'size'> & {
  label: string;
  /** Omitted for an amount without a currency, as in a filter. */
  currency?: string | undefined;
  typed: string;
  size?: 'm' | 'l';
  hint?: ReactNode;
  error?: string | undefined;
  /** At the far end of the label, such as “Use £9.99”. */
  action?: ReactNode;
  /** Inside the field at its far end, such as the choice of currency. */
  aside?: ReactNode;
};

const boxClass =
  'flex items-center gap-2 rounded border border-line-2 bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-act has-aria-invalid:border-bad has-aria-invalid:focus-within:outline-bad';
const sizes = {
  m: ['h-10 px-2.5', 'text-[14.5px] phone:text-[16px]', 'text-label'],
  l: ['h-12 px-3', 'text-l font-medium tracking-[-.01em]', 'text-[15px]'],
} as const;

/** A field for an amount. On blur it shows how it reads a text in another notation: `12,50` as “= £12.50”. */
export function AmountInput({ label, size = 'l', hint, action, aside, typed, ...rest }: AmountInputProps) {
  const { currency, error, ...input } = rest;
  const id = useId();
  const { reading, fault, listeners } = useReading({ typed, currency, error, ...input });
  const [boxSize, textSize, readingSize] = sizes[size];
  return (
    <FormField label={label} hint={hint} error={error ?? fault} action={action}>
      {(wiring) => (
        <span className={`${boxClass} ${boxSize}`}>
          {currency !== undefined && (
            <span className="text-ink-3" aria-hidden="true">
              {formatMoneyParts(0, currency)?.symbol}
            </span>
          )}
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            {...input}
            {...listeners}
            {...wiring}
            aria-describedby={[reading && id, wiring['aria-describedby']].filter(Boolean).join(' ') || undefined}
            type="text"
            className={`num w-full min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3 ${textSize}`}
          />
          <span id={id} aria-live="polite" className={`num shrink-0 text-ink-2 ${readingSize}`}>
            {reading}
          </span>
          {aside}
        </span>
      )}
    </FormField>
  );
}

/** How the text is read, or the error. */
function useReading({ typed, currency, error, onChange, onBlur }: Omit<AmountInputProps, 'label'>) {
  const [left, setLeft] = useState<'no' | 'for a button' | 'for another field'>('no');
  const read = readTypedAmount(typed, currency);
  const isShown = left !== 'no' || (error !== undefined && error !== '');
  const isPlain = 'fault' in read || typed.trim() === formatMoney(read.minor, '');
  const amount = 'fault' in read ? '' : formatMoney(read.minor, currency ?? '');
  return {
    reading: isShown && !isPlain ? `= ${amount}` : '',
    fault: left === 'for another field' && 'fault' in read && typed.trim() !== '' ? read.fault : undefined,
    listeners: {
      onChange: (event: Parameters<NonNullable<typeof onChange>>[0]) => {
        setLeft('no');
        onChange?.(event);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // An error makes the form taller: a button below would move away while it is being pressed.
        const { relatedTarget: next, currentTarget } = event;
        const isBelow = next instanceof HTMLButtonElement && !currentTarget.closest('[data-field]')?.contains(next);
        setLeft(isBelow ? 'for a button' : 'for another field');
        onBlur?.(event);
      },
    },
  };
}

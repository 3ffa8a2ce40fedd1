import type { ComponentProps, ReactNode } from 'react';
import { FormField } from '#design/controls/form-field.tsx';
import { formatMoneyParts } from '#design/text/format-money.ts';

type AmountFieldProps = Omit<ComponentProps<'input'>, 'id' | 'size'> & {
  label: string;
  currency: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands inside at the far end: "Full remaining amount", the account it comes from. */
  aside?: ReactNode;
};

/** A sum to type, large, behind its currency's sign. What was typed stands as it was typed. */
export function AmountField({ label, currency, hint, error, aside, ...input }: AmountFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(wiring) => (
        <span className="flex h-12 items-center gap-2 rounded border border-line-2 bg-surface px-3 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-act has-aria-invalid:border-bad">
          <span className="text-ink-3" aria-hidden="true">
            {formatMoneyParts(0, currency)?.symbol}
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            {...input}
            {...wiring}
            type="text"
            className="num w-full min-w-0 flex-1 bg-transparent text-l font-medium tracking-[-.01em] text-ink outline-none placeholder:text-ink-3"
          />
          {aside}
        </span>
      )}
    </FormField>
  );
}

/** An action inside a field, in the colour of what can be pressed. */
export function FieldAction({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button
      type="button"
      className="min-h-6 shrink-0 text-label font-medium text-act hover:underline hover:underline-offset-2"
      onClick={onPress}
    >
      {children}
    </button>
  );
}

import type { ReactNode } from 'react';
import { AmountInput, type AmountInputProps } from '#design/controls/amount-input.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { overLimit } from './amount-limit.ts';
import { type AmountLimit, amountText } from './typed.ts';

type AmountFieldProps = Omit<AmountInputProps, 'action' | 'size'> & {
  /** A larger amount shows an error while it is typed. */
  limit?: AmountLimit | undefined;
  /** Fills in the limit, if it is one that users want to use, such as the whole balance. */
  onUse?: ((text: string) => void) | undefined;
};

/** A large amount input with its currency sign. */
export function AmountField({ limit, onUse, error, ...input }: AmountFieldProps) {
  const { typed, currency } = input;
  const most = limit?.isOffered === true && limit.most > 0 ? limit.most : undefined;
  return (
    <AmountInput
      {...input}
      error={overLimit(typed, currency, limit) ?? error}
      action={
        most !== undefined &&
        onUse && (
          <FieldAction onPress={() => onUse(amountText(most))}>
            Use {currency === undefined ? amountText(most) : formatMoney(most, currency)}
          </FieldAction>
        )
      }
    />
  );
}

/** An action next to a field's label. */
function FieldAction({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button
      type="button"
      className="num min-h-6 shrink-0 text-label font-medium text-act hover:underline hover:underline-offset-2"
      onClick={onPress}
    >
      {children}
    </button>
  );
}

import type { Currency } from '@volume/contract/money.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { AmountField } from '#design/forms/amount-field.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { type DraftErrors, type LinkDraft, longestReference } from './link-draft.ts';

interface LinkFieldsProps {
  draft: LinkDraft;
  errors: DraftErrors;
  currencies: readonly Currency[];
  onDraft: (draft: LinkDraft) => void;
}

/** What a payment link is made of. */
export function LinkFields({ draft, errors, currencies, onDraft }: LinkFieldsProps) {
  const change = (next: Partial<LinkDraft>) => onDraft({ ...draft, ...next });
  const text = (name: 'reference' | 'description' | 'note' | 'order') => ({
    value: draft[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <>
      <AmountField
        label="Amount"
        currency={draft.currency}
        value={draft.amount}
        error={errors.amount}
        onChange={(amount) => change({ amount })}
        aside={
          currencies.length > 1 ? (
            <Segmented
              label="Currency"
              options={currencies.map((value) => ({ value, label: value }))}
              value={draft.currency}
              onChange={(currency) => change({ currency })}
            />
          ) : (
            <span className="text-ink-3">{draft.currency}</span>
          )
        }
      />
      <TextField label="Description" hint="Shown on the pay page." {...text('description')} />
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField
          label="Reference"
          hint={`On both bank statements, up to ${longestReference[draft.currency]} characters.`}
          isMono
          {...text('reference')}
        />
        <TextField label="Order" hint="Your order number" isMono {...text('order')} />
      </div>
      <TextField label="Note" hint="Internal only, not shown to the payer" {...text('note')} />
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <ExpiryField draft={draft} errors={errors} onChange={change} />
        <AttemptsField mode={draft.attemptMode} onChange={change} />
      </div>
    </>
  );
}

interface AttemptsFieldProps {
  mode: LinkDraft['attemptMode'];
  onChange: (change: Partial<LinkDraft>) => void;
}

function AttemptsField({ mode, onChange }: AttemptsFieldProps) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="font-medium">Attempts</span>
      <Segmented
        label="Attempts"
        options={[
          { value: 'ALLOW_MULTIPLE_ATTEMPTS', label: 'Until it is paid' },
          { value: 'ALLOW_SINGLE_ATTEMPT', label: 'One attempt only' },
        ]}
        value={mode}
        onChange={(attemptMode) => onChange({ attemptMode })}
      />
      <span className="text-label text-ink-3">
        {mode === 'ALLOW_SINGLE_ATTEMPT'
          ? 'The link stops working after the first failed payment.'
          : 'A payer whose payment fails can try again.'}
      </span>
    </div>
  );
}

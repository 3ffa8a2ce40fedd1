import type { PayInAccount } from '@volume/contract/balances.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { makePayout } from '@volume/contract/payouts.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { AmountField, FieldAction } from '#design/forms/amount-field.tsx';
import { amountText, parseAmount } from '#design/forms/parse-amount.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { balancesOf } from '#features/balances/account-words.ts';
import type { Write } from '#platform/writes/use-write.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import type { Destination } from './destinations.ts';

export type PayoutDraft = BodyOf<typeof makePayout>;

interface PayOutFormProps {
  account: PayInAccount;
  destinations: readonly Destination[];
  isLoading: boolean;
  /** Why the beneficiaries could not be read. */
  failure: string | undefined;
  write: Write<PayoutDraft>;
  onCancel: () => void;
  /** What stands in the form's place while a proof is asked for; what was typed stays. */
  children: (action: string) => ReactNode;
}

/** How much leaves, and to whom. */
export function PayOutForm(props: PayOutFormProps) {
  const { account, destinations, write, onCancel } = props;
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [error, setError] = useState<string>();
  const available = balancesOf(account)?.available;
  const to = destinations.find(({ value }) => value === chosen) ?? destinations[0];
  const minor = parseAmount(amount);
  const action = minor ? `Pay out ${formatMoney(minor, account.forCurrency)}` : 'Pay out';
  if (write.isAskingForProof) return props.children(action);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = whatIsWrong(minor, available, account.forCurrency);
    setError(wrong);
    if (wrong || minor === undefined || !to) return;
    write.run({ payInAccountId: account.id, amount: minor, beneficiaryId: to.value === '' ? null : to.value });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <AmountField
        label="Amount"
        currency={account.forCurrency}
        value={amount}
        onChange={setAmount}
        error={error}
        readOnly={write.isBusy}
        aside={
          available !== undefined && (
            <FieldAction onPress={() => setAmount(amountText(available))}>Full available balance</FieldAction>
          )
        }
      />
      <To {...props} to={to} onChange={setChosen} />
      {write.refusal && (
        <WriteRefusal
          refusal={write.refusal}
          undone="Nothing was paid out."
          unknown="We couldn’t confirm the payout. It’s safe to retry: no second payout will be made."
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          onClick={onCancel}
          disabledReason={write.isBusy ? 'Waiting for confirmation' : undefined}
        >
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={write.isBusy}
          disabledReason={to ? undefined : 'There is no beneficiary to pay out to'}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}

type ToProps = Pick<PayOutFormProps, 'destinations' | 'isLoading' | 'failure'> & {
  to: Destination | undefined;
  onChange: (value: string) => void;
};

function To({ destinations, isLoading, failure, to, onChange }: ToProps) {
  return (
    <>
      {to && <SelectField label="To" size="l" options={destinations} value={to.value} onChange={onChange} />}
      {isLoading && <p className="m-0 text-ink-3">Loading beneficiaries…</p>}
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      {!to && !isLoading && failure === undefined && (
        <Notice tone="info" title="There is no beneficiary to pay out to">
          This account has no default beneficiary and no active ones.
        </Notice>
      )}
    </>
  );
}

function whatIsWrong(minor: number | undefined, available: number | undefined, currency: string): string | undefined {
  if (minor === undefined) return 'Enter an amount such as 12.50';
  if (minor === 0) return 'Must be at least 0.01';
  const isTooMuch = available !== undefined && minor > available;
  return isTooMuch ? `Only ${formatMoney(available, currency)} is available` : undefined;
}

import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { AmountField, FieldAction } from '#design/forms/amount-field.tsx';
import { amountText, parseAmount } from '#design/forms/parse-amount.ts';
import { formatMoney } from '#design/text/format-money.ts';
import type { Write } from '#platform/writes/use-write.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { leftToRefund, readRefund, type RefundDraft, type RefundErrors } from './refund-draft.ts';

interface RefundFormProps {
  row: PaymentListItem;
  write: Write<RefundDraft>;
  onCancel: () => void;
  /** What stands in the form's place while a proof is asked for; what was typed stays. */
  children: (action: string) => ReactNode;
}

/** How much goes back, and under which reference. */
export function RefundForm({ row, write, onCancel, children }: RefundFormProps) {
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [errors, setErrors] = useState<RefundErrors>({});
  const minor = parseAmount(amount);
  const action = minor ? `Refund ${formatMoney(minor, row.paymentRequest.currency)}` : 'Refund';
  if (write.isAskingForProof) return children(action);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readRefund({ amount, reference }, row);
    setErrors('errors' in read ? read.errors : {});
    if ('draft' in read) write.run(read.draft);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <AmountField
        label="Amount"
        currency={row.paymentRequest.currency}
        value={amount}
        onChange={setAmount}
        error={errors.amount}
        readOnly={write.isBusy}
        aside={
          <FieldAction onPress={() => setAmount(amountText(leftToRefund(row)))}>Full remaining amount</FieldAction>
        }
      />
      <TextField
        label="Reference"
        placeholder="None"
        autoComplete="off"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        error={errors.reference}
        readOnly={write.isBusy}
      />
      {write.refusal && (
        <WriteRefusal
          refusal={write.refusal}
          undone="Nothing was refunded."
          unknown="We couldn’t confirm the refund. It’s safe to retry: no second refund will be made."
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
        <Button type="submit" variant="primary" busy={write.isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

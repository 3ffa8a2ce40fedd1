import type { PayInAccount } from '@volume/contract/balances.ts';
import type { PayoutSchedule } from '@volume/contract/payout-schedules.ts';
import { scheduleVersion } from '@volume/contract/settings-version.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Switch } from '#design/choose/switch.tsx';
import { Button } from '#design/controls/button.tsx';
import { AmountField } from '#design/forms/amount-field.tsx';
import { useBase } from '#platform/writes/use-base.ts';
import type { Write } from '#platform/writes/use-write.ts';
import { useIfMatch } from '#screen/can-do.tsx';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { NextRuns } from './next-runs.tsx';
import {
  draftOf,
  readSchedule,
  type ScheduleDraft,
  type ScheduleErrors,
  scheduleWords,
  type ScheduleWrite,
} from './schedule-draft.ts';
import { TimingFields } from './timing-fields.tsx';

interface ScheduleFormProps {
  account: PayInAccount;
  schedule: PayoutSchedule | undefined;
  reason: string | undefined;
  write: Write<ScheduleWrite>;
  onCancel: () => void;
  /** What stands in the form's place while a proof is asked for; what was typed stays. */
  children: ReactNode;
}

/** When, how much, and what it would do next, before it is saved. */
export function ScheduleForm({ account, schedule, reason, write, onCancel, children }: ScheduleFormProps) {
  const [draft, setDraft] = useState(() => draftOf(schedule));
  const [base, rebase] = useBase(schedule, true);
  const isChanged = write.refusal?.isChanged === true;
  if (isChanged && base !== schedule) rebase(schedule);
  const ifMatch = useIfMatch(scheduleVersion(base));
  const [errors, setErrors] = useState<ScheduleErrors>({});
  const change = (next: Partial<ScheduleDraft>) => setDraft({ ...draft, ...next });
  if (write.isAskingForProof) return children;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readSchedule(draft, account.id);
    setErrors('errors' in read ? read.errors : {});
    if ('body' in read) write.run({ ...read.body, ifMatch });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <Switch label="Automatic payouts" isOn={draft.enabled} onChange={(enabled) => change({ enabled })} />
      <TimingFields draft={draft} error={errors.timeUtc} onChange={change} />
      <AmountFields {...{ draft, errors }} currency={account.forCurrency} onChange={change} />
      <NextRuns draft={draft} />
      {isChanged && <p className="m-0 text-ink-2">Now: {scheduleWords(schedule, account.forCurrency)}</p>}
      {write.refusal && (
        <WriteRefusal
          refusal={write.refusal}
          undone="Nothing was changed."
          unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={write.isBusy} disabledReason={reason}>
          Save schedule
        </Button>
      </div>
    </form>
  );
}

const amountTypes = [
  { value: 'ALL', label: 'Full available balance' },
  { value: 'FIXED', label: 'A fixed amount' },
] as const;

interface AmountFieldsProps {
  draft: ScheduleDraft;
  errors: ScheduleErrors;
  currency: string;
  onChange: (next: Partial<ScheduleDraft>) => void;
}

function AmountFields({ draft, errors, currency, onChange }: AmountFieldsProps) {
  return (
    <>
      <div>
        <Segmented
          label="How much"
          options={amountTypes}
          value={draft.amountType}
          onChange={(amountType) => onChange({ amountType })}
        />
      </div>
      {draft.amountType === 'FIXED' && (
        <AmountField
          label="Amount"
          currency={currency}
          value={draft.amount}
          onChange={(amount) => onChange({ amount })}
          error={errors.amount}
        />
      )}
      <AmountField
        label="Minimum balance"
        hint="Stays in the account after each payout"
        currency={currency}
        value={draft.minimumBalance}
        onChange={(minimumBalance) => onChange({ minimumBalance })}
        error={errors.minimumBalance}
      />
    </>
  );
}

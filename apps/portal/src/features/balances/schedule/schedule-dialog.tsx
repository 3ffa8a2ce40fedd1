import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import {
  daysOfWeek,
  listPayoutSchedules,
  nextPayoutRuns,
  type PayoutScheduleInput,
  scheduleReferenceField,
  setPayoutSchedule,
} from '@volume/contract/payouts/schedules.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';
import { useEffect, useState } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { toast } from '#design/overlay/toast.ts';
import { numberOf } from '#features/balances/account-display.ts';
import { ReferenceField } from '#features/balances/payout-reference.tsx';
import { useDestinations } from '#features/beneficiaries/beneficiaries-query.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { type Form, useForm } from '#forms/use-form.ts';
import { describeError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { useCanDo, useIfMatch } from '#platform/calls/capabilities.ts';
import { scheduleSchema, type ScheduleTyped, scheduleText, toTiming, toTyped } from './schedule-schema.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Switch } from '#design/choose/switch.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { titleCase } from '#design/text/format-text.ts';
import { isTime } from '#design/days/typed-day.ts';
import { AmountField } from '#forms/amount-field.tsx';
import { overLimit, useLargestLimit } from '#forms/amount-limit.ts';
import type { AmountLimit } from '#forms/typed.ts';
import { useNow, useZone } from '#platform/preferences.ts';

interface ScheduleDialogProps {
  scope: Scope;
  account: PayInAccount;
  /** The account in the application's payee details, with the provider's ids. */
  payee: PayeeDetail | undefined;
  reason: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

const scheduleKeys = keysOf('payout-schedules');

const schedulesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: scheduleKeys.of(scope),
    queryFn: ({ signal }) => call(listPayoutSchedules, { params: scope, signal, applicationId: scope.applicationId }),
  });

export function ScheduleDialog({ scope, account, payee, reason, isOpen, onClose }: ScheduleDialogProps) {
  const { data, error } = useQuery({ ...schedulesQuery(scope), enabled: isOpen });
  const schedule = data?.find(({ payInAccountId }) => payInAccountId === account.id);
  const to = useDestinations({ scope, account, payee, isOpen }).destinations.find(({ value }) => value === '');
  const [base, setBase] = useState(schedule);
  const write = useScheduleWrite(scope, useIfMatch(base ? base.version : neverSetVersion), onClose);
  const { forCurrency: currency } = account;
  const limit = useLargestLimit()(currency);
  const takesReference = useCanDo(scheduleReferenceField);
  const form = useForm<ScheduleTyped, PayoutScheduleInput>({
    schema: scheduleSchema({ payInAccountId: account.id, currency, limit, takesReference }),
    values: toTyped(schedule),
    write,
  });
  const [amountType, amount] = [form.value('amountType'), form.value('amount')];
  const isChanged = write.refusal?.isChanged === true;
  useEffect(() => {
    // Refetching does not overwrite an edited form or the version it started from (contract §11).
    if (!form.isDirty) form.reset(toTyped(schedule));
    if (!form.isDirty || isChanged) setBase(schedule);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each fetched schedule
  }, [schedule, isChanged]);
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={`Payout schedule, ${currency}`}
      description={
        <>
          From <bdi>{account.accountHolderName}</bdi>, <span className="whitespace-nowrap">{numberOf(account)}</span>,
          to {to?.name ? <bdi>{to.name}</bdi> : 'the default beneficiary'}
          {to?.number && <span className="whitespace-nowrap">, {to.number}</span>}.
        </>
      }
      instead={
        !data && (error ? <Notice tone="bad" title={describeError(error).subHeading} /> : <Skeleton height={240} />)
      }
      action="Save schedule"
      disabledReason={reason ?? (amountType === 'FIXED' ? overLimit(amount, currency, limit) : undefined)}
      undone="Nothing was changed."
      unknown="We couldn’t confirm whether it was saved. It’s safe to retry."
    >
      <ScheduleFields {...{ form, currency, limit, takesReference }} />
      {isChanged && <p className="m-0 text-ink-2">Now: {scheduleText(schedule, currency)}</p>}
    </FormDialog>
  );
}

function useScheduleWrite(scope: Scope, ifMatch: string | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  // The specification's endpoint takes no Idempotency-Key: setting a schedule is idempotent.
  return useWrite(
    (body: PayoutScheduleInput, { stepUp }) =>
      refetchOnConflict(
        call(setPayoutSchedule, { params: scope, body, applicationId: scope.applicationId, stepUp, ifMatch }),
        () => queryClient.refetchQueries({ queryKey: scheduleKeys.of(scope) }),
      ),
    (_, { enabled }) => {
      toast.good(enabled ? 'The schedule is on' : 'The schedule is off');
      onDone();
      invalidate(queryClient, scheduleKeys.all);
    },
  );
}

const frequencies = [
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const;
const amountTypes = [
  { value: 'ALL', label: 'Full available balance' },
  { value: 'FIXED', label: 'Fixed amount' },
] as const;
// The week begins on Monday.
const weekdays = [...daysOfWeek.slice(1), daysOfWeek[0]].map((day) => ({ value: day, label: titleCase(day) }));
const monthDays = Array.from({ length: 28 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

interface ScheduleFieldsProps {
  form: Form<ScheduleTyped>;
  currency: string;
  limit: AmountLimit | undefined;
  takesReference: boolean;
}

function ScheduleFields({ form, currency, limit, takesReference }: ScheduleFieldsProps) {
  const { text, choice, change } = form;
  const typed = form.values();
  return (
    <>
      <Switch label="Automatic payouts" isOn={typed.enabled} onChange={(enabled) => change('enabled', enabled)} />
      <div>
        <Segmented label="How often" options={frequencies} {...choice('frequency')} />
      </div>
      {typed.frequency === 'WEEKLY' && <SelectField label="On" size="l" options={weekdays} {...choice('dayOfWeek')} />}
      {typed.frequency === 'MONTHLY' && (
        <SelectField
          label="On day"
          size="l"
          options={monthDays}
          value={String(typed.dayOfMonth)}
          onChange={(day) => change('dayOfMonth', Number(day))}
        />
      )}
      <TextField label="Time, UTC" className="num" placeholder="06:00" autoComplete="off" {...text('timeUtc')} />
      <div>
        <Segmented label="How much" options={amountTypes} {...choice('amountType')} />
      </div>
      {typed.amountType === 'FIXED' && (
        <AmountField label="Amount" currency={currency} limit={limit} {...form.amount('amount')} />
      )}
      <AmountField
        label="Minimum balance"
        hint="Kept in the account after each payout"
        currency={currency}
        {...form.amount('minimumBalance')}
      />
      {takesReference && <ReferenceField currency={currency} {...text('reference')} />}
      <NextRuns typed={typed} />
    </>
  );
}

function NextRuns({ typed }: { typed: ScheduleTyped }) {
  const zone = useZone();
  const now = useNow();
  if (!typed.enabled) return <p className="m-0 text-ink-3">Nothing is paid out while the schedule is off.</p>;
  if (!isTime(typed.timeUtc)) return null;
  const runs = nextPayoutRuns(toTiming(typed), now, 3).map((at) => new Date(at).toISOString());
  return (
    <div>
      <p className="m-0 font-medium">The next three runs</p>
      <ol className="num m-0 list-none p-0 text-ink-2">
        {runs.map((at) => (
          <li key={at}>
            <time dateTime={at}>{formatDateTime(at, zone, 'full')}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

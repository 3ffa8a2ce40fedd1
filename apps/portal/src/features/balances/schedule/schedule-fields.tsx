import { daysOfWeek, nextPayoutRuns } from '@volume/contract/payout-schedules.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Switch } from '#design/choose/switch.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { titleCase } from '#design/text/title-case.ts';
import { AmountField } from '#forms/amount-field.tsx';
import type { Form } from '#forms/use-form.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { isTime, type ScheduleTyped, toTiming } from './schedule-schema.ts';

const frequencies = [
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const;
const amountTypes = [
  { value: 'ALL', label: 'Full available balance' },
  { value: 'FIXED', label: 'A fixed amount' },
] as const;
// People's week begins on Monday.
const weekdays = [...daysOfWeek.slice(1), daysOfWeek[0]].map((day) => ({ value: day, label: titleCase(day) }));
const monthDays = Array.from({ length: 28 }, (_, place) => ({ value: String(place + 1), label: String(place + 1) }));

/** When, how much, and what it would do next, before it is saved. */
export function ScheduleFields({ form, currency }: { form: Form<ScheduleTyped>; currency: string }) {
  const { typed, text, choice, change } = form;
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
      <TextField label="Time, UTC" type="time" {...text('timeUtc')} />
      <div>
        <Segmented label="How much" options={amountTypes} {...choice('amountType')} />
      </div>
      {typed.amountType === 'FIXED' && <AmountField label="Amount" currency={currency} {...text('amount')} />}
      <AmountField
        label="Minimum balance"
        hint="Stays in the account after each payout"
        currency={currency}
        {...text('minimumBalance')}
      />
      <NextRuns typed={typed} />
    </>
  );
}

/** The next three runs of what stands in the form. */
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

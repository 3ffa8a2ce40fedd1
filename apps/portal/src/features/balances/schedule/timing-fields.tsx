import { daysOfWeek } from '@volume/contract/payout-schedules.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { titleCase } from '#design/text/title-case.ts';
import type { ScheduleDraft } from './schedule-draft.ts';

const frequencies = [
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const;
// People's week begins on Monday.
const weekdays = [...daysOfWeek.slice(1), daysOfWeek[0]].map((day) => ({ value: day, label: titleCase(day) }));
const monthDays = Array.from({ length: 28 }, (_, place) => ({ value: String(place + 1), label: String(place + 1) }));

interface TimingFieldsProps {
  draft: ScheduleDraft;
  error: string | undefined;
  onChange: (next: Partial<ScheduleDraft>) => void;
}

/** How often, on which day, at what time. */
export function TimingFields({ draft, error, onChange }: TimingFieldsProps) {
  return (
    <>
      <div>
        <Segmented
          label="How often"
          options={frequencies}
          value={draft.frequency}
          onChange={(frequency) => onChange({ frequency })}
        />
      </div>
      {draft.frequency === 'WEEKLY' && (
        <SelectField
          label="On"
          size="l"
          options={weekdays}
          value={draft.dayOfWeek}
          onChange={(dayOfWeek) => onChange({ dayOfWeek })}
        />
      )}
      {draft.frequency === 'MONTHLY' && (
        <SelectField
          label="On day"
          size="l"
          options={monthDays}
          value={String(draft.dayOfMonth)}
          onChange={(day) => onChange({ dayOfMonth: Number(day) })}
        />
      )}
      <TextField
        label="Time, UTC"
        type="time"
        value={draft.timeUtc}
        onChange={(event) => onChange({ timeUtc: event.target.value })}
        error={error}
      />
    </>
  );
}

import { SelectField } from '#design/choose/select-field.tsx';
import { utcDay } from '#design/days/date-presets.ts';
import { useNow } from '#platform/preferences.ts';

const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `October 2026` */
export const monthName = (month: string): string => names.format(Date.parse(`${month}-01T00:00:00Z`));

/** The present month and the 35 before it, newest first. */
function lastMonths(now: number): string[] {
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  return Array.from({ length: 36 }, (_, back) => utcDay(Date.UTC(year, month - back)).slice(0, 7));
}

interface MonthChoiceProps {
  month: string;
  onChange: (month: string) => void;
}

export function MonthChoice({ month, onChange }: MonthChoiceProps) {
  const months = lastMonths(useNow());
  const offered = months.includes(month) ? months : [...months, month].toSorted().toReversed();
  return (
    <span className="inline-flex print:hidden">
      <SelectField
        label="Month"
        isLabelHidden
        options={offered.map((value) => ({ value, label: monthName(value) }))}
        value={month}
        {...{ onChange }}
      />
    </span>
  );
}

import { DayPicker } from 'react-day-picker';
import { isDay, type DayRange } from './date-presets.ts';

type RangeCalendarProps = DayRange & { today: string; onChange: (range: DayRange) => void };

/** A calendar day is not an instant; local noon represents it, so that no zone or clock change shifts it. */
function toDate(day: string): Date | undefined {
  if (!isDay(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const dayClasses = {
  root: 'calendar',
  month_caption: 'caption',
  nav: 'steps',
  button_previous: 'step',
  button_next: 'step',
  month_grid: 'grid-of-days',
  weekday: 'weekday',
  day: 'day',
  day_button: 'day-button',
  today: 'today',
  outside: 'outside',
  disabled: 'off',
  selected: 'selected',
  range_start: 'range-start',
  range_end: 'range-end',
};

export function RangeCalendar({ from, to, today, onChange }: RangeCalendarProps) {
  const first = toDate(from);
  const last = toDate(to) ?? first;
  const now = toDate(today);
  return (
    <DayPicker
      mode="range"
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays
      {...(now === undefined ? {} : { today: now, disabled: { after: now }, endMonth: now, defaultMonth: last ?? now })}
      selected={first === undefined ? undefined : { from: first, to: last }}
      onSelect={(range) => {
        const start = range?.from === undefined ? '' : toDay(range.from);
        onChange({ from: start, to: range?.to === undefined ? start : toDay(range.to) });
      }}
      classNames={dayClasses}
    />
  );
}

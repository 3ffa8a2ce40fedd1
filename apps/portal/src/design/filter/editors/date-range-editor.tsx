import { type FormEvent, useEffect, useState } from 'react';
import { EditorButtons } from './editor-buttons.tsx';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { datePresets, type DayRange, isDay, type OpenRange } from '#design/days/date-presets.ts';
import { dayText, parseDay } from '#design/days/typed-day.ts';
import type { RangeNames } from '#design/filter/summaries.ts';
import { TextField } from '#design/controls/text-field.tsx';

type DateRangeEditorProps = OpenRange & {
  names?: RangeNames | undefined;
  /** A parameter that the chosen days remove from the address. */
  replaces?: string | undefined;
  today: string;
  localToday?: string | undefined;
  onApply: (range: DayRange) => void;
  onDone: () => void;
};

const loadCalendar = () => import('#design/days/range-calendar.tsx').then((module) => module.RangeCalendar);

function findError(from: string, to: string): string | undefined {
  if (!isDay(from)) return 'Choose a first day';
  if (!isDay(to)) return 'Choose a last day';
  return from > to ? 'The last day is before the first' : undefined;
}

function Presets({ from, to, today, onChoose }: OpenRange & { today: string; onChoose: (range: DayRange) => void }) {
  return (
    <div
      role="group"
      aria-label="Ranges"
      className="grid content-start gap-px border-r border-line p-1.5 max-[620px]:grid-cols-3 max-[620px]:border-r-0 max-[620px]:border-b"
    >
      {datePresets(today).map(({ id, label, range }) => (
        <button
          key={id}
          type="button"
          aria-pressed={range.from === from && range.to === to}
          className="rounded-medium px-2 py-1.5 text-left whitespace-nowrap hover:bg-hover aria-pressed:bg-act-soft aria-pressed:font-medium aria-pressed:text-act"
          onClick={() => onChoose(range)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Presets, two date fields and a calendar, whose code is loaded when the editor opens. */
export function DateRangeEditor(props: DateRangeEditorProps) {
  const { from = '', to = '', names, replaces, today, localToday, onApply, onDone } = props;
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const [error, setError] = useState<string>();
  const { part: Calendar, load } = useLazy(loadCalendar);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once, when the editor opens
  useEffect(load, []);
  const isOtherDay = localToday !== undefined && localToday !== today;
  const choose = (range: DayRange) => {
    onApply(range);
    onDone();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const found = findError(first, last);
    setError(found);
    if (found === undefined) choose({ from: first, to: last });
  };
  return (
    <div className="flex max-[620px]:block">
      <Presets from={first} to={last} today={today} onChoose={choose} />
      <form
        method="get"
        data-replaces={replaces}
        onSubmit={apply}
        noValidate
        className="grid w-[292px] gap-3 p-3.5 max-[620px]:w-auto max-[620px]:min-w-[292px]"
      >
        <div className="grid grid-cols-2 gap-2">
          <DayField label="From" name={names?.[0]} day={first} onChange={setFirst} />
          <DayField label="To" name={names?.[1]} day={last} onChange={setLast} />
        </div>
        <div data-calendar className="min-h-[284px]">
          {Calendar !== null && (
            <Calendar
              from={first}
              to={last}
              today={today}
              onChange={(range) => {
                setFirst(range.from);
                setLast(range.to);
              }}
            />
          )}
        </div>
        <div className="flex items-center justify-end gap-2">
          <span role="status" className={`mr-auto text-label ${error === undefined ? 'text-ink-3' : 'text-bad'}`}>
            {error ?? (isOtherDay ? `Days in UTC, where it is ${dayText(today)}` : 'Days in UTC')}
          </span>
          <EditorButtons onCancel={onDone} />
        </div>
      </form>
    </div>
  );
}

interface DayFieldProps {
  label: string;
  name: string | undefined;
  /** 'YYYY-MM-DD', or empty if none is chosen. */
  day: string;
  /** Called with '' while the typed text is not a date. */
  onChange: (day: string) => void;
}

/** A date field that accepts common formats, and shows the date in one format in every browser language. */
function DayField({ label, name, day, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState<string>();
  const type = (text: string) => {
    setDraft(text);
    onChange(parseDay(text) ?? '');
  };
  // The calendar may have changed the day in the meantime. A draft that is not a date yet stays as typed.
  const shown = draft !== undefined && (parseDay(draft) ?? '') === day ? draft : dayText(day);
  return (
    <TextField
      label={label}
      name={name}
      data-day
      className="num"
      placeholder="21 Nov 2026"
      autoComplete="off"
      value={shown}
      onChange={(event) => type(event.target.value)}
      onBlur={() => day !== '' && setDraft(undefined)}
    />
  );
}

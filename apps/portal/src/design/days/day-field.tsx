import { useState } from 'react';
import { TextField } from '#design/controls/text-field.tsx';
import { isDay } from './date-presets.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

function toDay(year: string, month: number, date: string): string | undefined {
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** A day typed as `2026-11-21`, `21/11/2026`, `21.11.2026` or `21 Nov 2026`, as 'YYYY-MM-DD'; undefined when it is none. */
export function parseDay(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  if (isDay(plain)) return plain;
  const [, date = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]+([a-z]{3,9}|\d{1,2})[\s.,/-]+(\d{4})$/.exec(plain) ?? [];
  const named = months.indexOf(month.slice(0, 3)) + 1;
  return toDay(year, named > 0 ? named : Number(month), date);
}

/** A day as people say it, `21 Nov 2026`; what is no day is ''. */
export function dayText(day: string): string {
  return isDay(day) ? format.format(new Date(`${day}T00:00:00Z`)) : '';
}

interface DayFieldProps {
  label: string;
  /** 'YYYY-MM-DD', or empty while none is chosen. */
  day: string;
  /** Called with '' while what is typed is no day. */
  onChange: (day: string) => void;
}

/** A day to type in any usual way; it reads back in one way, whatever the browser's language. */
export function DayField({ label, day, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState<string>();
  const type = (text: string) => {
    setDraft(text);
    onChange(parseDay(text) ?? '');
  };
  // The calendar may have moved the day meanwhile; a draft that is no day yet stays as typed.
  const shown = draft !== undefined && (parseDay(draft) ?? '') === day ? draft : dayText(day);
  return (
    <TextField
      label={label}
      className="num"
      placeholder="21 Nov 2026"
      autoComplete="off"
      value={shown}
      onChange={(event) => type(event.target.value)}
      onBlur={() => day !== '' && setDraft(undefined)}
    />
  );
}

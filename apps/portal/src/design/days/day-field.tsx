import { useState } from 'react';
import { TextField } from '#design/controls/text-field.tsx';
import { dayText, parseDay } from './parse-day.ts';

type DayFieldProps = {
  label: string;
  /** 'YYYY-MM-DD', or empty while none is chosen. */
  day: string;
  /** Called with '' while what is typed is no day. */
  onChange: (day: string) => void;
};

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

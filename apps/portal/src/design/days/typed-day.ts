import { formatDateTime } from '#design/text/format-date.ts';
import { isDay } from './date-presets.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function toDay(year: string, month: number, date: string): string | undefined {
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Parses `2026-11-21`, `21/11/2026`, `21.11.2026` or `21 Nov 2026` to 'YYYY-MM-DD'; undefined if invalid. */
export function parseDay(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  if (isDay(plain)) return plain;
  const [, date = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]+([a-z]{3,9}|\d{1,2})[\s.,/-]+(\d{4})$/.exec(plain) ?? [];
  const named = months.indexOf(month.slice(0, 3)) + 1;
  return toDay(year, named > 0 ? named : Number(month), date);
}

/** `21 Nov 2026`; '' for an invalid day. */
export function dayText(day: string): string {
  return isDay(day) ? formatDateTime(day, 'UTC', 'date') : '';
}

/** A 24-hour time such as `09:05`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Parses `21 Nov 2026, 09:05`, with the day in any usual notation, to '2026-11-21T09:05'; undefined if invalid. */
export function parseDayAndTime(text: string): string | undefined {
  const [, dayPart = '', hour = '', minutes = ''] = /^(.*?)[\s,]+(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
  const [day, time] = [parseDay(dayPart), `${hour.padStart(2, '0')}:${minutes}`];
  return day !== undefined && isTime(time) ? `${day}T${time}` : undefined;
}

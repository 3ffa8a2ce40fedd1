import { formatCount } from './format-text.ts';

export type DateStyle = 'row' | 'full' | 'time' | 'date';

type DatePart = 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second' | 'timeZoneName';

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const fields = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const clock = { second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-GB', { ...fields, ...clock, timeZone: zone });
  } catch {
    // A zone that this browser does not know becomes UTC, which the text names.
    format = zoneFormat('UTC');
  }
  formats.set(zone, format);
  return format;
}

/** Parses an API time as UTC, with or without its Z; null if invalid. */
export function instantOf(utc: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(utc)) return null;
  const hasZone = /(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(utc);
  const instant = new Date(utc.length === 10 || hasZone ? utc : `${utc}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** Formats UTC without Intl, whose tables are slow to load; most users' first rows are in UTC. */
function utcParts(instant: Date): Record<DatePart, string> {
  const [hour = '', minute = '', second = ''] = instant.toISOString().slice(-13, -5).split(':');
  const [day, year] = [String(instant.getUTCDate()), String(instant.getUTCFullYear())];
  return { day, month: months[instant.getUTCMonth()] ?? '', year, hour, minute, second, timeZoneName: 'UTC' };
}

function toParts(instant: Date, zone: string): Record<DatePart, string> {
  if (zone === 'UTC') return utcParts(instant);
  const parts = { day: '', month: '', year: '', hour: '', minute: '', second: '', timeZoneName: '' };
  for (const { type, value } of zoneFormat(zone).formatToParts(instant))
    if (type in parts) parts[type as DatePart] = value;
  return parts;
}

/**
 * Formats an instant in a zone. `utc` is ISO with or without its Z, always read as UTC; `zone` an IANA name or 'UTC'.
 * row `21 Nov, 09:59` (with the year when it is not `now`'s), full `21 Nov 2026, 09:05 UTC`, time `09:42:07`, date `21
 * Nov 2026`. An invalid date is '–'.
 */
export function formatDateTime(utc: string, zone: string, style: DateStyle = 'row', now: Date = new Date()): string {
  const instant = instantOf(utc);
  if (instant === null) return '–';
  const { day, month, year, hour, minute, second, timeZoneName } = toParts(instant, zone);
  switch (style) {
    case 'time':
      return `${hour}:${minute}:${second}`;
    case 'date':
      return `${day} ${month} ${year}`;
    case 'full':
      return `${day} ${month} ${year}, ${hour}:${minute} ${timeZoneName}`;
    case 'row': {
      const isThisYear = toParts(now, zone).year === year;
      return `${day} ${month}${isThisYear ? '' : ` ${year}`}, ${hour}:${minute}`;
    }
  }
}

/** The texts of a <time> element: visible, full, machine-readable, and its zone's name then; null if invalid. */
export function timeTexts(utc: string, zone: string, style: DateStyle, now?: Date) {
  const instant = instantOf(utc);
  return (
    instant && {
      full: formatDateTime(utc, zone, 'full', now),
      time: formatDateTime(utc, zone, style, now),
      zone: zoneName(zone, instant),
      instant: instant.toISOString(),
    }
  );
}

/**
 * The short name of a zone at an instant, as in formatted times: `UTC`, `GMT`, `BST`, `GMT+2`. Without an instant the
 * name for all seasons, as a column header needs it: `UTC`, otherwise the zone's city, `London`.
 */
export function zoneName(zone: string, at?: Date): string {
  if (zone === 'UTC') return zone;
  const city = /^(?!Etc\/).*\/(.+)$/.exec(zoneFormat(zone).resolvedOptions().timeZone)?.[1];
  if (at === undefined && city !== undefined) return city.replaceAll('_', ' ');
  return toParts(at ?? new Date(), zone).timeZoneName;
}

const steps = [
  { unit: 'year', length: 31_536_000, last: 'last year', next: 'next year' },
  { unit: 'month', length: 2_592_000, last: 'last month', next: 'next month' },
  { unit: 'day', length: 86_400, last: 'yesterday', next: 'tomorrow' },
  { unit: 'hour', length: 3_600 },
  { unit: 'minute', length: 60 },
];

/**
 * Relative time in the largest unit that fits: `3 minutes ago`. Only shown next to an absolute time. Does not use
 * Intl.RelativeTimeFormat, which loads tables too.
 */
export function formatRelative(utc: string, now: Date = new Date()): string {
  const instant = instantOf(utc);
  if (instant === null) return '–';
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  const step = steps.find(({ length }) => Math.abs(seconds) >= length);
  if (step === undefined) return 'just now';
  const { unit, length, last, next } = step;
  const count = Math.trunc(Math.abs(seconds) / length);
  const near = seconds < 0 ? last : next;
  if (count === 1 && near !== undefined) return near;
  const words = `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

/** An hour of the UTC day: `14 to 15 h UTC`. */
export const utcHourText = (hour: number): string => `${hour} to ${hour + 1} h UTC`;

import { formatDateTime } from '#design/text/format-date.ts';

/** Whole UTC days as 'YYYY-MM-DD', inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

export interface OpenRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface DatePreset {
  id: string;
  label: string;
  range: DayRange;
}

/** The UTC day of a timestamp in milliseconds, 'YYYY-MM-DD'. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day of a moment in another zone, undefined for UTC itself. */
export const localDay = (at: number, zone: string): string | undefined =>
  // Swedish writes days as ISO does.
  zone === 'UTC' ? undefined : new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);

/** Adds days in UTC, so that daylight saving changes have no effect. */
export function addDays(day: string, count: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000);
}

export function isDay(text: string): boolean {
  return (
    /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    addDays(text, 0) === text
  );
}

/** The usual ranges relative to `today`. “30 days” alone is exactly 30 days everywhere; the default range has 31. */
export function datePresets(today: string): DatePreset[] {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfPrevious = addDays(firstOfMonth, -1);
  const since = (days: number) => ({ from: addDays(today, -days), to: today });
  const yesterday = addDays(today, -1);
  return [
    { id: 'today', label: 'Today', range: { from: today, to: today } },
    { id: 'yesterday', label: 'Yesterday', range: { from: yesterday, to: yesterday } },
    { id: 'last-7', label: 'Last 7 days and today', range: since(7) },
    { id: 'last-30', label: 'Last 30 days and today', range: since(30) },
    { id: 'last-90', label: 'Last 90 days and today', range: since(90) },
    { id: 'this-month', label: 'This month', range: { from: firstOfMonth, to: today } },
    { id: 'last-month', label: 'Last month', range: { from: `${lastOfPrevious.slice(0, 7)}-01`, to: lastOfPrevious } },
  ];
}

/** `21 Nov 2026`; without the year when it is today's. */
function dayText(day: string, today: string): string {
  const words = formatDateTime(day, 'UTC', 'date');
  return day.slice(0, 4) === today.slice(0, 4) ? words.replace(/ \d+$/, '') : words;
}

/** A short text for a range: its days, after the preset's name if it is one. */
export function rangeText({ from, to }: OpenRange, today: string): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  const preset = datePresets(today).find(({ range }) => range.from === from && range.to === to);
  if (preset !== undefined) return `${preset.label.toLowerCase()}, ${dayRangeText(preset.range, today)}`;
  if (from === undefined) return `up to ${dayText(to ?? '', today)}`;
  if (to === undefined) return `since ${dayText(from, today)}`;
  return dayRangeText({ from, to }, today);
}

/**
 * The same for a list with times in another zone: `22 Nov, UTC`. While `localToday` is a different day than `today`, it
 * shows a preset's dates instead of its name, because users read “last month” as their own.
 */
export function utcRangeText(range: OpenRange, today: string, localToday: string | undefined): string | undefined {
  const { from, to } = range;
  const isNamed = localToday === undefined || localToday === today || from === undefined || to === undefined;
  const text = isNamed ? rangeText(range, today) : dayRangeText({ from, to }, today);
  return text === undefined || localToday === undefined ? text : `${text}, UTC`;
}

/** A range by its days: `23 Oct – 22 Nov`. */
export const dayRangeText = ({ from, to }: DayRange, today: string): string =>
  from === to ? dayText(from, today) : `${dayText(from, today)} – ${dayText(to, today)}`;

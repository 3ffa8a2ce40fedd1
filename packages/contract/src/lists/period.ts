import * as z from 'zod/mini';

const utcPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z?$/;

/** A UTC time as the wire writes it: ISO 8601 without a zone suffix; accepted with or without Z (§7, contract §1). */
export const UtcTime = z.codec(
  z.string().check(
    z.regex(utcPattern, 'must be a UTC time such as 2026-11-21T09:05:00.000'),
    z.refine((text: string) => !Number.isNaN(parseUtc(text)), 'is not a date'),
  ),
  z.string(),
  { decode: withoutZone, encode: withoutZone },
);

/** Milliseconds since the epoch; NaN when the text is not a valid time. */
export function parseUtc(text: string): number {
  const at = Date.parse(text.endsWith('Z') ? text : `${text}Z`);
  // Date.parse reads 31 February as 3 March, so the day must survive the round trip. Year 0 is rejected: calendars
  // start with year 1.
  return Number.isNaN(at) || text < '0001' || new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10)
    ? Number.NaN
    : at;
}

/** A time as the wire writes it: `2024-11-07T07:55:26.026`. */
export function toWireTime(at: Date | number): string {
  return withoutZone(new Date(at).toISOString());
}

function withoutZone(text: string): string {
  return text.endsWith('Z') ? text.slice(0, -1) : text;
}

/** The time zone of an export: an IANA name; UTC by default. */
export const CsvZone = z.string().check(z.maxLength(64), z.refine(isZone, 'is not a time zone'));

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

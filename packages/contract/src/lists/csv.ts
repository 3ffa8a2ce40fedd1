import { majorText } from '@volume/contract/money/money.ts';
import { parseUtc } from './period.ts';

/** A number with its decimals, written unchanged: it cannot become a formula. */
interface Figure {
  figure: string;
}
export type CsvCell = string | number | boolean | Figure | null;

const separators = { COMMA: ',', SEMICOLON: ';' } as const;
const decimalMarks = { POINT: '.', COMMA: ',' } as const;

/** The format of a file: RFC 4180 with decimal points by default. */
export interface CsvFormat {
  separator?: keyof typeof separators | undefined;
  decimalMark?: keyof typeof decimalMarks | undefined;
  /** Excel on Windows reads a file as UTF-8 only when it begins with this mark. */
  byteOrderMark?: boolean | undefined;
}

/** The first line of a file. */
export const toCsvHeader = (cells: readonly CsvCell[], format: CsvFormat = {}): string =>
  (format.byteOrderMark ? '\uFEFF' : '') + toCsvLine(cells, format);

/** One line of a file. */
export function toCsvLine(cells: readonly CsvCell[], { separator, decimalMark }: CsvFormat = {}): string {
  const between = separators[separator ?? 'COMMA'];
  const mark = decimalMarks[decimalMark ?? 'POINT'];
  return `${cells.map((cell) => quoted(toText(cell, mark), between)).join(between)}\r\n`;
}

const quoted = (text: string, separator: string): string =>
  text.includes(separator) || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const needsQuotes = /["\r\n]/;
const beginsFormula = /^[=+\-@\t\r＝＋－＠]/;

/** Prefixes a text that a spreadsheet would read as a formula with an apostrophe (quality, Security). */
function toText(cell: CsvCell, decimalMark: string): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.figure.replace('.', decimalMark);
  if (typeof cell === 'number') return String(cell).replace('.', decimalMark);
  return typeof cell === 'string' && beginsFormula.test(cell) ? `'${cell}` : String(cell);
}

/** An amount in minor units as CSV files show it: major units with two decimals, after the file's decimal mark. */
export const csvAmount = (minor: number | bigint): Figure => ({ figure: majorText(minor) });

/** Writes the times of a file in one zone, and names the zone in the headers. */
export interface CsvClock {
  /** `Created` becomes `Created (Europe/London)`. */
  header: (name: string) => string;
  /** The same for a wire name: `createdAtUtc` is unchanged in UTC, otherwise it becomes `createdAt (Europe/London)`. */
  wireHeader: (name: string) => string;
  /** Converts a wire time to local time with its UTC offset; in UTC it is unchanged. */
  time: (utc: string) => string;
}

const quarterOfAnHour = 900_000;

export function csvClock(zone = 'UTC'): CsvClock {
  const header = (name: string) => `${name} (${zone})`;
  const wireHeader = (name: string) => (zone === 'UTC' ? name : header(name.replace(/Utc$/, '')));
  if (zone === 'UTC') return { header, wireHeader, time: (utc) => utc };
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  // Offsets only change at quarters of an hour, so one lookup per quarter keeps a million lines fast.
  const known = new Map<number, number>();
  const distanceAt = (at: number): number => {
    const quarter = Math.floor(at / quarterOfAnHour) * quarterOfAnHour;
    const found = known.get(quarter) ?? distanceFromUtc(clock, quarter);
    if (known.size > 50_000) known.clear();
    known.set(quarter, found);
    return found;
  };
  const time = (utc: string): string => {
    const at = parseUtc(utc);
    if (Number.isNaN(at)) return utc;
    const minutes = distanceAt(at);
    return new Date(at + minutes * 60_000).toISOString().slice(0, -1) + distanceText(minutes);
  };
  return { header, wireHeader, time };
}

/** Minutes by which the zone is ahead of UTC. */
function distanceFromUtc(clock: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - at) / 60_000);
}

function distanceText(minutes: number): string {
  const pad = (number: number): string => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

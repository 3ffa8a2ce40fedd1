import { type DateOrder, dayFrom } from './statement.ts';

interface DateParts {
  year: number;
  /** The two numbers besides the year, in their original order. */
  first: number;
  second: number;
  /** The order, if the text itself is unambiguous. */
  order: DateOrder | undefined;
}

const months = new Map(
  [
    ['jan', 'janv', 'ene', 'sty', 'january', 'januar', 'janvier', 'enero', 'jän', 'stycznia'],
    ['feb', 'fév', 'févr', 'lut', 'february', 'februar', 'février', 'febrero', 'lutego'],
    ['mar', 'mär', 'mrz', 'mars', 'march', 'märz', 'marzo', 'marca'],
    ['apr', 'avr', 'avril', 'abr', 'kwi', 'april', 'abril', 'kwietnia'],
    ['may', 'mai', 'maj', 'mayo', 'maja'],
    ['jun', 'juin', 'cze', 'june', 'juni', 'junio', 'czerwca'],
    ['jul', 'juil', 'lip', 'july', 'juli', 'juillet', 'julio', 'lipca'],
    ['aug', 'août', 'ago', 'sie', 'august', 'agosto', 'sierpnia'],
    ['sep', 'sept', 'wrz', 'september', 'septembre', 'septiembre', 'września'],
    ['oct', 'okt', 'paź', 'october', 'oktober', 'octobre', 'octubre', 'października'],
    ['nov', 'lis', 'november', 'novembre', 'noviembre', 'listopada'],
    ['dec', 'dez', 'déc', 'dic', 'gru', 'december', 'dezember', 'décembre', 'diciembre', 'grudnia'],
  ].flatMap((names, at) => names.map((name) => [name, at + 1] as const)),
);

const full = (year: string): number => (year.length > 2 ? Number(year) : 2000 + Number(year));

/** The parts of a cell that begins with a date in any order; a time after it is ignored. */
function toParts(cell: string): DateParts | undefined {
  const text = cell.trim();
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(text);
  if (iso) return { year: Number(iso[1]), first: Number(iso[2]), second: Number(iso[3]), order: 'year first' };
  const named = /^(\d{1,2})[\s.\-/]*(\p{L}+)[\s.\-/]*(\d{4}|\d{2})(?!\d)/u.exec(text);
  if (named) return withMonth(named[2], named[1], named[3]);
  const american = /^(\p{L}+)[\s.\-/]*(\d{1,2}),?[\s\-/]+(\d{4})(?!\d)/u.exec(text);
  if (american) return withMonth(american[1], american[2], american[3]);
  const plain = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text);
  if (!plain) return undefined;
  const [, first, mark, second, year = ''] = plain;
  // With dots, the day is always first.
  return {
    year: full(year),
    first: Number(first),
    second: Number(second),
    order: mark === '.' ? 'day first' : undefined,
  };
}

function withMonth(name = '', day = '', year = ''): DateParts | undefined {
  const month = months.get(name.toLowerCase());
  return month === undefined ? undefined : { year: full(year), first: Number(day), second: month, order: 'day first' };
}

const toDay = ({ year, first, second }: DateParts, order: DateOrder): number | undefined =>
  order === 'day first' ? dayFrom(year, second, first) : dayFrom(year, first, second);

export function isDate(cell: string): boolean {
  const parts = toParts(cell);
  return parts !== undefined && (toDay(parts, 'day first') ?? toDay(parts, 'month first')) !== undefined;
}

interface ColumnOfDates {
  days: (number | undefined)[];
  /** Undefined when every cell was unambiguous. */
  assumed: DateOrder | undefined;
}

/**
 * The days of a column. Its order is decided from all cells: by a number above 12, otherwise by the more chronological
 * reading, otherwise day first. A cell that is invalid in this order is read in the other.
 */
export function readDates(cells: readonly string[]): ColumnOfDates {
  const parts = cells.map(toParts);
  const order = orderOf(parts.filter((each) => each !== undefined && each.order === undefined) as DateParts[]);
  const other = order.order === 'day first' ? 'month first' : 'day first';
  const days = parts.map((each) => {
    if (each === undefined) return undefined;
    if (each.order !== undefined) return toDay(each, each.order);
    return toDay(each, order.order) ?? toDay(each, other);
  });
  return { days, assumed: order.isAssumed ? order.order : undefined };
}

function orderOf(open: readonly DateParts[]): { order: DateOrder; isAssumed: boolean } {
  const dayFirst = open.filter(({ first }) => first > 12).length;
  const monthFirst = open.filter(({ second }) => second > 12).length;
  if (dayFirst !== monthFirst) return { order: dayFirst > monthFirst ? 'day first' : 'month first', isAssumed: false };
  const spans = (['day first', 'month first'] as const).map((order) => unrest(open, order));
  const [asDays = 0, asMonths = 0] = spans;
  return { order: asMonths < asDays ? 'month first' : 'day first', isAssumed: open.length > 0 };
}

/** The total distance between consecutive dates. A statement is in order, so the right reading has the shorter one. */
function unrest(open: readonly DateParts[], order: DateOrder): number {
  let way = 0;
  let before: number | undefined;
  for (const each of open) {
    const day = toDay(each, order);
    if (day !== undefined && before !== undefined) way += Math.abs(day - before);
    before = day ?? before;
  }
  return way;
}

import { type DateOrder, dayFrom } from './statement.ts';

interface DateParts {
  year: number;
  /** The two numbers besides the year, in their original order. */
  first: number;
  second: number;
  /** The order, if the text itself is unambiguous. */
  order: DateOrder | undefined;
}

/** The names and abbreviations of the months in the languages of the column names, without accents. */
const months = new Map(
  [
    'jan janv ene sty gen led tam januar january januari janvier enero gennaio janeiro stycznia ledna tammi ian ianuarie',
    'feb fev fevr lut uno unor hel februar february februari fevrier febrero febbraio fevereiro lutego helmi februarie',
    'mar mrz mrt mars brez maa march marzo maart marca marco brezna maalis marc martie',
    'apr avr abr kwi dub huh april avril abril aprile kwietnia dubna huhti aprilie',
    'may mai maj mei mag kve tou mayo maja maggio maio kvetna touko majus maj',
    'jun juin cze giu cerv kes june juni junio czerwca giugno junho cervna kesa iun iunie',
    'jul juil lip lug hei july juli juillet julio lipca luglio julho cervence heina iul iulie',
    'aug aout ago sie srp elo august augusti augustus agosto sierpnia srpna elo',
    'sep sept wrz set zar syy september septembre septiembre wrzesnia settembre setembro zari syys szept septembrie',
    'oct okt paz ott out rij lok october oktober octobre octubre pazdziernika ottobre outubro rijna loka octombrie',
    'nov lis list november novembre noviembre listopada novembro listopadu marras noi noiembrie',
    'dec dez dic gru des pro jou december dezember decembre diciembre grudnia dicembre dezembro desember prosince joulu decembrie',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

const full = (year: string): number => (year.length > 2 ? Number(year) : 2000 + Number(year));

/** `Mon`, `Monday,` or `lun.` before a date; a month has a day before or behind it instead. */
const weekday = /^\p{L}+[.,]*\s+(?=\d{1,2}[\s.\-/]|\d{4}-|\p{L}+\s+\d)/u;

/** The parts of a cell that begins with a date in any order; a time after it is ignored. */
function toParts(cell: string): DateParts | undefined {
  const text = cell.trim();
  if (text === '' || text.length > 60) return undefined;
  return partsOf(text) ?? (weekday.test(text) ? partsOf(text.replace(weekday, '')) : undefined);
}

function partsOf(text: string): DateParts | undefined {
  const iso =
    /^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?!\d)/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})(?!\d|[.,]\d)/.exec(text);
  const timed = iso ?? /^(\d{4})()(\d{2})(\d{2})(?=[T\s]?\d{4}(?:\d\d)?(?:\D|$))/.exec(text);
  if (timed && Number(timed[1]) >= 1970 && Number(timed[1]) < 2200)
    return { year: Number(timed[1]), first: Number(timed[3]), second: Number(timed[4]), order: 'year first' };
  const compact = /^(\d{2})(\d{2})(\d{4})(?!\d|[.,]\d)/.exec(text);
  if (compact)
    return { year: Number(compact[3]), first: Number(compact[1]), second: Number(compact[2]), order: undefined };
  const named = /^(\d{1,2})[\s.\-/]*(\p{L}+)[\s.\-/]*(\d{4}|\d{2})(?!\d)/u.exec(text);
  if (named) return withMonth(named[2], named[1], named[3]);
  const american = /^(\p{L}+)[\s.\-/]*(\d{1,2}),?[\s\-/]+(\d{4})(?!\d)/u.exec(text);
  if (american) return withMonth(american[1], american[2], american[3]);
  const plain = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)/.exec(text);
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
  const month = months.get(
    name
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replaceAll('ł', 'l'),
  );
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
  const known = new Map<string, DateParts | undefined>();
  const parts = cells.map((cell) => {
    if (!known.has(cell)) known.set(cell, toParts(cell));
    return known.get(cell);
  });
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

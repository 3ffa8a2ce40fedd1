import type { Columns } from './csv-columns.ts';

const compact = (text: string): string => text.replace(/^'/, '').replace(/[\s-]/g, '');

/** The number in a cell; undefined for a name such as `EUR Main`, and for a masked one. */
function numberIn(cell: string): string | undefined {
  const text = compact(cell);
  const isNumber = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/i.test(text) || /^[A-Z]{0,4}\d[\d/.]{5,30}$/i.test(text);
  return isNumber && !text.includes('..') ? text : undefined;
}

/**
 * The columns that make up the account holder's own number. A column with a general name such as `IBAN` is the other
 * party's when it is empty in some rows, or when it is behind a name and the date.
 */
export function accountColumns({ places, map, header }: Columns, body: readonly string[][]): number[] {
  const { own = [], account = [], sortCode = [], name = [] } = places;
  const [date = Infinity] = map.date ?? [];
  const lines = body.filter((row) => row.length > 1 && (row[date] ?? '') !== '');
  const isFull = (at: number): boolean => lines.length > 0 && lines.every((row) => (row[at] ?? '').trim() !== '');
  const isSole = (at: number): boolean => new Set(lines.map((row) => compact(row[at] ?? ''))).size === 1;
  // Next to a column for the other party's account, this one is the account holder's.
  const hasOther = (places.other ?? []).some((at) =>
    /rekening|account|iban|konto|rachun|[uú][cč]et/i.test(header[at] ?? ''),
  );
  const isBehindName = (at: number): boolean => !hasOther && name.some((each) => each < at);
  // “Account Name” next to it is the holder's name if another column names the other party, or if there is a balance.
  const isNamed = (at: number): boolean =>
    (name.length > 0 || map.balance !== undefined) &&
    [at - 1, at + 1].some((each) => /^(account name|kontoname)$/i.test((header[each] ?? '').trim()));
  const found =
    own.find(isFull) ??
    account.find((at) => isFull(at) && isNamed(at)) ??
    account.find((at) => isFull(at) && at < date) ??
    account.find((at) => isFull(at) && isSole(at) && !isBehindName(at)) ??
    account.find((at) => isFull(at) && sortCode.some((each) => each === at - 1));
  if (found === undefined) return [];
  const code = sortCode.find((at) => at === found - 1 && isFull(at));
  return code === undefined ? [found] : [code, found];
}

/** The own account of a row, undefined when its cells hold no number. */
export function accountOf(row: readonly string[], columns: readonly number[]): string | undefined {
  if (columns.length === 0) return undefined;
  const last = numberIn(row[columns.at(-1) ?? 0] ?? '');
  // An IBAN contains the sort code.
  if (last === undefined || /^[A-Z]/i.test(last)) return last;
  return columns.map((at) => compact(row[at] ?? '')).join('');
}

/** An IBAN, or a number after a word for account, in the rows above the header. */
export function accountAbove(rows: readonly string[][]): string | undefined {
  const text = rows.map((row) => row.join('\t')).join('\n');
  const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/.exec(text)?.[0];
  const number =
    /(?:\baccount|konto(?:nummer|nr)?\b|\bcompte|\bcuenta|rachun(?:ek|ku)\b|\brekening|\bconto\b|\bconta\b|\b[uú][cč]tu?\b)\D{0,25}?(\d[\d -]{4,})/iu.exec(
      text,
    )?.[1];
  const bank = /(?:\bblz|bankleitzahl)\b\D{0,10}(\d{8})\b/i.exec(text)?.[1];
  const own = compact(number ?? '');
  return compact(iban ?? '') || (bank !== undefined && own !== '' ? `${bank}/${own}` : own) || undefined;
}

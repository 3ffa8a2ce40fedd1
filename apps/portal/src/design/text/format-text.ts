/** A count with thousands separators, `4,312`; '–' when it is not a finite number. */
export function formatCount(count: number): string {
  return Number.isFinite(count)
    ? Math.round(count)
        .toFixed(0)
        .replace(/\B(?=(\d{3})+$)/g, ',')
    : '–';
}

/** `4,312`, or `1,000+` for a list whose counting stopped at 1,001 rows. */
export const formatTotal = (total: number, isAtLeast = false): string =>
  isAtLeast ? `${formatCount(total - 1)}+` : formatCount(total);

/** The range of rows on a page, `1–10 of 4,312`, or `1–10 of 1,000+`. */
export function formatRange(page: number, rows: number, total: number, isAtLeast = false): string {
  if (total === 0) return '0 of 0';
  const from = (page - 1) * rows + 1;
  const all = formatTotal(total, isAtLeast);
  if (from > total) return `None of ${all} here`;
  return `${formatCount(from)}–${formatCount(Math.min(page * rows, total))} of ${all}`;
}

/** Isolates the direction of a name or reference in plain text; in markup use <bdi>. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** The initials of a name's first two words, `CR` for “Copper & Rye”. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase();
}

/** Always in capitals; in an all-capitals name, other words such as `NEW` or `LOW` are not. */
const abbreviations = new Set(['EUR', 'GBP', 'IBAN', 'ISX', 'NA', 'URL', 'API', 'IP', 'UTC', 'ID']);

function capitalised(word: string, isShouting: boolean): string {
  if (abbreviations.has(word)) return word;
  if (!isShouting && word.length > 1 && word === word.toUpperCase()) return word;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** Title-cases a camelCase or snake_case name (§9 Labels): `AWAITING_AUTHORIZATION` → `Awaiting Authorization`. */
export function titleCase(name: string): string {
  const isShouting = name === name.toUpperCase();
  const apart = isShouting
    ? name
    : name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const words = apart.split(/[\s_-]+/u).filter((word) => word !== '');
  return words.map((word) => capitalised(word, isShouting)).join(' ');
}

/** The label of a value. One that only a newer API knows gets the label rule (contract §1). */
export const labelOf = <Value extends string>(labels: Readonly<Record<Value, string>>, value: Value): string =>
  Object.hasOwn(labels, value) ? labels[value] : titleCase(value);

/** Replacements for letters that Unicode normalisation does not decompose. */
const letters: Record<string, string> = { ß: 'ss', ø: 'o', œ: 'oe', æ: 'ae', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const cyrillic = [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'];
const latin = 'a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'.split(' ');
const greek = [...'αβγδεζηθικλμνξοπρσςτυφχψω'];
const greekLatin = 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'.split(' ');
for (const [at, letter] of cyrillic.entries()) letters[letter] = latin[at] ?? '';
for (const [at, letter] of greek.entries()) letters[letter] = greekLatin[at] ?? '';

const isAscii = /^[\0-\x7f]*$/;

/** Lower-case letters and digits without accents. `ue` and `ü` both become `u`; the same for a and o. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const plain = isAscii.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? ' ');
  return plain.replace(/([aou])e/g, '$1');
}

/** Normalises a reference for comparison: letters and digits only. */
export const foldReference = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '');

/** Words for payment methods and company types, which do not identify anyone. */
const sayNothing = new Set(
  `mr mrs ms miss dr herr frau mme mlle sr sra pan pani ltd limited plc llp inc llc co company gmbh ag kg ug ohg ev sa sas sarl sl spa srl
  sp zoo bv nv oy ab and und et y i the faster payment payments pymt fpi bgc bacs chaps credit debit transfer ref reference sepa
  ct inst instant gutschrift uberweisung virement recu transferencia recibida przelew przychodzacy from to via inward bank giro
  received incoming tfr fps unknown`
    .split(/\s+/)
    .map(fold),
);

/** The identifying words of a name, the longest first. */
export function nameWords(name: string): string[] {
  const words = fold(name).split(/[^a-z0-9]+/);
  const telling = words.filter((word) => word !== '' && !sayNothing.has(word) && !/\d/.test(word));
  return telling.toSorted((a, b) => b.length - a.length);
}

/** Similarity of two words: 1 if equal, less for an initial, a truncated word or one wrong letter after the first. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  if (one.charCodeAt(0) !== other.charCodeAt(0)) return 0;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length === 1) return 0.6;
  if (short.length >= 4 && long.startsWith(short)) return 0.85;
  return short.length >= 5 && isOneEditApart(short, long) ? 0.85 : 0;
}

/**
 * Similarity of two names from 0 to 1, whatever the order of their words or abbreviations; both as returned by
 * `nameWords`. Initials without a whole word count as 0.
 */
export function likenessOfNames(one: readonly string[], other: readonly string[]): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  let sum = 0;
  let weight = 0;
  let taken = 0;
  let hasWhole = false;
  for (const word of few) {
    let best = 0;
    let place = 0;
    for (let at = 0; at < many.length; at += 1) {
      const score = (taken & (1 << at)) === 0 ? likeness(word, many[at] ?? '') : 0;
      if (score > best) [best, place] = [score, at];
    }
    if (best > 0) taken |= 1 << place;
    if (best >= 0.85 && word.length > 2) hasWhole = true;
    const counts = Math.max(2, Math.min(word.length, 8));
    sum += best * counts;
    weight += counts;
  }
  // A surname without a first name could belong to any person.
  return hasWhole ? (sum / weight) * (few.length === 1 && many.length > 1 ? 0.8 : 1) : 0;
}

/** One character wrong, missing or added, or two neighbours swapped. */
export function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length !== long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

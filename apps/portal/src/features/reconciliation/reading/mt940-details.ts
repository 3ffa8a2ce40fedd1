import { readMarkers, realReference } from './sepa-markers.ts';
import { tidy } from './statement.ts';

export interface Details {
  name: string;
  reference: string;
  text: string;
}

/** SWIFT's longest line. A bank that breaks words fills it completely. */
const fullLine = 65;
/** The length of German numbered fields. */
const fullField = 27;

/** True when most long lines of the :86: fields are full, because the bank breaks them in the middle of a word. */
export function breaksWords(details: readonly string[]): boolean {
  let [full, long] = [0, 0];
  for (const field of details) {
    for (const { length } of field.split('\n').slice(0, -1)) {
      if (length >= fullLine) full += 1;
      else if (length > fullLine - 15) long += 1;
    }
  }
  return full > long;
}

/**
 * Reads :86: as banks write it: numbered (`166?00…?20…?32…`, with any mark), in words (`/EREF/…/REMI/…`), with SEPA
 * markers (`EREF+…SVWZ+…`) or as plain text.
 */
export function readDetails(details: string, isBroken: boolean): Details {
  const joined = details.replaceAll('\n', '');
  const mark = /^\d{0,3}([^\w\s/:,.+-])\d\d/.exec(joined)?.[1];
  if (mark !== undefined && splitAt(joined, mark).length > 1) return readNumbered(joined, mark);
  const plain = unwrap(details, isBroken);
  return readWords(joined) ?? readMarked(plain) ?? { name: '', reference: '', text: tidy(plain) };
}

/** Joins lines without a space where the bank broke a word. */
const unwrap = (details: string, isBroken: boolean): string =>
  details
    .split('\n')
    .map((line) => (isBroken && line.length >= fullLine ? line : `${line} `))
    .join('');

const wordMark =
  /(?:^|\/)\/?(EREF|REMI|NAME|MARF|IBAN|BIC|CSID|PREF|ORDP|BENM|TRTP|ADDR|ISDT|CNTP|TRCD|RTRN|ULTC|ULTD|PURP|SVCL|ACCW|OCMT|CHGS|USTD|STRD)\//g;

function readWords(joined: string): Details | undefined {
  const found = [...joined.matchAll(wordMark)];
  if (found.length === 0) return undefined;
  const words = new Map<string, string>();
  for (const [at, { 0: mark, 1: word = '', index }] of found.entries()) {
    const said = tidy(joined.slice(index + mark.length, found[at + 1]?.index).replace(/\/+$/, ''));
    if (said !== '' && !words.has(word)) words.set(word, said);
  }
  const other = (words.get('CNTP') ?? '').split('/');
  const before = joined.slice(0, found[0]?.index);
  const remitted = (words.get('REMI') ?? '').replace(/^(USTD\/|STRD\/(CUR|ISO)?)\//, '');
  const text = tidy(
    [before, remitted, words.get('USTD'), words.get('STRD'), words.get('PREF')].filter(Boolean).join(' '),
  );
  const [, , name] = other;
  return {
    name: words.get('NAME') ?? words.get('ORDP') ?? words.get('BENM') ?? name ?? '',
    reference: realReference(words.get('EREF') ?? ''),
    text: text || tidy(joined),
  };
}

function readMarked(text: string): Details | undefined {
  const parts = readMarkers(text);
  if (!parts.has('SVWZ') && !parts.has('EREF')) return undefined;
  return { name: parts.get('ABWA') ?? '', ...toReference(parts) };
}

function toReference(parts: ReadonlyMap<string, string>): Pick<Details, 'reference' | 'text'> {
  const customer = realReference(parts.get('KREF') ?? '');
  return {
    reference: tidy(realReference(parts.get('EREF') ?? '')) || tidy(customer),
    text: tidy([parts.get('') ?? '', parts.get('SVWZ') ?? '', customer].filter(Boolean).join(' ')),
  };
}

function readNumbered(joined: string, mark: string): Details {
  const parts = new Map<string, string>();
  for (const part of splitAt(joined, mark)) {
    const key = part.slice(0, 2);
    parts.set(key, (parts.get(key) ?? '') + part.slice(2));
  }
  const from = (first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, at) => parts.get(String(first + at).padStart(2, '0')) ?? '');
  const purpose = joinFields([...from(20, 29), ...from(60, 63)]) || (parts.get('00') ?? '');
  return { name: tidy(joinFields(from(32, 33))), ...toReference(readMarkers(purpose)) };
}

/** The parts that begin with two digits behind the mark; the mark can also be within the text. */
const splitAt = (joined: string, mark: string): string[] => joined.split(new RegExp(`\\${mark}(?=\\d\\d)`)).slice(1);

/** Joins fields without a space where the first is full, or where a word goes on in lower case. */
const joinFields = (fields: readonly string[]): string =>
  fields
    .filter(Boolean)
    .map((field, at, all) => {
      const goesOn = field.length >= fullField || (/\p{L}$/u.test(field) && /^\p{Ll}/u.test(all[at + 1] ?? ''));
      return goesOn ? field : `${field} `;
    })
    .join('')
    .trim();

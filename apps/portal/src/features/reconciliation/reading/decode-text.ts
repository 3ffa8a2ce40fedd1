import { UnreadableStatement } from './statement.ts';

/**
 * Decodes a file in any encoding that banks use: UTF-8, UTF-16 with or without a byte order mark, otherwise
 * Windows-1252, or the Central European encoding that makes words of its bytes.
 * @throws UnreadableStatement for anything but text, such as a PDF, a spreadsheet or an archive
 */
export function decodeText(bytes: Uint8Array): string {
  refuseOthers(bytes);
  const text = decode(bytes);
  const odd = countOdd(text);
  if (odd > 0 && odd * 200 > Math.min(text.length, 20_000)) {
    throw new UnreadableStatement(
      'This file is not text, or its encoding could not be detected. Download it from your bank as CSV, CAMT.053, MT940 or OFX in UTF-8, and try again.',
    );
  }
  return text;
}

const beginnings: readonly [string, number[]][] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a spreadsheet or an archive', [0x50, 0x4b, 0x03, 0x04]],
  ['an old spreadsheet', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a compressed file', [0x1f, 0x8b]],
];

function refuseOthers(bytes: Uint8Array): void {
  const found = beginnings.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
  if (!found) return;
  throw new UnreadableStatement(
    `This is ${found[0]}, not a bank statement that can be read. Download the statement as CSV, CAMT.053, MT940 or OFX instead.`,
  );
}

function decode(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const declared = declaredEncoding(bytes);
    return declared === undefined ? decodeByWords(bytes) : new TextDecoder(declared).decode(bytes);
  }
}

/** Enough bytes to detect an encoding. */
const fewBytes = 200_000;

/** The letters of the languages that are written in each encoding, apart from those of English. */
const western = 'äöüß àâæçéèêëîïôœùûüÿ áéíóúüñ àèéìíîòóùú áâãàçéêíóôõúü åäöæøéü éëïíóöüá'.split(' ');
const central = 'ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű ăâîşţ čćđšž'.split(' ');
/** Words without accents by which the languages of Central Europe are known. */
const centralWords =
  /\b(kwota|waluta|nadawca|odbiorca|rachunek|rachunku|przelew|operacji|castka|protistrana|platba|prijemce|mena|suma|popis|egyenleg|partner neve|sz[^a-z]mla)\b/i;

/** Western European, unless a Central European encoding turns more of the bytes into words. */
function decodeByWords(bytes: Uint8Array): string {
  const start = bytes.subarray(0, fewBytes);
  const read = (encoding: string, alphabets: readonly string[]) => {
    const text = new TextDecoder(encoding).decode(start);
    return { encoding, text, score: scoreLetters(text, alphabets) };
  };
  const [west, ...east] = [read('windows-1252', western), read('windows-1250', central), read('iso-8859-2', central)];
  const best = east.toSorted((a, b) => b.score - a.score)[0];
  const isCentral = best && (best.score > west.score || (best.score === west.score && centralWords.test(best.text)));
  return new TextDecoder(isCentral ? best.encoding : west.encoding).decode(bytes);
}

/** Zero, less the letters that do not fit the best language, and less signs and capitals within words. */
function scoreLetters(text: string, alphabets: readonly string[]): number {
  const letters = [...text.toLowerCase().matchAll(/[^\0-\x7f]/g)]
    .map(([letter]) => letter)
    .filter((letter) => /\p{L}/u.test(letter));
  const most = Math.max(...alphabets.map((alphabet) => letters.filter((letter) => alphabet.includes(letter)).length));
  const signs =
    text.match(
      /\p{L}[\u0080-\u00a9\u00ab-\u00b1\u00b3\u00b5-\u00b9\u00bb-\u00bf˘˛¸˝ˇ˙]|[\u0080-\u00a0\u00a4-\u00a6\u00a8\u00a9\u00ac-\u00b3\u00b5-\u00b9\u00bc-\u00be˘˛¸˝ˇ˙](?=\p{L})/gu,
    ) ?? [];
  const capitals = text.match(/\p{Ll}(?=[^\0-\x7f])(?=\p{Lu})/gu) ?? [];
  return most - letters.length - 2 * (signs.length + capitals.length);
}

/** Detects UTF-16 by its byte order mark, or because every other byte of Latin text is zero. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 400);
  const zeros = (rest: number): number => start.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  return zeros(0) > start.length / 4 ? 'utf-16be' : undefined;
}

/** The encoding that an XML or an OFX file declares, if the browser supports it. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 400));
  const named = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1] ?? ofxCharset(head);
  if (named === undefined || /^utf-?8$/i.test(named)) return undefined;
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return undefined;
  }
}

/** `windows-1252` for the header `CHARSET:1252`, also when all headers are in one line. */
function ofxCharset(head: string): string | undefined {
  const [, windows, iso] =
    /OFXHEADER\s*:[^<]*?CHARSET\s*:\s*(?:(?:windows-|cp)?(125\d)|(?:iso-?)?8859-(\d{1,2}))/i.exec(head) ?? [];
  if (windows !== undefined) return `windows-${windows}`;
  return iso === undefined ? undefined : `iso-8859-${iso}`;
}

function countOdd(text: string): number {
  // Control characters and replacement characters, which no statement contains.
  return text.slice(0, 20_000).match(/[\u0000-\u0008\u000e-\u001b\ufffd]/g)?.length ?? 0;
}

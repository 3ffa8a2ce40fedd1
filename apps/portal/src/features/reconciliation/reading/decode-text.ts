import { UnreadableStatement } from './statement.ts';

/**
 * Decodes a file in any encoding that banks use: UTF-8, UTF-16 with or without a byte order mark, otherwise
 * Windows-1252.
 * @throws UnreadableStatement for anything but text, such as a PDF, a spreadsheet or an archive
 */
export function decodeText(bytes: Uint8Array): string {
  refuseOthers(bytes);
  const text = decode(bytes);
  const odd = countOdd(text);
  if (odd > 0 && odd * 200 > Math.min(text.length, 20_000)) {
    throw new UnreadableStatement(
      'This file is not text, or its encoding could not be detected. Download it from your bank as CSV, CAMT.053 or MT940 in UTF-8, and try again.',
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
    `This is ${found[0]}, not a bank statement that can be read. Download the statement as CSV, CAMT.053 or MT940 instead.`,
  );
}

function decode(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(declaredEncoding(bytes) ?? 'windows-1252').decode(bytes);
  }
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

/** The encoding that an XML file declares, if the browser supports it. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200));
  const named = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1];
  if (named === undefined || /^utf-?8$/i.test(named)) return undefined;
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return undefined;
  }
}

function countOdd(text: string): number {
  // Control characters and replacement characters, which no statement contains.
  return text.slice(0, 20_000).match(/[\u0000-\u0008\u000e-\u001b\ufffd]/g)?.length ?? 0;
}

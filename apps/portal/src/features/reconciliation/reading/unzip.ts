import { UnreadableStatement } from './statement.ts';

interface ZippedFile {
  name: string;
  bytes: Uint8Array;
}

/** True for a ZIP with files, and for an empty one. */
export const isZip = ([one, two, three, four]: Uint8Array): boolean =>
  one === 0x50 && two === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));

const wayOut = 'Unpack it and choose the statement inside.';

interface Place {
  name: string;
  /** The offset of the local header, in bytes. */
  at: number;
  packed: number;
  isStored: boolean;
}

/**
 * Unpacks the files of a ZIP (APPNOTE 6.3, without ZIP64), at most `most` bytes in total.
 * @throws UnreadableStatement for a spreadsheet, a password, damage or too much content
 */
export async function unzip(bytes: Uint8Array, most: number): Promise<ZippedFile[]> {
  const places = listFiles(bytes);
  if (places.some(({ name }) => /^(xl|word|content)[./]/i.test(name))) {
    throw new UnreadableStatement(
      'This is a spreadsheet or a document, not a bank statement that can be read. Save it as CSV, or download the statement as CAMT.053, MT940 or OFX.',
    );
  }
  const files: ZippedFile[] = [];
  let left = most;
  for (const place of places) {
    const content = await unpack(bytes, place, left);
    left -= content.length;
    files.push({ name: place.name, bytes: content });
  }
  return files;
}

/** Reads the directory at the end. Folders and the files that macOS adds are left out. */
function listFiles(bytes: Uint8Array): Place[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw damaged();
  const places: Place[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((each) => view.getUint16(at + each, true)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    if (flags & 1) throw new UnreadableStatement(`This ZIP has a password. ${wayOut}`);
    if (method !== 0 && method !== 8) throw new UnreadableStatement(`This ZIP is packed in an unusual way. ${wayOut}`);
    const place = { name, at: view.getUint32(at + 42, true), packed: view.getUint32(at + 20, true) };
    if (!/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(name)) places.push({ ...place, isStored: method === 0 });
    at += 46 + nameLength + extra + comment;
  }
  return places;
}

async function unpack(bytes: Uint8Array, { at, packed, isStored }: Place, most: number): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw damaged();
  const begun = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.slice(begun, begun + packed);
  if (content.length < packed) throw damaged();
  if (isStored && content.length > most) throw tooMuch();
  return isStored ? content : inflate(content, most);
}

async function inflate(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // A damaged file is reported by the reading side.
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => Promise.reject(damaged()));
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel();
      throw tooMuch();
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const damaged = () =>
  new UnreadableStatement(
    'This ZIP is damaged or was cut off. Download it again, or unpack it and choose the statement inside.',
  );
const tooMuch = () => new UnreadableStatement(`This ZIP has more content than can be read. ${wayOut}`);

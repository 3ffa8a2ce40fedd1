import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const google = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];
const japanese = require.resolve('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf');
const chinese = join(require.resolve('@embedpdf/fonts-sc'), '../../fonts/NotoSansHans-Regular.otf');

/** The files of all typefaces of documents (`templates/paper.typ` names them in their order). */
export const typefaces = [...google.map((file) => require.resolve(`@expo-google-fonts/${file}`)), japanese, chinese];

/** @param {unknown} text */
const isReadable = (text) => text === '' || /[\p{L}\p{N}]/u.test(String(text));

/** @param {string} text */
const isInvisible = (text) => /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u.test(text);

/**
 * Replaces what no typeface can draw, which would be a box, by an ellipsis. `{ text, otherwise }` becomes its text, or
 * `otherwise` when no letter of it is left. `chinese` has the characters that only the Chinese typeface has: a name with
 * one of them is written in that typeface completely.
 * @param {unknown} data
 */
export function makePrintable(data, files = typefaces) {
  const drawn = new Map(files.map((file) => [file, readCharacters(readFileSync(file))]));
  const faces = [...drawn].filter(([file]) => file !== chinese).map(([, characters]) => characters);
  const onlyChinese = new Set();
  /** @param {string} character */
  const isDrawn = (character) => {
    const code = Number(character.codePointAt(0));
    if (isInvisible(character) || faces.some((characters) => characters.has(code))) return true;
    const isChinese = drawn.get(chinese)?.has(code) ?? false;
    if (isChinese) onlyChinese.add(character);
    return isChinese;
  };
  /** @param {string} text */
  const shortened = (text) =>
    Array.from(text, (character) => (isDrawn(character) ? character : '…'))
      .join('')
      .replaceAll(/…(?:\p{Default_Ignorable_Code_Point}*…)+/gu, '…');
  /** @returns {unknown} */
  const print = (/** @type {any} */ value) => {
    if (typeof value === 'string') return shortened(value);
    if (Array.isArray(value)) return value.map(print);
    if (value === null || typeof value !== 'object') return value;
    if ('otherwise' in value) return print(isReadable(print(value.text)) ? value.text : value.otherwise);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, print(each)]));
  };
  return { printable: print(data), chinese: [...onlyChinese].join('') };
}

/**
 * The characters of a typeface, from its `cmap` table (OpenType, formats 4 and 12).
 * @param {Buffer} file
 * @returns {Set<number>}
 */
function readCharacters(file) {
  const found = new Set();
  const names = Array.from({ length: file.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const entry = names.find((at) => file.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('A typeface without a cmap table.');
  const cmap = file.readUInt32BE(entry + 8);
  for (let table = 0; table < file.readUInt16BE(cmap + 2); table += 1) {
    const at = cmap + file.readUInt32BE(cmap + 8 + 8 * table);
    const format = file.readUInt16BE(at);
    if (format === 4) readSegments(file, at, found);
    if (format === 12) readGroups(file, at, found);
  }
  return found;
}

/** @param {Buffer} file @param {number} at @param {Set<number>} found */
function readGroups(file, at, found) {
  for (let group = 0; group < file.readUInt32BE(at + 12); group += 1) {
    const [from, to] = [file.readUInt32BE(at + 16 + 12 * group), file.readUInt32BE(at + 20 + 12 * group)];
    for (let code = from; code <= to; code += 1) found.add(code);
  }
}

/** @param {Buffer} file @param {number} at @param {Set<number>} found */
function readSegments(file, at, found) {
  const size = file.readUInt16BE(at + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const end = file.readUInt16BE(at + 14 + segment);
    const start = file.readUInt16BE(at + 16 + size + segment);
    const delta = file.readUInt16BE(at + 16 + 2 * size + segment);
    const offsetAt = at + 16 + 3 * size + segment;
    const offset = file.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code < 0xff_ff; code += 1) {
      const glyph = offset === 0 ? code + delta : file.readUInt16BE(offsetAt + offset + 2 * (code - start));
      if (glyph % 0x1_00_00 !== 0) found.add(code);
    }
  }
}

/** The characters of the bytes 0x80 to 0x9f; all others are those of Unicode. */
const special = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The byte of a character; undefined outside Windows-1252. */
function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const at = special.indexOf(character);
  return at < 0 ? undefined : 0x80 + at;
}

export const isWindows1252 = (character: string): boolean => byteOf(character) !== undefined;

/** The bytes of a text; a character outside Windows-1252 becomes a question mark. */
export function toWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => byteOf(character) ?? 0x3f);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base32 without padding (RFC 4648), as authenticators take secrets. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The bytes of a base32 text; spaces, padding and lower case are forgiven, other letters throw. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const values = Array.from(text.toUpperCase().replace(/[\s=]/g, ''), (letter) => letters.indexOf(letter));
  if (values.includes(-1)) throw new Error('Not a base32 text.');
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

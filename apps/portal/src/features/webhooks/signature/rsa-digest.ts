/**
 * The SHA-256 digest a signature was made of, by undoing it with the public key (PKCS#1 v1.5); null when the signature was made with another
 * key or in another way. Big numbers are slow but few: one signature takes a few milliseconds.
 */
export function digestOf(signature: Uint8Array, { n, e }: { n: bigint; e: bigint }): string | null {
  const hex = power(toBigInt(signature), e, n)
    .toString(16)
    .padStart(signature.length * 2, '0');
  return new RegExp(`^0001(?:ff){8,}00${sha256Info}([0-9a-f]{64})$`).exec(hex)?.[1] ?? null;
}

/** DER of the algorithm's name in front of a SHA-256 digest (RFC 8017, 9.2). */
const sha256Info = '3031300d060960864801650304020105000420';

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let rest = exponent, square = base % modulus; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if (rest & 1n) result = (result * square) % modulus;
  }
  return result;
}

/** Bytes, highest first, as a number. */
export function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') || '0'}`);
}

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

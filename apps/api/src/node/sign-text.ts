import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Verify } from '#providers/inbound/verify-signature.ts';

/** Signs texts with an Ed25519 key, given as the base64 of its PKCS #8 form. */
export function createSigner(key: string): (text: string) => Uint8Array<ArrayBuffer> {
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return (text) => new Uint8Array(sign(null, Buffer.from(text), privateKey));
}

/** Verifies signatures with an Ed25519 key, given as the base64 of its SPKI form. */
export function createVerifier(key: string): Verify {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  return (text, signature) => verify(null, Buffer.from(text), publicKey, signature);
}

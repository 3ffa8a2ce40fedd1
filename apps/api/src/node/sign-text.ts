import { createPrivateKey, sign } from 'node:crypto';

/** Signs texts with an Ed25519 key, given as the base64 of its PKCS #8 form. */
export function createSigner(key: string): (text: string) => Uint8Array<ArrayBuffer> {
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return (text) => new Uint8Array(sign(null, Buffer.from(text), privateKey));
}

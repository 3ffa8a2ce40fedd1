import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { NewPasskey, PasskeyProof, PasskeyQuestion, PasskeyWish } from '@volume/contract/session/passkeys.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const base64Url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    return Buffer.from(size < 256 ? [(major << 5) | 24, size] : [(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

interface Place {
  /** The origin of the requesting page. */
  origin?: string;
  rpId?: string;
}

/** A software security key (WebAuthn Level 3, ES256) with one passkey. */
export function softAuthenticator(initialUses = 0) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let uses = initialUses;
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, more: Uint8Array = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const credential = {
    id: base64Url(id),
    rawId: base64Url(id),
    type: 'public-key',
  } as const;
  return {
    make({ challenge, rp }: Pick<PasskeyWish, 'challenge' | 'rp'>, place: Place = {}): NewPasskey {
      const { rpId = rp.id, origin = `https://${rp.id}` } = place;
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rpId, 0x41, attested)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64Url(cbor(attestation)),
          transports: ['usb'],
        },
      };
    },
    use({ challenge, rpId: asked }: Pick<PasskeyQuestion, 'challenge' | 'rpId'>, place: Place = {}): PasskeyProof {
      const { rpId = asked, origin = `https://${asked}` } = place;
      uses += 1;
      const data = authenticatorData(rpId, 0x01);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(signature),
        },
      };
    },
    /** Sets the signature counter, like a cloned key that starts from an old value. */
    rewind: (to: number) => {
      uses = to;
    },
  };
}

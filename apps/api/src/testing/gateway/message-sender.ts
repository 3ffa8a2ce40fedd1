import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createVerifier } from '#node/sign-text.ts';
import type { GatewayKeys } from '#providers/inbound/verify-signature.ts';
import type { TestApp } from '#testing/test-app.ts';

/** The parts of a message that are wrong on purpose. */
export interface Wrong {
  keyId?: string;
  key?: KeyObject;
  /** Seconds by which its clock is ahead of the server's. */
  ahead?: number;
  authority?: string;
  path?: string;
  components?: readonly string[];
  parameters?: string;
  /** Headers that replace those of the message; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
  /** The body that is sent instead of the signed one. */
  sent?: string;
}

export const messagesPath = '/sandbox/gateway/v1/messages';
const usual = ['@method', '@authority', '@path', 'content-type', 'content-digest'];

export interface MessageSender {
  keys: GatewayKeys;
  /** Sends a message signed as docs/gateway.md says, except for the given faults. */
  send: (api: Pick<TestApp, 'app' | 'services'>, message: object | string, wrong?: Wrong) => Promise<Response>;
}

/** Makes a key with the id `one`, and another one with the id `two`, which is only used when `wrong` names it. */
export function createMessageSender(): MessageSender {
  const pairs = new Map(['one', 'two'].map((id) => [id, generateKeyPairSync('ed25519')]));
  const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    keys: new Map([...pairs].map(([id, { publicKey }]) => [id, createVerifier(spki(publicKey))])),
    send: async ({ app, services }, message, wrong = {}) => {
      const { keyId = 'one', ahead = 0, components = usual, sent } = wrong;
      const key = wrong.key ?? pairs.get(keyId)?.privateKey ?? pairs.get('one')!.privateKey;
      const body = typeof message === 'string' ? message : JSON.stringify(message);
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
      const covered: Record<string, string> = {
        '@method': 'POST',
        '@authority': wrong.authority ?? 'portal.example.com',
        '@path': wrong.path ?? messagesPath,
        'content-type': wrong.headers?.['content-type'] ?? 'application/json',
        'content-digest': digest,
      };
      const created = Math.floor(services.clock.now().getTime() / 1000) + ahead;
      const names = components.map((name) => `"${name}"`).join(' ');
      const input = `(${names})${wrong.parameters ?? `;created=${created};keyid="${keyId}";alg="ed25519"`}`;
      const base = [...components.map((name) => `"${name}": ${covered[name]}`), `"@signature-params": ${input}`];
      const given: Record<string, string | undefined> = {
        'content-type': covered['content-type'],
        'content-digest': digest,
        'signature-input': `sig=${input}`,
        signature: `sig=:${sign(null, Buffer.from(base.join('\n')), key).toString('base64')}:`,
        ...wrong.headers,
      };
      const headers = Object.fromEntries(Object.entries(given).filter((each): each is [string, string] => !!each[1]));
      return app.request(messagesPath, { method: 'POST', headers, body: sent ?? body });
    },
  };
}

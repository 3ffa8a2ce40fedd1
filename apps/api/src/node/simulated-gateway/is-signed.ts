import { createHash, type KeyObject, verify } from 'node:crypto';

export interface SignedCall {
  method: string;
  /** The address that was called, without a query. */
  url: URL;
  headers: Headers;
  body: string;
}

/** Milliseconds by which the time of a call can differ from our clock. */
const mostDifference = 5 * 60_000;
const always = ['@method', '@authority', '@path', 'content-type', 'content-digest'];

/** Whether a call has a recent signature by one of the keys, which are listed by their ids, over all that must be signed. */
export function isSigned(call: SignedCall, keys: ReadonlyMap<string, KeyObject>, now: Date): boolean {
  const { method, url, headers, body } = call;
  const [, names = '', parameters = ''] = /^sig=\(([^)]*)\)(.*)$/.exec(headers.get('signature-input') ?? '') ?? [];
  const key = keys.get(/;keyid="([^"]+)"/.exec(parameters)?.[1] ?? '');
  const created = Number(/;created=(\d+)/.exec(parameters)?.[1]) * 1000;
  const [, signature = ''] = /^sig=:(.*):$/.exec(headers.get('signature') ?? '') ?? [];
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered = [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const needed = headers.has('idempotency-key') ? [...always, 'idempotency-key'] : always;
  if (!key || !needed.every((name) => covered.includes(name)) || headers.get('content-digest') !== digest) return false;
  // A time that is not a number is not recent either.
  if (!(Math.abs(now.getTime() - created) <= mostDifference)) return false;
  const derived: Record<string, string> = { '@method': method, '@authority': url.host, '@path': url.pathname };
  const lines = covered.map((name) => `"${name}": ${derived[name] ?? headers.get(name) ?? ''}`);
  const base = [...lines, `"@signature-params": (${names})${parameters}`].join('\n');
  return verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64'));
}

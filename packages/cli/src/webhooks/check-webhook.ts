import { createPublicKey, verify as verifyBytes } from 'node:crypto';
import type { PublishedKeys } from './published-keys.ts';

export interface Received {
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
}

/** The result of one check. `skipped`: there was nothing to check. */
export interface Finding {
  check: string;
  result: 'ok' | 'failed' | 'skipped';
  sentence: string;
}

interface Expected {
  applicationId: string;
  keys: PublishedKeys;
  /** Milliseconds since 1970; null to accept every time. */
  now: number | null;
}

/** Everything that is right and wrong about a webhook, in sentences. */
export function checkWebhook(received: Received, expected: Expected): Finding[] {
  return [
    checkBody(received),
    checkApplication(received, expected),
    ...checkTimes(received, expected),
    checkBound(received, expected),
    checkAuthorization(received, expected),
    checkStandard(received, expected),
  ];
}

const ok = (check: string, sentence: string): Finding => ({ check, result: 'ok', sentence });
const failed = (check: string, sentence: string): Finding => ({ check, result: 'failed', sentence });
const skipped = (check: string, sentence: string): Finding => ({ check, result: 'skipped', sentence });

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function checkBody({ body }: Received): Finding {
  const check = 'body';
  try {
    const read: unknown = JSON.parse(textOf(body));
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return ok(check, 'It is an object in JSON.');
  } catch {
    // Not JSON: reported below.
  }
  return failed(check, body.length === 0 ? 'It is empty.' : 'It is no object in JSON.');
}

function checkApplication({ headers }: Received, { applicationId }: Expected): Finding {
  const check = 'application';
  const named = headers.get('x-signature-application-id');
  if (named === undefined) return failed(check, 'The header x-signature-application-id is missing.');
  if (named.toLowerCase() === applicationId) return ok(check, 'It is for your application.');
  return failed(check, `It is for the application ${named}, and yours is ${applicationId}.`);
}

const minutes = 5;

function checkTimes({ headers }: Received, { now }: Expected): Finding[] {
  return ['x-signature-timestamp', 'webhook-timestamp'].flatMap((name) => {
    const text = headers.get(name);
    if (text === undefined) return [];
    if (!/^\d{1,12}$/.test(text)) return [failed(name, `It is no number of seconds since 1970: ${text}`)];
    if (now === null) return [skipped(name, 'The time was not compared with the clock.')];
    const late = Math.round(now / 1000 - Number(text));
    if (Math.abs(late) <= minutes * 60) return [ok(name, `It is ${Math.abs(late)} seconds from now.`)];
    const when = late > 0 ? `${late} seconds ago` : `${-late} seconds ahead of your clock`;
    return [failed(name, `It is ${when}; a receiver refuses more than ${minutes} minutes.`)];
  });
}

/** RSA over `timestamp.applicationId.body`. */
function checkBound({ headers, body }: Received, { keys }: Expected): Finding {
  const check = 'x-signature';
  const signature = headers.get('x-signature');
  const time = headers.get('x-signature-timestamp');
  const application = headers.get('x-signature-application-id');
  if (signature === undefined || time === undefined || application === undefined)
    return failed(
      check,
      'It cannot be checked: x-signature, x-signature-timestamp or x-signature-application-id is missing.',
    );
  const isOf = (bytes: Uint8Array, keyed: string) =>
    verifyBytes('RSA-SHA256', join(`${time}.${application}.`, bytes), toKey(keyed), Buffer.from(signature, 'base64'));
  return checkRsa(check, { headers, body }, { keys, isOf });
}

/** RSA over the body only. */
function checkAuthorization({ headers, body }: Received, { keys }: Expected): Finding {
  const check = 'authorization';
  const header = headers.get('authorization');
  if (header === undefined) return failed(check, 'The header is missing. Some servers and proxies remove it.');
  const [scheme, signature = ''] = header.split(' ');
  if (scheme !== 'SHA256withRSA') return failed(check, 'It has to begin with SHA256withRSA and a space.');
  const isOf = (bytes: Uint8Array, keyed: string) =>
    verifyBytes('RSA-SHA256', bytes, toKey(keyed), Buffer.from(signature, 'base64'));
  return checkRsa(check, { headers, body }, { keys, isOf });
}

interface Rsa {
  keys: PublishedKeys;
  isOf: (body: Uint8Array, publicKey: string) => boolean;
}

function checkRsa(check: string, { headers, body }: Received, { keys, isOf }: Rsa): Finding {
  const keyId = headers.get('x-signature-key-id');
  if (keyId === undefined) return failed(check, 'The header x-signature-key-id, which names the key, is missing.');
  const key = keys.rsa.get(keyId);
  if (key === undefined) return failed(check, `No published key has the id ${keyId}. Is it from another environment?`);
  if (isOf(body, key)) return ok(check, 'It is the signature of exactly this body.');
  for (const [change, bytes] of changesOf(body)) if (isOf(bytes, key)) return failed(check, change);
  for (const other of keys.rsa.values())
    if (isOf(body, other)) return failed(check, 'It was made with another key than x-signature-key-id names.');
  return failed(check, 'It is not the signature of this body.');
}

/** Ed25519 over `id.timestamp.body`. */
function checkStandard({ headers, body }: Received, { keys }: Expected): Finding {
  const check = 'webhook-signature';
  const given = headers.get('webhook-signature');
  const id = headers.get('webhook-id');
  const time = headers.get('webhook-timestamp');
  if (given === undefined) return skipped(check, 'There is no signature by Standard Webhooks.');
  if (id === undefined || time === undefined) return failed(check, 'webhook-id or webhook-timestamp is missing.');
  const signatures = given.split(' ').filter((each) => each.startsWith('v1a,'));
  if (signatures.length === 0) return failed(check, 'It has no part that begins with v1a,');
  const isOf = (bytes: Uint8Array) =>
    signatures.some((each) =>
      keys.ed25519.some((key) =>
        verifyBytes(null, join(`${id}.${time}.`, bytes), toEd25519(key), Buffer.from(each.slice(4), 'base64')),
      ),
    );
  if (isOf(body)) return ok(check, 'It is the signature of exactly this body.');
  for (const [change, bytes] of changesOf(body)) if (isOf(bytes)) return failed(check, change);
  return failed(check, 'No published key made it of this body, webhook-id and webhook-timestamp.');
}

/** Common changes to a body on its way, reversed. */
function changesOf(body: Uint8Array): (readonly [string, Uint8Array])[] {
  const text = textOf(body);
  const encode = (changed: string) => new TextEncoder().encode(changed);
  const changes: (readonly [string, Uint8Array])[] = [
    ['A line break was added to the end of the body after it was signed.', encode(text.replace(/\r?\n$/, ''))],
    ['The line breaks of the body were changed after it was signed.', encode(text.replaceAll('\r\n', '\n'))],
    ['A byte order mark was added to the body after it was signed.', encode(text.replace(/^\uFEFF/, ''))],
  ];
  try {
    const compact = JSON.stringify(JSON.parse(text));
    changes.push(['The body was parsed as JSON and written again. Check the bytes as they arrived.', encode(compact)]);
  } catch {
    // It is not JSON, which another check reports.
  }
  return changes;
}

const toKey = (spki: string) => createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });

/** As published: `whpk_` and 32 bytes in base64. */
function toEd25519(key: string) {
  const x = Buffer.from(key.replace(/^whpk_/, ''), 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

const join = (start: string, bytes: Uint8Array) => Buffer.concat([Buffer.from(start), bytes]);

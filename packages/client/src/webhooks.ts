import { readBaseUrl } from './build-request.ts';
import { WebhookError } from './webhook-errors.ts';
import { toEvent, type WebhookEvent } from './webhook-event.ts';
import { createKeyList, fromBase64, importEndpointKey, verifyEd25519, verifyRsa } from './webhook-keys.ts';

export { KeysUnavailableError, WebhookError } from './webhook-errors.ts';
export type { WebhookFault } from './webhook-errors.ts';
export type { WebhookEvent } from './webhook-event.ts';
export type { Shapes, WebhookBodies } from './generated/calls.ts';

export interface WebhookOptions {
  /** The API's base address, where the signing keys are published. */
  baseUrl: string;
  /** Your application; an event for another one is refused. */
  applicationId: string;
  /** Public keys of endpoints that sign by Standard Webhooks (`v1a`): the current one, and the next while they change. */
  endpointKeys?: readonly string[];
  /** The maximum difference in seconds between the time of an event and your clock. Default: 300. */
  toleranceSeconds?: number;
  fetch?: typeof fetch;
  allowHttp?: boolean;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

/** `Headers`, or the `headers` of a request in Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedWebhook {
  headers: WebhookHeaders;
  /** The bytes as they arrived. A body that was parsed and written again has another signature. */
  body: string | Uint8Array | ArrayBuffer;
}

export interface Webhooks {
  /**
   * Returns the event when it is signed by Volume, for this application, and recent. Throws WebhookError otherwise: answer 401.
   * Throws KeysUnavailableError when that cannot be verified now: answer 503.
   */
  verify: (received: ReceivedWebhook) => Promise<WebhookEvent>;
}

/** Make it once and keep it: it remembers the signing keys. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const { endpointKeys = [], toleranceSeconds = 300, allowHttp = false, now = Date.now } = options;
  // The API writes ids in lower case.
  const applicationId = options.applicationId?.toLowerCase();
  if (!applicationId) throw new TypeError('The receiver needs the applicationId.');
  const keys = createKeyList({
    baseUrl: readBaseUrl(options.baseUrl, allowHttp),
    fetch: (...given) => (options.fetch ?? fetch)(...given),
    now,
  });
  let imported: Promise<CryptoKey[]> | undefined;
  const ownKeys = () => (imported ??= Promise.all(endpointKeys.map(importEndpointKey)));
  return {
    verify: async ({ headers, body }) => {
      const read = createReader(headers);
      const bytes = toBytes(body);
      const isStandard = endpointKeys.length > 0 && /(^| )v1a,/.test(read('webhook-signature') ?? '');
      const checkTime = (text: string | null) => requireNow(text, toleranceSeconds, now());
      const sentAt = isStandard
        ? await verifyStandard({ read, bytes, checkTime, keys: await ownKeys() })
        : await verifyBound({ read, bytes, checkTime, applicationId, find: keys.find });
      const data = parse(bytes);
      requireOwn(data['applicationId'] ?? applicationId, applicationId);
      // Only Standard Webhooks signs the id: without it, a stranger who repeats an event could change the id.
      const id = isStandard ? read('webhook-id') : null;
      return toEvent({ data, id, isTest: read('x-test-event') === 'true', sentAt });
    },
  };
}

type Read = (name: string) => string | null;

interface Checks {
  read: Read;
  bytes: Uint8Array<ArrayBuffer>;
  checkTime: (text: string | null) => Date;
}

/** `x-signature`: RSA over `timestamp.applicationId.body`. */
async function verifyBound(
  checks: Checks & { applicationId: string; find: (keyId: string) => Promise<CryptoKey> },
): Promise<Date> {
  const { read, bytes, checkTime, applicationId, find } = checks;
  const signature = read('x-signature');
  const keyId = read('x-signature-key-id');
  if (signature === null || keyId === null) throw new WebhookError('NO_SIGNATURE', 'The request has no signature.');
  requireOwn(read('x-signature-application-id'), applicationId);
  const timestamp = read('x-signature-timestamp');
  const sentAt = checkTime(timestamp);
  const key = await find(keyId);
  const signed = join(`${timestamp}.${applicationId}.`, bytes);
  if (!(await verifyRsa(key, readSignature(signature), signed))) throw wrongSignature();
  return sentAt;
}

/** Standard Webhooks: Ed25519 over `id.timestamp.body`; several signatures while a key changes. */
async function verifyStandard({ read, bytes, checkTime, keys }: Checks & { keys: CryptoKey[] }): Promise<Date> {
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  if (id === null) throw new WebhookError('NO_SIGNATURE', 'The request has no webhook-id.');
  const sentAt = checkTime(timestamp);
  const signed = join(`${id}.${timestamp}.`, bytes);
  const signatures = (read('webhook-signature') ?? '').split(' ').filter((each) => each.startsWith('v1a,'));
  for (const each of signatures) {
    const signature = readSignature(each.slice('v1a,'.length));
    for (const key of keys) if (await verifyEd25519(key, signature, signed)) return sentAt;
  }
  throw wrongSignature();
}

const wrongSignature = () => new WebhookError('WRONG_SIGNATURE', 'The signature is not of this body.');

/** The signatures are public-key signatures, so no secret is compared. */
function readSignature(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    throw wrongSignature();
  }
}

function requireOwn(named: unknown, applicationId: string): void {
  if (named !== applicationId) throw new WebhookError('OTHER_APPLICATION', 'The event is for another application.');
}

function requireNow(text: string | null, toleranceSeconds: number, now: number): Date {
  const seconds = /^\d{1,12}$/.test(text ?? '') ? Number(text) : NaN;
  // A comparison with NaN is false, so the condition must be the one that accepts.
  if (Math.abs(now / 1000 - seconds) <= toleranceSeconds) return new Date(seconds * 1000);
  throw new WebhookError('WRONG_TIME', `The time of the event is not within ${toleranceSeconds} seconds of now.`);
}

function createReader(headers: WebhookHeaders): Read {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : null;
  };
}

function toBytes(body: ReceivedWebhook['body']): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('verify() needs the raw body, as text or bytes: read it before it is parsed as JSON.');
}

function join(start: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const first = new TextEncoder().encode(start);
  const joined = new Uint8Array(first.length + bytes.length);
  joined.set(first);
  joined.set(bytes, first.length);
  return joined;
}

function parse(bytes: Uint8Array<ArrayBuffer>): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch {
    // Not JSON: rejected below.
  }
  throw new WebhookError('NOT_JSON', 'The body is not an object in JSON.');
}

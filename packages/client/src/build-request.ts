import type { CallName } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { Sending } from './sending.ts';

/** The parts of a call; each call has some of them. */
export interface CallInput {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** A request that can be sent more than once. The credentials are added to each try. */
export interface BuiltRequest {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string };
  idempotencyKey: string | null;
}

/** Checks a base address: without `allowHttp`, `http:` is for this machine only. */
export function readBaseUrl(baseUrl: string, allowHttp: boolean): string {
  // Usually a missing environment variable.
  if (!URL.canParse(baseUrl))
    throw new TypeError(
      `The base address has to be one such as https://api.example.com/sandbox, but it is “${baseUrl}”.`,
    );
  const { protocol, hostname, search, hash } = new URL(baseUrl);
  const isHere = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && (isHere || allowHttp)))
    throw new TypeError(`The base address has to begin with https: ${baseUrl}`);
  if (search !== '' || hash !== '') throw new TypeError(`The base address has to end with its path: ${baseUrl}`);
  return baseUrl.replace(/\/+$/, '');
}

interface Parts {
  baseUrl: string;
  name: CallName;
  sending: Sending;
  input: CallInput;
  options: CallOptions;
  newKey: () => string;
}

export function buildRequest({ baseUrl, name, sending, input, options, newKey }: Parts): BuiltRequest {
  const { method, sends, accepts, isKeyed } = sending;
  const { stepUp, ifMatch, headers: more } = options;
  if (options.idempotencyKey !== undefined && !isKeyed)
    throw new TypeError(`${name} takes no idempotency key: repeating it can do it twice.`);
  const idempotencyKey = isKeyed ? (options.idempotencyKey ?? newKey()) : null;
  const body = sends === null || input.body === undefined ? undefined : JSON.stringify(input.body);
  const headers: Record<string, string> = {
    accept: accepts ?? 'application/json',
    ...(sends !== null && body !== undefined && { 'content-type': sends }),
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    ...(stepUp !== undefined && { 'x-step-up': stepUp }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...more,
  };
  const url = `${baseUrl}/api${fillPath(name, sending.path, input.path ?? {})}${toSearch(input.query ?? {})}`;
  return { url, init: { method, headers, ...(body !== undefined && { body }) }, idempotencyKey };
}

/** An empty id, or one that consists of dots, would change the address. */
function fillPath(name: CallName, path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} needs path.${key}, but it is “${text}”.`);
    return encodeURIComponent(text);
  });
}

function toSearch(query: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const texts = (Array.isArray(value) ? value : [value]).map((each) => encodeURIComponent(String(each)));
    return [`${encodeURIComponent(name)}=${texts.join(',')}`];
  });
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

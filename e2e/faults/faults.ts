import type { CaughtCall, Cut } from './catch-calls.ts';

/** The outcome of a fault: the error card, sign-in, or the complete screen. */
type End = 'card' | 'sign-in' | 'whole';

export interface Fault {
  name: string;
  end: End;
  /** The HTTP status, for a response that is not a success. */
  status?: number;
  /** True for the provider's payload, whose message and trace id are shown. */
  isShown?: true;
  /** True when there is never a response. */
  isHeld?: true;
  /** Makes one call fail. `normalBody` returns the response it would get; `attempt` counts the attempts of this call from 0. */
  apply: (call: CaughtCall, normalBody: () => Promise<string>, attempt: number) => Promise<void>;
}

export const words = 'The bank’s line is down (planned work).';
export const trace = '00f067aa0ba902b7';

/** The provider's error payload (§3). */
function answered(name: string, status: number, headers?: Record<string, string>): Fault {
  const body = JSON.stringify({
    statusCode: status,
    statusName: 'STATUS_OF_A_FAULT',
    errorMessage: words,
    traceId: trace,
    source: 'VOLUME',
  });
  const end = status === 401 ? 'sign-in' : 'card';
  return { name, end, status, isShown: true, apply: (call) => call.answer(status, body, headers) };
}

/** A response from an intermediary such as a proxy, without the provider's payload. */
function foreign(name: string, status: number, body: string, headers?: Record<string, string>): Fault {
  const end = status === 401 ? 'sign-in' : 'card';
  const isFailure = status >= 400;
  return { name, end, ...(isFailure && { status }), apply: (call) => call.answer(status, body, headers) };
}

function cut(name: string, reason: Cut): Fault {
  return { name, end: 'card', apply: (call) => call.cut(reason) };
}

/** Changes the normal response. */
function spoiled(name: string, spoil: (normal: unknown) => unknown): Fault {
  return {
    name,
    end: 'card',
    apply: async (call, normalBody) => call.answer(200, JSON.stringify(spoil(JSON.parse(await normalBody())))),
  };
}

const html = '<!doctype html><title>Proxy</title><h1>Bad Gateway</h1><script>alert(1)</script>';
const asHtml = { 'content-type': 'text/html' };

/** Every way a call can fail (quality, The screen under faults). */
export const faults: Fault[] = [
  answered('500 of the provider', 500),
  foreign('500 without a payload', 500, ''),
  foreign('502 of a proxy', 502, html, asHtml),
  answered('503 of the provider', 503),
  answered('403', 403),
  foreign('403 without a payload', 403, 'Forbidden', { 'content-type': 'text/plain' }),
  answered('404', 404),
  foreign('404 without a payload', 404, ''),
  answered('409', 409),
  answered('429 that says when', 429, { 'retry-after': '2' }),
  foreign('429 without a payload', 429, '', { 'retry-after': 'Sat, 21 Nov 2026 10:00:00 GMT' }),
  answered('401', 401),
  foreign('401 without a payload', 401, ''),
  foreign('a malformed payload of the provider', 500, '{"statusCode":"500","errorMessage":null,"source":[]}'),
  foreign('HTML instead of JSON', 200, html, asHtml),
  foreign('truncated JSON', 200, '{"content":[{"paymentId":"018f'),
  foreign('another shape', 200, '{"hello":["world"]}'),
  foreign('an empty body', 200, ''),
  foreign('null', 200, 'null'),
  foreign('a number', 200, '0'),
  foreign('no content', 204, ''),
  spoiled('missing fields', withoutHalf),
  spoiled('null in every field', withNulls),
  spoiled('text in place of numbers', withTexts),
  cut('the network cut', 'ConnectionReset'),
  cut('a name that is not found', 'NameNotResolved'),
  cut('nobody there', 'ConnectionRefused'),
  // Never answered, so the portal itself has to time out.
  { name: 'never an answer', end: 'card', isHeld: true, apply: async () => undefined },
  {
    name: 'a slow answer',
    end: 'whole',
    apply: async (call, normalBody) => {
      const body = await normalBody();
      await new Promise((resolve) => setTimeout(resolve, 700));
      await call.answer(200, body);
    },
  },
  {
    name: 'a first try that fails',
    end: 'whole',
    apply: async (call, normalBody, attempt) =>
      attempt === 0 ? call.cut('Failed') : call.answer(200, await normalBody()),
  },
  {
    name: 'an overload that ends with the fourth try',
    end: 'whole',
    apply: async (call, normalBody, attempt) =>
      attempt < 3 ? call.answer(503, '') : call.answer(200, await normalBody()),
  },
];

/** Removes every second field of every object. */
function withoutHalf(normal: unknown): unknown {
  if (Array.isArray(normal)) return normal.length > 0 ? normal.map(withoutHalf) : [{}];
  if (typeof normal !== 'object' || normal === null) return normal;
  return Object.fromEntries(Object.entries(normal).filter((_, index) => index % 2 === 1));
}

function withNulls(normal: unknown): unknown {
  if (Array.isArray(normal)) return normal.length > 0 ? normal.map(withNulls) : [null];
  if (typeof normal !== 'object' || normal === null) return null;
  return Object.fromEntries(Object.keys(normal).map((name) => [name, null]));
}

function withTexts(normal: unknown): unknown {
  if (Array.isArray(normal)) return normal.length > 0 ? normal.map(withTexts) : [7];
  if (typeof normal === 'object' && normal !== null) {
    return Object.fromEntries(Object.entries(normal).map(([name, value]) => [name, withTexts(value)]));
  }
  return typeof normal === 'string' ? 7 : 'seven';
}

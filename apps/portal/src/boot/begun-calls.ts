import { applicationIdHeader } from '@volume/contract/headers.ts';

/** A call begun by the page itself, before any of its code was there. */
export interface BegunCall {
  authorization: string;
  applicationId: string | undefined;
  answer: Promise<Response>;
  stop: AbortController;
}

declare global {
  interface Window {
    begunCalls?: Record<string, BegunCall>;
  }
}

/** Milliseconds after the page began in which an answer is still the page's own first one. */
const freshFor = 15_000;

/**
 * The answer to this very call where the page has begun it already, once; else undefined, and the caller fetches.
 * It is the same only if address, token and application are: what the page could not know then is asked anew.
 */
export function takeBegunCall(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined {
  const begun = window.begunCalls?.[url];
  if (!begun) return undefined;
  delete window.begunCalls?.[url];
  const isSame =
    begun.authorization === headers['authorization'] &&
    begun.applicationId === headers[applicationIdHeader] &&
    performance.now() < freshFor;
  if (!isSame) {
    begun.stop.abort();
    return undefined;
  }
  signal?.addEventListener('abort', () => begun.stop.abort());
  return begun.answer;
}

/** A call begun by the page itself, before any of its code was there. */
export interface BegunCall {
  answer: Promise<Response>;
  stop: AbortController;
}

declare global {
  interface Window {
    begunCalls?: Record<string, BegunCall>;
  }
}

/** The same call is one to the same address with the same token and application: what the page could not know yet is asked anew. */
export const keyOfCall = (url: string, headers: Record<string, string>): string =>
  [url, ...Object.values(headers)].join(' ');

/** The answer to this very call where the page has begun it already, once; else undefined, and the caller fetches. */
export function takeBegunCall(url: string, headers: Record<string, string>, signal: AbortSignal) {
  const key = keyOfCall(url, headers);
  const begun = window.begunCalls?.[key];
  // What was answered so long ago is not the page's first answer any more.
  if (!begun || performance.now() >= 15_000) return undefined;
  delete window.begunCalls?.[key];
  signal.addEventListener('abort', () => begun.stop.abort());
  return begun.answer;
}

/** A call that the inline script has sent, before any of the portal's code has loaded. */
export interface BegunCall {
  answer: Promise<Response>;
  stop: AbortController;
}

declare global {
  interface Window {
    begunCalls?: Record<string, BegunCall>;
  }
}

/** Identifies a call by its address, token and application. A call that differs in one of them is sent again. */
export const keyOfCall = (url: string, headers: Record<string, string>): string =>
  [url, ...Object.values(headers)].join(' ');

/** The response to this call if the inline script has sent it, only once; otherwise undefined, and the caller sends it. */
export function takeBegunCall(url: string, headers: Record<string, string>, signal: AbortSignal) {
  const key = keyOfCall(url, headers);
  const begun = window.begunCalls?.[key];
  // An older response can be out of date.
  if (!begun || performance.now() >= 15_000) return undefined;
  delete window.begunCalls?.[key];
  signal.addEventListener('abort', () => begun.stop.abort());
  return begun.answer;
}

/** A call that was sent before the code that reads its response had loaded. */
export interface BegunCall {
  /** Undefined when the screen's response has no line for this call: then the reader sends the call itself. */
  answer: Promise<Response | undefined>;
  stop?: AbortController;
  /** On the clock of `performance.now()`: an older answer can be out of date. */
  until: number;
}

declare global {
  interface Window {
    begunCalls?: Record<string, BegunCall>;
    /** Set when the portal's code reads the address. */
    isPortalRunning?: boolean;
  }
}

const validMs = 15_000;

/** Identifies a call by its address, which has its application, and its token. A call that differs is sent again. */
export const keyOfCall = (url: string, headers: Record<string, string>): string =>
  `${url} ${headers['authorization'] ?? ''}`;

export function keepBegunCall(url: string, headers: Record<string, string>, call: Omit<BegunCall, 'until'>): BegunCall {
  return ((window.begunCalls ??= {})[keyOfCall(url, headers)] = { ...call, until: performance.now() + validMs });
}

/** The response to this call if it was sent early; only once. Undefined when the caller has to send it. */
export function takeBegunCall(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const key = keyOfCall(url, headers);
  const begun = window.begunCalls?.[key];
  if (!begun) return undefined;
  delete window.begunCalls?.[key];
  if (performance.now() >= begun.until) return undefined;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      begun.stop?.abort();
      reject(signal.reason as Error);
    });
    begun.answer.then(resolve, reject);
  });
}

/** After a change, responses that were requested before it are out of date. */
export function dropBegunCalls(): void {
  delete window.begunCalls;
}
